"""What models say around a text instead of the text: greetings, offers, excuses, thinking aloud."""

import re
from itertools import pairwise

from studio.core.prose import count_words, paragraphs, sentence_ends

_AGREE = (
    r"(?:sure(?: thing)?|certainly|of course|absolutely|definitely|okay|ok|alright|all right|great|"
    r"gladly|understood|got it|no problem|with pleasure|d['’]accord|bien sûr|certainement|"
    r"volontiers|"
    r"avec plaisir|natürlich|gerne?|selbstverständlich|sicher|klar|claro(?: que s[íi]m?)?|"
    r"por supuesto|"
    r"desde luego|con gusto|certo|certamente|naturalmente|volentieri|com certeza|claramente|"
    r"natuurlijk|"
    r"zeker|graag|självklart|absolut|selvfølgelig|naturligvis|jasne|oczywiście|samozřejmě|desigur|"
    r"persze|tabii(?: ki)?|elbette|tentu(?: saja)?|конечно|разумеется|хорошо|звісно|звичайно|"
    r"当然(?:可以)?|當然(?:可以)?|好的|没问题|沒問題|もちろん(?:です)?|承知(?:しました|いたしました)|"
    r"わかりました|물론(?:입니다|이죠)?|알겠습니다|네|"
    r"بالتأكيد|بالطبع|حسن[اًا]*|بكل سرور|بله|حتما|बिल्कुल|ज़रूर)"
)
_LEAD = (
    r"(?:here(?:['’]s| is| are| you go| comes| it is)|below (?:is|are)|the following (?:is|are)|"
    r"this is (?:the|a|my|your) (?:draft|revised|requested|new) |i(?:['’]ll| will|['’]d| would|"
    r"['’]m| am|"
    r"['’]ve| have| can) (?:be |now |gladly |happily |just |try to |do my best|happy |"
    r"glad )*(?:happy|glad|"
    r"help|writ(?:e|ten)|draft(?:ed)?|continued?|revised?|rewrit(?:e|ten)|created?|generated?|"
    r"provided?|"
    r"composed?|craft(?:ed)?|produced?|start|begin|do my best)\b|let(?:['’]s|"
    r" me) (?:now )?(?:write|draft|"
    r"continue|revise|begin|start|dive|create|craft|help)\b|voici|voilà|ci-dessous|"
    r"je vais (?:vous |maintenant )?(?:écrire|rédiger|continuer|proposer|réviser)|"
    r"hier (?:ist|sind|kommt|folgt)|im folgenden|"
    r"nachfolgend|ich (?:werde|habe)|aquí (?:está|tienes?|te dejo|va)|a continuación|ecco|"
    r"(?:qui )?di seguito|aqui (?:está|vai|tem)|segue|a seguir|abaixo|hier (?:is|zijn|volgt)|"
    r"hieronder|"
    r"här (?:är|kommer)|her (?:er|kommer)|tässä|oto|poniżej|zde je|tady je|iată|íme|işte|aşağıda|"
    r"berikut|ini adalah|вот|ниже|ось|нижче|以下是|以下為|下面是|这是|"
    r"這是|这里是|以下は|以下に|こちらが|"
    r"다음은|아래는|여기|إليك|فيما يلي|هذا هو|در ادامه|यहाँ|यह रहा)"
)
_NOUN = (
    r"(?:\b(?:chapter|section|scene|passage|draft|text|prose|story|version|revision|rewrite|"
    r"paragraph|"
    r"essay|article|attempt|continuation|opening|beat|movement|response|answer|content|summary|"
    r"outline|book|"
    r"novel|chapitre|scène|brouillon|texte|suite|paragraphe|récit|réponse|kapitel|abschnitt|szene|"
    r"entwurf|fassung|absatz|fortsetzung|antwort|geschichte|capítulo|sección|escena|pasaje|"
    r"borrador|"
    r"texto|versión|párrafo|continuación|historia|capitolo|sezione|scena|bozza|testo|versione|"
    r"brano|"
    r"paragrafo|seção|secção|cena|rascunho|versão|trecho|parágrafo|hoofdstuk|sectie|concept|tekst|"
    r"versie|verhaal|kapitlet|avsnitt(?:et)?|utkast(?:et)?|texten|rozdział|fragment|wersja|"
    r"kapitola|"
    r"capitolul|textul|fejezet|bölüm|taslak|metin|bab|teks)s?\b|"
    r"глав|раздел|сцен|текст|чернов|верси|отрыв|章|节|節|段落|草稿|正文|文本|内容|版本|本文|原稿|文章|"
    r"セクション|シーン|초안|본문|챕터|섹션|فصل|قسم|مشهد|نص|مسودة|متن|अध्याय)"
)
_ASKED = (
    r"(?:you (?:asked|requested|wanted)|as requested|(?:requested|generated|revised|rewritten|"
    r"updated|"
    r"improved|completed|full) (?:\w+ )?(?:chapter|section|scene|passage|draft|text|version)|"
    r"based on (?:the|your)|according to your|following your|demandée?|souhaitée?|gewünschte|"
    r"überarbeitete|solicitad[oa]|richiest[oa]|solicitad[oa]|gevraagde|根据您|按照您|ご要望|ご依頼)"
)
_MARKS = r"[!,.:;…—–\-！，。、：~\s]*"
_GREETING = re.compile(rf"[*_]*{_AGREE}[*_]*(?:[!,.:;…—–！，。、：]|\s(?={_LEAD}))", re.IGNORECASE)
_GREETED_LEAD = re.compile(rf"[*_]*{_AGREE}{_MARKS}{_LEAD}", re.IGNORECASE)
_EXCLAIMED = re.compile(rf"[*_]*{_AGREE}[*_]*[!！]", re.IGNORECASE)
_LED = re.compile(rf"[*_]*{_LEAD}", re.IGNORECASE)
_NAMES_TEXT = re.compile(_NOUN, re.IGNORECASE)
_WAS_ASKED = re.compile(_ASKED, re.IGNORECASE)
_TALE = re.compile(
    r"\b(?:story|book|novel|prose|summary|content|answer|histoire|récit|geschichte|historia|storia|"
    r"história|verhaal)\b",
    re.IGNORECASE,
)
_TO_COLON = re.compile(r"[^\n:：]{1,240}[:：][*_]*(?=\s|$|[\u3000-\u9fff])")
_LISTS_OR_QUOTES = re.compile(r">|[-*+] |\d+[.)] ")
_LABEL = re.compile(
    r"[*_#\s]*(?:assistant|response|answer|output|réponse|antwort|respuesta)[*_]*:[*_]*\s*\n", re.I
)

