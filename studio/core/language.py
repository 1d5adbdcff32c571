"""Which language a text is written in, as far as one can be sure without a dictionary."""

import re
import unicodedata
from collections import Counter

from studio.core.prose import is_fenced, paragraphs, words

MIN_WORDS = 30

_SCRIPTS = {
    "Latin": "A-Za-z\u00c0-\u024f\u1e00-\u1eff",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Cyrillic": "\u0400-\u052f",
    "Armenian": "\u0531-\u058f",
    "Hebrew": "\u05d0-\u05ea",
    "Arabic": "\u0620-\u064a\u066e-\u06d3\u0750-\u077f",
    "Devanagari": "\u0900-\u097f",
    "Bengali": "\u0980-\u09ff",
    "Tamil": "\u0b80-\u0bff",
    "Thai": "\u0e00-\u0e7f",
    "Georgian": "\u10a0-\u10ff",
    "Hangul": "\u1100-\u11ff\uac00-\ud7a3",
    "Kana": "\u3040-\u30ff",
    "Han": "\u3400-\u4dbf\u4e00-\u9fff",
}
_LETTERS = {name: re.compile(f"[{letters}]") for name, letters in _SCRIPTS.items()}

# Languages in use with several scripts (Serbian, Kazakh, Punjabi, …) are left out: nothing is sure.
_SCRIPT_OF = {
    **dict.fromkeys(
        words(
            "en fr de es it pt nl sv da no nb nn fi pl cs sk ro hu tr id vi ca hr sl et lv lt is ga"
            " eu gl la eo af"
        ),
        "Latin",
    ),
    **dict.fromkeys(words("ru uk bg be mk"), "Cyrillic"),
    **dict.fromkeys(words("ar fa ur ps"), "Arabic"),
    **dict.fromkeys(words("he yi"), "Hebrew"),
    **dict.fromkeys(words("hi mr ne sa"), "Devanagari"),
    **{"el": "Greek", "hy": "Armenian", "bn": "Bengali", "ta": "Tamil", "th": "Thai"},
    **{"ka": "Georgian", "ko": "Hangul", "ja": "Kana", "zh": "Han"},
}
_TAG = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*")
_SUBTAG_SCRIPTS = {"latn": "Latin", "cyrl": "Cyrillic", "arab": "Arabic"}
_WRITTEN_FROM_THE_RIGHT = frozenset(words("ar fa ur ps he yi ckb sd ug dv"))

_NAMES = {
    "en": "english",
    "fr": "french français francais",
    "de": "german deutsch",
    "es": "spanish español espanol castellano",
    "it": "italian italiano",
    "pt": "portuguese português portugues",
    "nl": "dutch nederlands",
    "sv": "swedish svenska",
    "da": "danish dansk",
    "no": "norwegian norsk nb nn",
    "fi": "finnish suomi",
    "pl": "polish polski",
    "cs": "czech čeština",
    "ro": "romanian română",
    "hu": "hungarian magyar",
    "tr": "turkish türkçe",
    "id": "indonesian bahasa",
    "vi": "vietnamese tiếng",
    "ru": "russian русский",
    "uk": "ukrainian українська",
    "el": "greek ελληνικά",
    "he": "hebrew עברית iw",
    "ar": "arabic العربية",
    "fa": "persian farsi فارسی",
    "hi": "hindi हिन्दी",
    "th": "thai ไทย",
    "ko": "korean 한국어",
    "ja": "japanese 日本語",
    "zh": "chinese mandarin 中文 汉语 漢語",
    "bg": "bulgarian български",
    "bn": "bengali বাংলা",
    "ca": "catalan català",
    "et": "estonian eesti",
    "hr": "croatian hrvatski",
    "lt": "lithuanian lietuvių",
    "lv": "latvian latviešu",
    "sk": "slovak slovenčina",
    "sl": "slovenian slovenščina",
    "sr": "serbian српски srpski",
    "ta": "tamil தமிழ்",
    "ur": "urdu اردو",
}
# Which a list of languages offers, the most usual first.
CODES = tuple(_NAMES)
_CODES = {name: code for code, names in _NAMES.items() for name in names.split()}

