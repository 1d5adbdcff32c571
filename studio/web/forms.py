"""What authors fill in, and the words they read when something is missing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.html import format_html

from studio.actions.books import Statement
from studio.actions.refusals import Refused
from studio.core import language, prompts, prose
from studio.formats import files

LANGUAGES = sorted(
    ((code, language.name_of(code)) for code in language.CODES), key=lambda pair: pair[1]
)

EXPORT_FORMATS = [
    (slug, format_html("<strong>{}</strong> <span>{}</span>", f.name, f.use))
    for slug, f in files.FORMATS.items()
]


NUL = "The text holds a NUL character, so it is not plain text. Remove it."
TOO_LONG = "At most %(limit_value)s characters can be used; this has %(show_value)s."


def texts(required: str = "") -> dict[str, str]:
    """What is said of a text that cannot be used."""
    said = {"null_characters_not_allowed": NUL, "max_length": TOO_LONG}
    return said | ({"required": required} if required else {})


class SignIn(AuthenticationForm):
    """Account and password."""

    error_messages = {
        "invalid_login": "This name and password do not belong together. Mind capital letters.",
        "inactive": "This account is closed.",
    }


class Brief(forms.Form):
    """What a book is to be."""

    title = forms.CharField(
        max_length=200,
        label="Title",
        help_text="A working title will do; it can change at any time.",
        error_messages=texts("Give it a name, even a working one."),
    )
    intention = forms.CharField(
        max_length=8_000,
        label="Intention",
        help_text="What should this book do? One paragraph is enough. The more exact it is, the "
        "better the plan.",
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages=texts("Say in a sentence or two what the book is to do."),
    )
    audience = forms.CharField(
        max_length=2_000,
        label="Readers",
        help_text="Who reads it, and what do they know already?",
        error_messages=texts("Say for whom it is; the plan depends on it."),
    )
    words = forms.IntegerField(
        min_value=300,
        max_value=1_000_000,
        initial=20_000,
        label="Length in words",
        help_text="A chapter has 3,000 to 6,000; a book 40,000 to 100,000.",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": "Say roughly how long, in words.",
            "invalid": "Write a number, such as 20000.",
            "min_value": "At least %(limit_value)s words: less is not worth a plan.",
            "max_value": "At most %(limit_value)s words; split it into several books.",
        },
    )
    language = forms.ChoiceField(
        choices=LANGUAGES,
        initial="en",
        label="Language",
        help_text="The one the book is written in.",
    )
    voice = forms.CharField(
        max_length=8_000,
        required=False,
        label="A sample of your voice",
        help_text="A page of your own prose. The desk writes in its manner, never from its matter.",
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages=texts(),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stated, field = str(self.initial.get("language", "")), self.fields["language"]
        assert isinstance(field, forms.ChoiceField)
        # What a file of instructions called it stays as it is until somebody chooses another.
        if stated and stated not in dict(LANGUAGES):
            field.choices = [(stated, language.name_of(stated)), *LANGUAGES]

    def statement(self, protocol: str) -> Statement:
        """What was stated, for a book of this method."""
        told = {name: self.cleaned_data[name] for name in Brief.base_fields}
        return Statement(**told, protocol=protocol)


class NewBook(Brief):
    """A brief with the method the book begins by."""

    protocol = forms.ChoiceField(label="Method", widget=forms.RadioSelect)
    model = forms.ChoiceField(
        choices=[("", ""), ("none", "none"), ("demo", "demo")],
        required=False,
        widget=forms.HiddenInput,
    )

    def __init__(self, *args: Any, methods: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["protocol"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(methods)
        field.initial = methods[0][0]


class BroughtIn(forms.Form):
    """What is said of a book whose text is there already."""

    title = NewBook.base_fields["title"]
    language = forms.CharField(
        max_length=35,
        label="Language",
        help_text="As a code, such as en, de or pt-BR. It was guessed from the text.",
        error_messages=texts("Say in which language it is written, as a code such as en."),
    )
    intention = forms.CharField(
        max_length=8_000,
        label="Intention",
        help_text="What the book is to do. Whatever is added to it is written from this; it can be "
        "changed at any time.",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages=texts("Say in a sentence or two what the book is to do."),
    )
    protocol = forms.ChoiceField(label="Method", widget=forms.RadioSelect)

    def __init__(self, *args: Any, methods: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["protocol"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(methods)
        field.initial = methods[0][0]

    def statement(self, stated: Statement) -> Statement:
        """What was stated, over what the manuscript says of itself."""
        return replace(stated, **{name: self.cleaned_data[name] for name in self.fields})


class SendBack(forms.Form):
    """Why a proposal is not accepted."""

    note = forms.CharField(
        max_length=4_000,
        widget=forms.Textarea,
        error_messages=texts("Say what should be different; that is what gets settled."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    step = forms.CharField(required=False, max_length=200)

    def told(self) -> dict[str, str]:
        """The note, of which step, and what was looked at; Refused with what is wrong with them."""
        if not self.is_valid():
            raise Refused(" ".join(str(e) for errors in self.errors.values() for e in errors))
        return {name: self.cleaned_data[name] for name in ("note", "seen", "step")}


class Export(forms.Form):
    """Which files to make, and of what."""

    format = forms.MultipleChoiceField(
        choices=EXPORT_FORMATS,
        initial=["pdf"],
        label="Files",
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose at least one kind of file.",
            "invalid_choice": "There is no such kind of file; choose from the list.",
        },
    )
    part = forms.ChoiceField(
        required=False,
        label="Of what",
        help_text="A part by itself, or a very long book in several files.",
        error_messages={"invalid_choice": "This part is no longer in the book; choose again."},
    )

    proposals = forms.BooleanField(
        required=False,
        label="Also what is proposed and not accepted yet",
        help_text="The last page of each file names the sections that hold it.",
    )
    author = forms.CharField(
        required=False,
        max_length=150,
        label="Author",
        help_text="As it stands on the title page of all your books. Leave it empty for none.",
        error_messages=texts(),
    )

    def __init__(self, *args: Any, parts: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["part"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "The whole book"), *parts]


class Instructions(forms.Form):
    """What the model is told in a step."""

    prompt = forms.CharField(
        max_length=20_000,
        strip=False,
        label="Instructions",
        widget=forms.Textarea(attrs={"rows": 18, "spellcheck": "true"}),
        error_messages=texts("Without instructions the step cannot be done."),
    )

    def clean_prompt(self) -> str:
        """The instructions with line ends as they are kept."""
        said: str = prose.normalise(self.cleaned_data["prompt"])
        try:
            prompts.parse(said)
        except ValueError as error:
            raise forms.ValidationError(
                "Keep the line “# user”: what stands below it is what the model is asked."
            ) from error
        return said