_OFFER = re.compile(
    r"[\[(*_\s]*(?:(?:please )?let me know|(?:please )?feel free|hope this helps|"
    r"i hope (?:this|that|you|it)\b|would you like me to|do you want me to|is there anything|"
    r"if you(?:['’]d like|['’]d prefer| would like| want| need| have)\b[^.!?]{0,90}"
    r"\b(?:let me know|i can|i['’]d be|i['’]ll|feel free|just ask|please|tell me)\b|"
    r"(?:shall|should) i (?:continue|proceed|revise|expand|go on)|"
    r"i can (?:also )?(?:expand|revise|adjust|continue|write)|"
    r"this (?:draft|version|passage|scene|revision) (?:should|meets?|aims?|captures?|"
    r"follows?|keeps?|maintains?|comes|runs|is (?:about|around|approximately|roughly))|"
    r"n['’]hésitez pas|"
    r"dites-moi|souhaitez-vous|voulez-vous que|j['’]espère que|"
    r"lass(?:en sie)? (?:es )?mich wissen|"
    r"sag(?:en sie)? mir|möchte(?:n sie|st du)|ich hoffe|gerne kann ich|avísame|hazme saber|"
    r"¿(?:te gustaría|quieres que|desea)|espero que|fammi sapere|vuoi che|spero che|se vuoi|"
    r"me avise|(?:você )?gostaria que|se quiser|laat (?:het )?(?:me|mij)|wil je dat|ik hoop|"
    r"låt mig veta|daj mi znać|mam nadzieję|дайте (?:мне )?знать|надеюсь|если (?:вы )?хотите|"
    r"хотите|"
    r"如果您|如果你(?:需要|希望|想)|希望(?:这|您|以上)|请告诉我|需要我|ご(?:要望|希望|意見)|何か|必要であれば|"
    r"원하시면|도움이 되|أخبرني|هل تريد|هل ترغب|آمل)",
    re.IGNORECASE,
)
_ABOUT_THE_WORK = re.compile(
    r"\b(?:chapter|section|scene|passage|draft|version|paragraph|chapitre|scène|kapitel|abschnitt|"
    r"szene|fassung|entwurf|capítulo|escena|versión|capitolo|scena|versione|cena|versão|hoofdstuk|versie|"
    r"changes?|adjust\w*|revis\w+|modif\w+|edits?|feedback|tone|further|helps?|helpful|"
    r"assist\w*|anything else|meets?|expand\w*|like me to|want me to|questions?|modifi\w+|änder\w+|"
    r"anpass\w+|fragen|hilft|cambi\w+|ajust\w+|modific\w+|ayuda|aiut\w+|ajud\w+|mudan\w+|wijzig\w+|"
    r"helpt|ändr\w+|zmian\w*|wersj\w*|измен\w*|помог\w*)\b|修改|调整|帮助|继续|变更|変更|修正|お知らせ|수정|تعديل",
    re.IGNORECASE,
)
_FOOTER = re.compile(
    r"[\[(*_\s]*(?:(?:approx\w*\.? |total )?word ?count\s*[:：]?[*_]*\s*(?:~|about |"
    r"approx\w*\.? )?\d[\d.,]*"
    r"(?: words)?|(?:about |approx\w*\.? |~)?\d[\d.,]* words|"
    r"(?:the )?end of (?:the )?(?:chapter|section|scene|passage|draft|movement)(?: [\w.]+)?|"
    r"to be continued|字数\s*[:：]\s*(?:约)?\d+字?|nombre de mots\s*: ?\d+|"
    r"wortzahl\s*: ?\d+)[\])*_.\s]*",
    re.IGNORECASE,
)

