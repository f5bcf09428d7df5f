"""Ways of writing the same English word: contractions, titles, and British spelling.

The contractions and titles are those that Whisper's normaliser expands, so that figures stay comparable.
"""

from __future__ import annotations

import re

from metrics.transcript.cardinals import listed

_CONTRACTIONS: tuple[tuple[str, str], ...] = (
    (r"\bwon't\b", "will not"),
    (r"\bcan't\b", "can not"),
    (r"\blet's\b", "let us"),
    (r"\bain't\b", "aint"),
    (r"\by'all\b", "you all"),
    (r"\bwanna\b", "want to"),
    (r"\bgotta\b", "got to"),
    (r"\bgonna\b", "going to"),
    (r"\b(?:i'ma|imma)\b", "i am going to"),
    (r"\bwoulda\b", "would have"),
    (r"\bcoulda\b", "could have"),
    (r"\bshoulda\b", "should have"),
    (r"\bma'am\b", "madam"),
    (r"'d been\b", " had been"),
    (r"'s been\b", " has been"),
    (r"'d gone\b", " had gone"),
    (r"'s gone\b", " has gone"),
    (r"'d done\b", " had done"),
    (r"'s got\b", " has got"),
    (r"n't\b", " not"),
    (r"'re\b", " are"),
    (r"'s\b", " is"),
    (r"'d\b", " would"),
    (r"'ll\b", " will"),
    (r"'t\b", " not"),
    (r"'ve\b", " have"),
    (r"'m\b", " am"),
)
_TITLES = {
    "mr": "mister",
    "mrs": "missus",
    "dr": "doctor",
    "st": "saint",
    "prof": "professor",
    "capt": "captain",
    "gov": "governor",
    "ald": "alderman",
    "gen": "general",
    "sen": "senator",
    "rep": "representative",
    "pres": "president",
    "rev": "reverend",
    "hon": "honorable",
    "asst": "assistant",
    "assoc": "associate",
    "lt": "lieutenant",
    "col": "colonel",
    "jr": "junior",
    "sr": "senior",
    "esq": "esquire",
}
_OUR = re.compile(
    r"^(\w*(?:col|flav|fav|behavi|hon|lab|neighb|harb|hum|rum|vap|arm|endeav|parl|sav|splend|rig|vig|od|tum"
    r"|savi))our((?:s|ed|ing|able|ably|ful|fully|ite|ites|less|er|ers|hood|hoods)?)$"
)
_ISE = re.compile(
    r"^((?:organ|reorgan|real|recogn|apolog|author|custom|emphas|final|minim|maxim|priorit|special|summar|util"
    r"|personal|standard|capital|categor|computer|critic|digit|econom|equal|formal|general|ideal|immun|legal|local"
    r"|memor|mobil|modern|normal|optim|penal|public|rational|social|stabil|symbol|sympath|synchron|visual)i)s"
    r"((?:e|ed|es|er|ers|ing|ation|ations)?)$"
)
_YSE = re.compile(r"^(anal|catal|paral)ys(e|ed|es|er|ers|ing)$")
_RE = re.compile(r"^((?:\w*met|cent|theat|lit|fib|calib|sab|spect|lust|somb))re(s?)$")
_LL = re.compile(
    r"^(cancel|travel|label|model|total|fuel|signal|counsel|level|channel|dial|quarrel|rival|tunnel|equal)"
    r"l(ed|ing|er|ers|or|ors)$"
)
_WORDS = dict(
    pair.split(":")
    for pair in listed(
        "programme:program programmes:programs cheque:check cheques:checks grey:gray tyre:tire tyres:tires "
        "kerb:curb aeroplane:airplane aeroplanes:airplanes catalogue:catalog catalogues:catalogs "
        "dialogue:dialog dialogues:dialogs cosy:cozy moustache:mustache pyjamas:pajamas mum:mom ageing:aging "
        "judgement:judgment acknowledgement:acknowledgment sceptical:skeptical aluminium:aluminum "
        "draught:draft mould:mold plough:plow licence:license licences:licenses defence:defense "
        "offence:offense pretence:pretense practise:practice practised:practiced practising:practicing "
        "enrol:enroll enrolment:enrollment fulfil:fulfill fulfilment:fulfillment instalment:installment "
        "instalments:installments skilful:skillful jewellery:jewelry marvellous:marvelous "
        "manoeuvre:maneuver storey:story "
        "alfa:alpha juliett:juliet whisky:whiskey"  # code words: as the alphabet has them, and as others write
    )
)


def expand(text: str) -> str:
    """A lower-case text with contractions written out."""
    for pattern, words in _CONTRACTIONS:
        text = re.sub(pattern, words, text)
    return text


def word(token: str) -> str:
    """The American spelling of a lower-case word, titles in full."""
    if token in _TITLES:
        return _TITLES[token]
    if token in _WORDS:
        return _WORDS[token]
    for pattern, replacement in (
        (_OUR, r"\1or\2"),
        (_ISE, r"\1z\2"),
        (_YSE, r"\1yz\2"),
        (_RE, r"\1er\2"),
        (_LL, r"\1\2"),
    ):
        changed = pattern.sub(replacement, token)
        if changed != token:
            return changed
    return token