_PROFILES = {
    "en": "the of and to in a that he was it his is with as i for had you not be her on at by which"
    " have from this him my they were but she there their are we been would what who or so when",
    "fr": "de la le et les à l' un il des en une que dans qui pas ne du ce elle se pour sur je au"
    " par"
    " avec plus son était est mais nous vous cette ses comme sans leur tout ou où si aux être",
    "de": "der die und in den das von zu ist nicht mit sich des dem ein eine auf er es sie im als"
    " auch"
    " war ich an wie so aus bei nach wenn nur wir aber oder noch durch einen einer hatte über dass",
    "es": "de la que el en y a los se del las un por con no una su para es al lo como más pero"
    " sus le"
    " ya o este había cuando muy sin sobre también me hasta hay donde quien desde todo era está",
    "it": "di e il la che in un a per è una non del si della le con i da al lo come dei più ma"
    " gli nel"
    " alla ed era sono anche delle dal suo se ci questo mi aveva perché quando nella o ha su",
    "pt": "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele"
    " das à"
    " seu sua ou quando muito nos já eu também só pelo pela até isso ela entre era depois é foi",
    "nl": "de het een van en in is dat op te zijn met voor niet aan er om ook als dan maar bij"
    " uit nog"
    " naar door over hij ze was wat je hem haar werd had ik zij deze wel geen of kan tot hun",
    "sv": "och att det i en jag hon som han på den med var sig för så till är men ett om hade de"
    " av icke"
    " inte mig du henne då sin nu har när från vid ut kunde vad över än där",
    "da": "og i at det en den til er som på de med han af for ikke der var sig et men har om vi"
    " jeg hun"
    " ham mod fra havde ud så hans nu over da eller efter ved også blev deres",
    "no": "og i det på som er en til å han av for at med var de den ikke seg et om fra men hun"
    " hadde så"
    " ble etter jeg ved da hans være eller ut nå over der noe når bare",
    "fi": "ja on ei se hän oli että ole en mutta hänen kun niin kuin mitä joka jos nyt sen myös"
    " vain"
    " tai sitten olen olisi he mukaan jo minä sitä vielä oli ovat siitä mikä",
    "pl": "w i na z do się nie to że jest o a jak za po od co przez ale był tym już dla tego tak"
    " jego"
    " czy było tylko jej może przed ich być który która które gdy kiedy są jeszcze",
    "cs": "a v se na je to že s z do o i jako za by ale po jsem tak si ve který byl jeho od pro"
    " jak už"
    " není byla bylo jen nebo když ještě aby však jsou jeho podle být před",
    "ro": "de și în a la cu o pe un nu că să mai din se care este pentru ce era ca au fost sau"
    " dar prin"
    " după lui îl îi nici fi avea sunt unei acest până când doar",
    "hu": "a az és hogy nem is egy volt ez de csak már mint meg ha el azt aki még ki vagy mert után"
    " amely lehet minden majd ezt pedig sem így most kell olyan",
    "tr": "ve bir bu da de için ile çok ne o ama gibi daha kadar değil ben var sonra mi her"
    " olarak ki"
    " olan onu kendi diye en şey hiç zaman ya içinde bana sen",
    "id": "yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena tersebut"
    " bisa ada mereka lebih kata tahun sudah atau saat oleh menjadi orang ia dia telah adalah",
    "vi": "và của là có không trong được một cho với các người đã như này đó những khi để từ đến ra"
    " cũng về nhưng tôi anh ông lại thì mà còn sẽ",
    "ru": "и в не на что он с как я а его это к но по из у она за от так же то все бы было был ее"
    " мне"
    " только о еще если уже или когда для вы мы чтобы они до вот",
    "uk": "і в не на що він з як я а його це до але по із у вона за від так же то все б було був її"
    " мені тільки про ще якщо вже або коли для ви ми щоб вони та й",
}
_STOP_WORDS = {code: frozenset(profile.split()) for code, profile in _PROFILES.items()}
_ELIDED = re.compile(r"^(?:[cdjlmnst]|qu)['’]")