_SELF = re.compile(
    r"\b(?:as an ai\b|as an? (?:\w+ )?language model|i['’]?a?m (?:just |only )?an? (?:ai|"
    r"language model)\b|"
    r"en tant qu['’](?:ia\b|intelligence artificielle|une ia|un modèle de langage|assistant ia)|"
    r"als (?:ki\b|ki-|künstliche intelligenz|sprachmodell|ai-taalmodel|taalmodel)|"
    r"como (?:una? )?(?:ia\b|inteligencia artificial|inteligência artificial|"
    r"modelo de (?:lenguaje|linguagem))|"
    r"come (?:ia\b|intelligenza artificiale|modello linguistico)|jako (?:ai\b|model językowy))|"
    r"как (?:ии\b|искусственный интеллект|языковая модель)|作为(?:一个)?(?:ai|人工智能|语言模型)|"
    r"(?:ai|言語モデル)として|ai 언어 ?모델|بصفتي (?:نموذج|ذكاء)|كنموذج لغ",
    re.IGNORECASE,
)
_WORK = (
    r"(?:help|assist|fulfil\w*|comply|write|create|generate|continue|provide|complete|produce|"
    r"engage|do that|"
    r"do this|respond|answer)\b(?! (?:but|\w+ing)\b)"
)
_EXCUSE = re.compile(
    rf"(?:i['’]?a?m (?:very |really |so )?sorry|sorry|i apologi[sz]e|my apologies|"
    rf"unfortunately)?[,.;:!]?\s*"
    rf"(?:but )?i (?:can['’]?t|cannot|can not|won['’]?t|will not|am unable to|['’]?m unable to|"
    rf"am not able to|"
    rf"['’]?m not able to|must decline to)\s*{_WORK}|i['’]m (?:unable|not able) to {_WORK}|"
    r"je (?:suis désolée?|regrette)[, ]+mais|je ne peux pas (?:vous aider|répondre|écrire|générer)|"
    r"(?:es )?tut mir leid,? (?:aber )?|leider kann ich|ich kann (?:ihnen|dir|dabei|"
    r"das) (?:leider )?nicht|"
    r"lo siento, (?:pero )?no puedo|no puedo ayudar|mi dispiace,? (?:ma )?non posso|"
    r"non posso aiutar|"
    r"(?:desculpe|lamento|sinto muito),? (?:mas )?não posso|não posso ajudar|"
    r"het spijt me,? (?:maar )?|"
    r"(?:ik kan (?:u|je) niet helpen)|jag kan (?:tyvärr )?inte hjälpa|przykro mi, ale|"
    r"przepraszam, ale|"
    r"извините,? но я|к сожалению,? я не могу|я не могу (?:помочь|написать)|"
    r"(?:对不起|抱歉|很抱歉|對不起)[，,]?我?(?:无法|不能|無法)|我(?:无法|不能)(?:提供|协助|帮助|满足)|"
    r"申し訳(?:ありません|ございません)|죄송(?:하지만|합니다)|"
    r"عذر[اًا]+|آسف|لا أستطيع مساعدتك|متأسفم",
    re.IGNORECASE,
)

