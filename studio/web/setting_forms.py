"""What authors fill in on the pages of settings, and the words they read when it cannot be used."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from studio import words
from studio.actions.limits import BookLimits
from studio.actions.models import Setup
from studio.core import money
from studio.core.budgets import Limits
from studio.core.money import NotMoney, Price
from studio.models import Project
from studio.models.project import Autonomy

WHOLE = {
    "required": "Write a whole number.",
    "invalid": "Write a whole number, such as 500000.",
    "min_value": "At least %(limit_value)s.",
    "max_value": "At most %(limit_value)s.",
}


def whole(label: str, *, low: int, high: int, help_text: str = "") -> forms.IntegerField:
    """A whole number that may be left out."""
    return forms.IntegerField(
        required=False,
        min_value=low,
        max_value=high,
        label=label,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        error_messages=WHOLE,
    )


class Amount(forms.Field):
    """An amount of money in millionths; None where nothing is written."""

    def __init__(self, label: str, help_text: str = "") -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(required=False, label=label, help_text=help_text, widget=widget)

    def to_python(self, value: Any) -> Any:
        said = str(value or "").strip()
        try:
            return money.parse(said[:40]) if said else None
        except NotMoney as wrong:
            raise forms.ValidationError(str(wrong)) from wrong

    def prepare_value(self, value: Any) -> Any:
        return money.typed(value) if isinstance(value, int) else value


class Terms(forms.Form):
    """What a model costs, and how often it may be asked."""

    price_in = Amount("A million tokens read")
    price_out = Amount("A million tokens written")
    requests_per_minute = whole("Calls a minute", low=1, high=1_000_000)
    tokens_per_minute = whole("Tokens a minute", low=1_000, high=1_000_000_000)

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        check_price(self, "price_in", "price_out")
        return told

    def price(self) -> Price | None:
        """The price that was entered; None where it is unknown."""
        return money.price(self.cleaned_data["price_in"], self.cleaned_data["price_out"])


def check_price(form: forms.Form, price_in: str, price_out: str) -> None:
    """Half a price is no price."""
    told = form.cleaned_data
    if not {price_in, price_out} & set(form.errors):
        missing = [name for name in (price_in, price_out) if told.get(name) is None]
        if len(missing) == 1:
            words = "Write both prices, or neither where you do not know them."
            form.add_error(missing[0], words)


class ModelSettings(Terms):
    """Where a model answers, and on what terms."""

    field_order = ("name", "base_url", "api_key", "model", "context_tokens")

    name = forms.CharField(
        required=False,
        max_length=80,
        label="Name",
        help_text="What you call it here, if you have several.",
    )

    base_url = forms.URLField(
        label="Address",
        assume_scheme="http",
        help_text="It usually ends in /v1.",
        error_messages={
            "required": "Write where the model answers, such as http://localhost:11434/v1.",
            "invalid": "That is no web address; it begins with http:// or https://.",
        },
    )
    api_key = forms.CharField(
        required=False,
        label="Key",
        help_text="Kept on this machine only. Most local servers need none.",
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
    model = forms.CharField(
        label="Model",
        help_text="Its name, exactly as the service writes it.",
        widget=forms.TextInput(attrs={"list": "models", "spellcheck": "false"}),
        error_messages={"required": "Name the model; Test lists what the service offers."},
    )
    context_tokens = forms.IntegerField(
        min_value=1_024,
        max_value=4_000_000,
        initial=8_192,
        label="Context, in tokens",
        help_text="How much it can look at in one go.",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": "Say how many tokens it can look at.",
            "invalid": "Write a number, such as 8192.",
            "min_value": "At least %(limit_value)s: with less nothing can be written.",
        },
    )

    def setup(self) -> Setup:
        """What was entered; an empty key keeps the one that is there."""
        told = self.cleaned_data
        return Setup(
            base_url=told["base_url"],
            api_key=told["api_key"] or None,
            model=told["model"],
            context_tokens=told["context_tokens"],
            name=told["name"],
            price=self.price(),
            requests_per_minute=told["requests_per_minute"],
            tokens_per_minute=told["tokens_per_minute"],
        )


class Prices(forms.Form):
    """What each model costs, in one table."""

    def __init__(self, *args: Any, ids: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ids = ids
        for pk in ids:
            self.fields[f"in-{pk}"] = Amount("A million tokens read")
            self.fields[f"out-{pk}"] = Amount("A million tokens written")

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        for pk in self.ids:
            check_price(self, f"in-{pk}", f"out-{pk}")
        return told

    def prices(self) -> dict[int, Price | None]:
        """The prices that were entered; None where one is unknown."""
        told = self.cleaned_data
        return {pk: money.price(told[f"in-{pk}"], told[f"out-{pk}"]) for pk in self.ids}


class BookLimit(forms.Form):
    """What a book may spend: in all, in a day, and for one attempt."""

    LOW, HIGH = 1_000, 10**15

    money = Amount("In money")
    tokens = whole("In tokens", low=LOW, high=HIGH)
    day_money = Amount("In money")
    day_tokens = whole("In tokens", low=LOW, high=HIGH)
    run_money = Amount("In money")
    run_tokens = whole("In tokens", low=LOW, high=HIGH)

    @staticmethod
    def initial_of(project: Project) -> dict[str, int | None]:
        """The limits as they stand."""
        return {
            "money": project.money_limit,
            "tokens": project.token_limit,
            "day_money": project.day_money_limit,
            "day_tokens": project.day_token_limit,
            "run_money": project.run_money_limit,
            "run_tokens": project.run_token_limit,
        }

    def limits(self, project: Project) -> BookLimits:
        """What was entered; a limit of the book itself that is left empty stays as it is."""
        told = self.cleaned_data
        tokens, amount = told["tokens"], told["money"]
        return BookLimits(
            tokens=project.token_limit if tokens is None else tokens,
            money=project.money_limit if amount is None else amount,
            day=Limits(told["day_tokens"], told["day_money"]),
            run=Limits(told["run_tokens"], told["run_money"]),
        )


class Ways(forms.Form):
    """How a book goes about being written."""

    autonomy = forms.ChoiceField(
        choices=[(name, words.WORDS[name].capitalize()) for name in Autonomy.values],
        label="How far it goes by itself",
        widget=forms.RadioSelect,
    )
    n_parallel = forms.IntegerField(
        min_value=1,
        max_value=64,
        label="Written at once",
        help_text="How many texts of this book are written at the same time, at most.",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        error_messages=WHOLE,
    )
    pauses_while_editing = forms.BooleanField(
        required=False,
        label="Wait while I change what other texts are written from",
    )


class Due(forms.Form):
    """The day by which its author wants a book to have its length."""

    due_on = forms.DateField(
        required=False,
        label="To be done by",
        help_text="Leave it empty to work without a day.",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": "Write a day, such as 2027-03-01."},
    )

    def clean_due_on(self) -> date | None:
        """A day that is still to come; the one that was set may stay."""
        told: date | None = self.cleaned_data["due_on"]
        if told and told < timezone.localdate() and told != self.initial.get("due_on"):
            raise forms.ValidationError("This day has passed. Choose today or a later one.")
        return told


class Farewell(forms.Form):
    """The name of a book that is to be deleted, typed as a confirmation."""

    name = forms.CharField(
        label="Its short name",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Type its short name; then it is deleted."},
    )
