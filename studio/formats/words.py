"""The few words that a printed book adds to the author's, in the language of the book."""

from dataclasses import dataclass

from studio.core.language import code_of


@dataclass(frozen=True, slots=True)
class Words:
    contents: str
    unfinished: str
    change: str
    proposed: str
    unread: str
    stale: str
    untrusted: str


_WORDS = {
    "en": Words(
        "Contents",
        "This book is not finished. Still missing:",
        "As of change {}",
        "Proposed, not accepted",
        "Accepted unread",
        "Basis changed since it was written",
        "Distrusted",
    ),
    "fr": Words(
        "Table des matières",
        "Ce livre n’est pas terminé. Il manque encore\u00a0:",
        "État\u00a0: modification {}",
        "Proposé, non accepté",
        "Accepté sans relecture",
        "Fondement modifié depuis la rédaction",
        "Mis en doute",
    ),
    "de": Words(
        "Inhalt",
        "Dieses Buch ist noch nicht fertig. Es fehlen:",
        "Stand: Änderung {}",
        "Vorgeschlagen, nicht angenommen",
        "Ungelesen angenommen",
        "Grundlage seither geändert",
        "Als unzuverlässig markiert",
    ),
    "es": Words(
        "Índice",
        "Este libro no está terminado. Aún falta:",
        "A fecha del cambio {}",
        "Propuesto, sin aceptar",
        "Aceptado sin leer",
        "La base ha cambiado desde entonces",
        "Marcado como poco fiable",
    ),
    "it": Words(
        "Indice",
        "Questo libro non è finito. Mancano ancora:",
        "Aggiornato alla modifica {}",
        "Proposto, non accettato",
        "Accettato senza lettura",
        "Base cambiata dopo la scrittura",
        "Segnato come inaffidabile",
    ),
    "pt": Words(
        "Índice",
        "Este livro não está concluído. Ainda falta:",
        "Estado: alteração {}",
        "Proposto, não aceite",
        "Aceite sem leitura",
        "A base mudou desde a escrita",
        "Marcado como não fiável",
    ),
    "nl": Words(
        "Inhoud",
        "Dit boek is nog niet af. Er ontbreekt nog:",
        "Stand: wijziging {}",
        "Voorgesteld, niet aanvaard",
        "Ongelezen aanvaard",
        "Grondslag sindsdien veranderd",
        "Als onbetrouwbaar gemerkt",
    ),
    "ru": Words(
        "Содержание",
        "Книга не закончена. Пока нет:",
        "Состояние: изменение {}",
        "Предложено, не принято",
        "Принято без прочтения",
        "Основа с тех пор изменилась",
        "Помечено как ненадёжное",
    ),
    "zh": Words(
        "目录",
        "本书尚未完成，仍缺：",
        "截至第 {} 次修改",
        "已提出，尚未采纳",
        "未经阅读即采纳",
        "写成后依据已变",
        "已标为不可信",
    ),
    "ja": Words(
        "目次",
        "この本は未完成です。まだないもの：",
        "変更 {} の時点",
        "提案のみ、未採用",
        "未読のまま採用",
        "執筆後に前提が変更",
        "信頼できないとされた部分",
    ),
    "ar": Words(
        "المحتويات",
        "هذا الكتاب غير مكتمل. ما زال ينقصه:",
        "حتى التغيير {}",
        "مقترح، لم يُقبل بعد",
        "مقبول دون قراءة",
        "تغيّر أساسه بعد كتابته",
        "غير موثوق",
    ),
    "he": Words(
        "תוכן העניינים",
        "הספר אינו גמור. עדיין חסרים:",
        "נכון לשינוי {}",
        "הוצע, טרם התקבל",
        "התקבל ללא קריאה",
        "הבסיס השתנה מאז הכתיבה",
        "סומן כלא אמין",
    ),
}


def words_for(language: str) -> Words:
    """The words in the book's language, or in English."""
    return _WORDS.get(code_of(language), _WORDS["en"])