_THOUGHT_TAGS = r"(?:think|thinking|thought|thoughts|reasoning|analysis|reflection|scratchpad)"
_THOUGHT = re.compile(
    rf"^[ \t]*(?:<({_THOUGHT_TAGS})>.*?</\1>|\[THINK\].*?\[/THINK\]|◁think▷.*?◁/think▷|"
    r"<\|channel\|>analysis.*?(?:<\|end\|>|(?=<\|channel\|>final)))[ \t]*\n?",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_THOUGHT_OPENS = re.compile(
    rf"^[ \t]*(?:<{_THOUGHT_TAGS}>|\[THINK\]|◁think▷|<\|channel\|>analysis)",
    re.IGNORECASE | re.MULTILINE,
)
_THOUGHT_ENDS = re.compile(
    rf"(?:</{_THOUGHT_TAGS}>|\[/THINK\]|◁/think▷)[ \t]*(?:\n|$)", re.IGNORECASE
)
_CONTROL_TOKENS = re.compile(
    r"\A\s*(?:<\|(?:im_start|start|begin_of_text|channel|message|assistant)\|>(?:assistant|"
    r"final)?\s*|<s>\s*)+"
    r"|(?:<\|(?:im_end|eot_id|endoftext|end|return|end_of_text)\|>|</s>)(?s:.*)\Z"
)
_QUOTES = "\"“”„«»‹›「『‘’'—–-"
_SHORT_REMARK = 60
_SHORT_REPLY = 120


def without_thoughts(text: str) -> str | None:
    """The text without its blocks of reasoning; None when one of them never ends."""
    text = _CONTROL_TOKENS.sub("", _THOUGHT.sub("", text))
    if ending := _THOUGHT_ENDS.search(text):
        # Some chat templates put the opening tag into the prompt: only its end is in the reply.
        text = text[ending.end() :]
    return None if _THOUGHT_OPENS.search(text) else text.lstrip("\n")


def preamble(text: str) -> str:
    """The words to the author before the text, when it is plain where they end; else nothing."""
    if label := _LABEL.match(text):
        return label.group()
    first = paragraphs(text)[0] if text.strip() else ""
    line = first.split("\n", 1)[0]
    is_greeted = _GREETED_LEAD.match(first) is not None
    if (colon := _TO_COLON.match(line)) and (is_greeted or _introduces(colon.group(), text)):
        return colon.group()
    if is_greeted:
        return _first_remarks(first)
    return next((block for block in (first, line) if _is_remark(block)), "")


def is_addressed_to_author(text: str) -> bool:
    """Whether the text opens by answering the request."""
    return _GREETED_LEAD.match(text) is not None


def offer(text: str) -> str:
    """The offer, hope or word count after the text has ended; else nothing."""
    blocks = paragraphs(text)
    last = blocks[-1] if blocks else ""
    for block in (last, last.rsplit("\n", 1)[-1]):
        if _FOOTER.fullmatch(block) or _is_offer(block):
            return block
    return ""


def is_refusal(text: str) -> bool:
    """Whether the reply excuses itself instead of writing."""
    opening = text.lstrip("#* \n")[:400]
    if not opening or opening[0] in _QUOTES:
        return False
    if _SELF.search(_first_sentences(opening, 2)):
        return True
    return count_words(text) <= _SHORT_REPLY and _EXCUSE.match(opening) is not None


def _introduces(lead: str, text: str) -> bool:
    """Whether a phrase that ends in a colon announces the text rather than belongs to it."""
    names_text = _LED.match(lead) and _NAMES_TEXT.search(lead) and not _TALE.search(lead)
    if not names_text:
        return False
    rest = text[len(lead) :]
    if rest.startswith("\n"):
        # "Here are the topics of this chapter:" before a list is the author's own sentence.
        return not _LISTS_OR_QUOTES.match(rest.lstrip())
    return _NAMES_TEXT.search(lead[-30:]) is not None


def _is_remark(block: str) -> bool:
    """Whether the whole block speaks of the text that follows it."""
    if count_words(block) > _SHORT_REMARK:
        return False
    if _EXCLAIMED.fullmatch(block.strip()):
        return True
    return _LED.match(block) is not None and _WAS_ASKED.search(block) is not None


def _first_remarks(first: str) -> str:
    """The greeting and the sentences about the text, which may follow in the same paragraph."""
    said = 0
    for start, end in pairwise([0, *sentence_ends(first), len(first)]):
        sentence = first[start:end].strip()
        if not (_GREETING.match(sentence) or _LED.match(sentence) or _is_offer(sentence)):
            break
        said = end
    # "Certainly, I will help you" may be a story: a remark names what was asked for.
    return first[:said] if _NAMES_TEXT.search(first[:said]) else ""


def _is_offer(block: str) -> bool:
    is_short = 0 < count_words(block) <= _SHORT_REMARK
    if not is_short or block[0] in _QUOTES:
        return False
    if _SELF.match(block):
        return True
    opening = _OFFER.match(block)
    return opening is not None and _ABOUT_THE_WORK.search(block, opening.end()) is not None


def _first_sentences(text: str, n: int) -> str:
    ends = list(sentence_ends(text))[:n]
    return text[: ends[-1]] if len(ends) == n else text