def code_of(language: str) -> str:
    """The two-letter code of a language given as a tag or a name; the tag itself if unknown."""
    first = (re.split(r"[-_\s(,]", language.strip().casefold()) or [""])[0]
    return _CODES.get(first, first)


def name_of(language: str) -> str:
    """A language in words, for a model and for a list: "Portuguese (pt-BR)"; the tag if unknown."""
    code = code_of(language)
    if code not in _NAMES:
        return language
    names = _NAMES[code].split()
    name, told = names[0].capitalize(), language.strip()
    return name if told.casefold() in (code, *names) else f"{name} ({told})"


def direction(language: str) -> str:
    """`rtl` for languages written from the right, else `ltr`."""
    is_latin = "latn" in language.casefold()
    return "rtl" if code_of(language) in _WRITTEN_FROM_THE_RIGHT and not is_latin else "ltr"


def tag_of(language: str) -> str:
    """The language as a tag, also where an author wrote its name; `und` where there is none."""
    tag = language.strip().replace("_", "-")
    is_tag = _TAG.fullmatch(tag) and len(tag.split("-")[0]) <= 3
    known = tag if is_tag else code_of(language)
    return known if _TAG.fullmatch(known) else "und"


def direction_of(text: str) -> str:
    """`rtl` or `ltr` by the first letter that has a direction; nothing where none has."""
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        if kind in ("L", "R", "AL"):
            return "ltr" if kind == "L" else "rtl"
    return ""


def contradicts(text: str, language: str) -> bool:
    """Whether the text is certainly not in the language; never for fewer than 30 words."""
    prose = "\n\n".join(block for block in paragraphs(text) if not is_fenced(block))
    script = _script_of(language)
    found = words(prose)
    if script is None or len(found) < MIN_WORDS:
        return False
    return _is_in_another_script(prose, script) or _has_other_stop_words(found, code_of(language))


def guess(text: str) -> str:
    """The language that a text is most likely in, as a code; English where nothing says more."""
    prose = "\n".join(block for block in paragraphs(text) if not is_fenced(block))
    counts = {name: len(letters.findall(prose)) for name, letters in _LETTERS.items()}
    # Addresses, code and terms are in Latin letters everywhere.
    script = max(counts, key=lambda name: counts[name] * (1 if name == "Latin" else 3))
    if script == "Han" and counts["Kana"] > 0.1 * counts["Han"]:
        script = "Kana"
    codes = [code for code, of in _SCRIPT_OF.items() if of == script]
    found = Counter(_ELIDED.sub("", word) for word in words(prose))
    known = {c: sum(found[w] for w in _STOP_WORDS[c]) for c in codes if c in _STOP_WORDS}
    if any(known.values()):
        return max(known, key=lambda code: known[code])
    return codes[0] if codes and counts[script] else "en"


def _script_of(language: str) -> str | None:
    subtags = re.split(r"[-_]", language.casefold())[1:]
    named = next((_SUBTAG_SCRIPTS[tag] for tag in subtags if tag in _SUBTAG_SCRIPTS), None)
    return named or _SCRIPT_OF.get(code_of(language))


def _is_in_another_script(text: str, expected: str) -> bool:
    counts = {name: len(letters.findall(text)) for name, letters in _LETTERS.items()}
    total = sum(counts.values())
    if total < MIN_WORDS:
        return False
    east_asian = counts["Kana"] + counts["Han"]
    if expected == "Kana" and east_asian > total / 2:
        return counts["Kana"] < 0.02 * east_asian
    if expected == "Han" and east_asian > total / 2:
        return counts["Kana"] > 0.25 * east_asian
    return counts[expected] < 0.2 * total and max(counts.values()) > 0.6 * total


def _has_other_stop_words(found: list[str], expected: str) -> bool:
    """Whether the small words are clearly those of another language that we know as well."""
    if expected not in _STOP_WORDS:
        return False
    counts = Counter(_ELIDED.sub("", word) for word in found)
    shares = {
        code: sum(counts[word] for word in profile) / len(found)
        for code, profile in _STOP_WORDS.items()
    }
    return max(shares.values()) >= 0.22 and max(shares.values()) >= 3 * shares[expected]
