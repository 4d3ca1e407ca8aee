"""Abilities recognised by their form: what kind of ability a line is, and sentences that touch no characteristic."""

from __future__ import annotations

import re
from typing import Final

from ..ability import Form

TRIGGER: Final = re.compile(r"(?:[A-Z~][\w'!,-]*(?: [\w'!-]+){0,4} — )?(?:When|Whenever|At) ")
LOYALTY: Final = re.compile(r"(?:\[?[+−-]?(?:\d+|X)\]?): ")
_COST_SIGN: Final = re.compile(r"\{[^}]*\}")
# How a cost that is no symbol begins (602.1a, 118).
_COST_WORD: Final = re.compile(
    r"(?:Sacrifice|Discard|Pay|Tap|Untap|Exile|Remove|Return|Put|Reveal|Mill|Unattach|Collect|Exert|Blight|Behold"
    r"|Waterbend"
    r"|Forage|Say|Waterbend|Choose|Crew|Earthbend|Turn|Flip|Have|Search|Shuffle|Two|Adopt|Transform) "
)
ADD: Final = re.compile(
    r"\bAdd (?:\{|one mana|two mana|three mana|an amount|X mana|an additional|that much|mana|\w+ mana|[A-Za-z ]*mana)"
)
ENTERING: Final = re.compile(
    r"(?:As (?:~|this \w+) (?:enters|is turned face up|becomes attached|transforms)\b|(?:~|This \w+) enters\b(?! or )"
    r"|You may have (?:~|this \w+) enter\b|If [^,\"]*, (?:it|~|this \w+) enters\b)"
)
_LABEL: Final = re.compile(r"^[A-Z][\w'!?,-]*(?: [\w'!?,-]+){0,5} — (?=.)")


def cost_end(line: str) -> int:
    """Return the offset of the colon that ends a cost, or -1: "{2}, {T}, Sacrifice this artifact: ..."."""
    quoted = False
    for place, sign in enumerate(line):
        if sign == '"':
            quoted = not quoted
        elif sign == ":" and not quoted:
            cost = _LABEL.sub("", line[:place])
            parts = [part.strip() for part in cost.split(",")]
            fits = bool(parts) and (bool(_COST_SIGN.match(parts[0])) or bool(_COST_WORD.match(parts[0] + " ")))
            return place if fits and "." not in cost.replace("{.5}", "") else -1
        elif sign == "." and not quoted:
            return -1
    return -1


def form_of(line: str) -> Form | None:
    """Return the form of a normalised line, or None for one that is a static ability or a spell's instruction."""
    if TRIGGER.match(line):
        return "triggered"
    if LOYALTY.match(line):
        return "loyalty"
    if (end := cost_end(line)) >= 0:
        effect = line[end + 1 :].strip()
        mana = ADD.search(effect) and "target" not in effect.split("Add")[0]
        return "mana" if mana else "activated"
    if ENTERING.match(_LABEL.sub("", line)):
        return "entering"
    if re.match(r"(?:I|II|III|IV|V|VI)(?:, (?:I|II|III|IV|V|VI))* — ", line):
        return "triggered"
    if re.match(r"Choose (?:one|two|three|up to|any number)[\w ]* — ?\n?|Choose one or", line):
        return "spell"
    return None


# Sentences about costs, permissions, prohibitions, damage and counters: they change what players and the game do,
# never what an object is (613.11). Each is a whole sentence; nothing in it may speak of being or having.
_RULES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"Skip your [\w ]+ step\.",
        r"(?:Prevent|All damage|Damage|If (?:a|any|damage|an|one or more|noncombat|combat)\b)[^\"]*\b(?:damage|life"
        r"|counters?|tokens?)\b[^\"]*\.",
        r"(?:You|Players|Your opponents|Each opponent|Each player|Opponents|Enchanted player) (?:may|can|can't|don't"
        r"|skip)\b[^\"]*\.",
        r"(?:Any player|No more than \w+|No player|Only|Nonactive|Each player)[^\"]*\.",
        r"[^\"]*?\b(?:can't|can|must|doesn't|don't|attacks?|blocks?) (?:attack|block|be|untap|cause|cast|activate"
        r"|become|crew|transform|win|lose the|lose life"
        r"|draw|search|gain life|play|each|this|have more|have counters|have -1/-1|phase|lower|put|pay|get poison|get"
        r" counters|choose|target|prevent|deal|enter)\b[^\"]*\.",
        r"[^\"]*?\bcosts? (?:up to )?(?:\{[^}]+\})+ (?:less|more)[^\"]*\.",
        r"[^\"]*?\b(?:enters?|entering)\b[^\"]*\.",
        r"If [^\"]*? would [^\"]*\.",
        r"If ~ is in your opening hand, you may begin the game with it on the battlefield\.",
        r"If this card is in your opening hand, [^\"]*\.",
        r"(?:As an additional cost to cast|Cast|Activate|Spend|Mana|~ costs|This spell costs|This ability costs"
        r"|Rather than|You may spend|Ignore|Starting)\b[^\"]*\.",
        r"[^\"]*? (?:assigns?|deals?) (?:no )?(?:combat )?damage [^\"]*\.",
        r"[^\"]*? (?:attacks?|blocks?) (?:each|this|that) [^\"]*if able\.",
        r"(?:Play with|The \"legend rule\"|Activated abilities|Triggered abilities|Abilities|Loyalty abilities"
        r"|Counters|The legend rule)[^\"]*\.",
        r"Damage [^\"]*\.",
        r"This effect (?:doesn't|can't) [^\"]*\.",
        r"If [^\"]*?, you may (?:cast|pay|play|begin) [^\"]*\.",
        r"All creatures able to block [^\"]* do so\.",
        r"A deck can have [^\"]*\.",
        r"[^\"]* can be your commander\.",
        r"During [^\"]*?, (?:players|your opponents|you|each opponent|that player) (?:can't|may|can|skip)[^\"]*\.",
        r"(?:As long as|While|During|Once|For each) [^\"]*?, (?:you may|you can|players can't|your opponents can't"
        r"|prevent|creatures can't"
        r"|you don't|that player)[^\"]*\.",
        r"The \w+ rule doesn't apply[^\"]*\.",
        r"Creatures you control can't have [^\"]* counters put on them\.",
    )
)
# What would make a sentence an effect on characteristics after all.
_TOUCHES: Final = re.compile(
    r"\b(?:gets? [+-]|gains? (?!\w* ?life|control of)|has|have (?!counters|been|-1/-1)|loses? (?!life|the game|\d"
    r"|half|that much)|becomes? (?!blocked|tapped|untapped|the target|attached|the monarch)"
    r"|(?:is|are) (?:an? |also |all |every |the chosen|still|no longer an?|white|blue|black|red|green|colorless"
    r"|legendary|basic)"
    r"|isn't an?|aren't (?!on\b)|base power|in addition to|as though they were .* (?:types?|colors?)|copy of|under"
    r" your control instead|control of"
    r"|power and toughness|chosen type)\b"
)


def touches(text: str) -> bool:
    """Return whether a part of a sentence speaks of being or having something, so that a layer could be concerned."""
    return bool(
        _TOUCHES.search(
            re.sub(r"\bas though [^.,]*|\bcan't become suspected|\b(?:that|who) (?:has|have|is|are)\b", "", text)
        )
    )


def changes(text: str) -> bool:
    """Return whether an instruction may make a continuous effect on characteristics."""
    return bool(_CHANGES.search(re.sub(r'"[^"]*"', "", text)))


def is_rule(line: str) -> bool:
    """Return whether every sentence of a line is one of the patterns that touch no characteristic."""
    from .normalise import sentences

    return all(_is_rule(_LABEL.sub("", sentence)) for sentence in sentences(line))


def _is_rule(sentence: str) -> bool:
    if any(pattern.fullmatch(sentence) for pattern in _RULES):
        bare = re.sub(r"\b(?:as long as|if|unless|for each|that (?:has|have|is|are)) [^.,]*", "", sentence)
        bare = re.sub(r"\bas though [^.,]*", "", bare)
        return not _TOUCHES.search(bare)
    return False


# Instructions of a resolving spell or ability that make no continuous effect on characteristics, by their first words.
_INSTRUCTIONS: Final = re.compile(
    r"(?:You may (?!have)|You |Then |Target (?:player|opponent)s? |Each (?:player|opponent|other player|of them) "
    r"|That (?:player|opponent)s? |Its (?:controller|owner)s? "
    r"|Their (?:controller|owner)s? |Another target (?:player|opponent) |Any number of target players |Up to \w+"
    r" target players |An opponent "
    r"|For each |If |Repeat |Until end of turn, you |(?:Until|At) [^,]*, (?:you|exile|sacrifice|return|destroy|that"
    r" player|each|its controller|put|draw|untap|tap)"
    r"|When |Whenever |At |Activate |This ability |The |As an additional|Spend |Starting |Copy |Cast |Play |Enchanted"
    r" player |(?:Enchanted|Equipped) \w+'s (?:controller|owner) |Damage |All damage |Those (?:cards|tokens|players) "
    r"|That card |That spell "
    r")?"
    r"(?:draws?|discards?|untaps?|taps?|destroys?|exiles?|puts?|creates?|sacrifices?|returns?|attach(?:es)?|unattach"
    r"|scry|surveils?|mills?|search(?:es)?|shuffles?"
    r"|adds?|counters?|copy|copies|chooses?|rolls?|flips?|investigates?|regenerates?|removes?|reveals?|looks?"
    r"|prevents?|transforms?|fights?|proliferates?|populate|gains? (?:\d+|X|that much|life|\w+) life"
    r"|loses? (?:\d+|X|that much|half|life|the game|\w+ life)|deals?|activate|pays?|manifests?|amass|explores?|goads?"
    r"|connives?|casts?|plays?|phases?|turns?|exchanges?|takes?|skips?|ends?|wins?|doubles?"
    r"|bolsters?|support|adapts?|monstrosity|learns?|ventures?|detains?|suspects?|double|move|distribute|shuffle"
    r"|clash|vote|secretly|name|note|convert|cloak|discovers?|incubate|seek|conjure|amplif|tempts?"
    r"|gets? (?:an emblem|\w+ (?:energy|poison|experience|rad|ticket)|\{E\})|has|have|is|are|becomes? (?:the|tapped"
    r"|untapped|blocked|suspected|saddled|renowned|monstrous|goaded)|may|can't|can|must|isn't|aren't|don't|doesn't"
    r"|don|doesn"
    r"|attack|blocks?|enters?|dies|costs?|remains?|does|do|only|as a sorcery|once)\b",
    re.IGNORECASE,
)
_CHANGES: Final = re.compile(
    r"\b(?:gets? [+-]|gains? (?!(?:\d+|X|that much|twice|\w+|an amount of)? ?life\b)|(?:has|have) (?:base|flying"
    r"|haste|trample|\"|all|no abilities)"
    r"|loses? (?:all|flying|this|[a-z]+ (?:strike )?until)|becomes? (?:an? (?!new)|\d|the (?!target|monarch)"
    r"|colorless|copies|white|blue|black|red|green|\w+ (?:until|in))"
    r"|(?:it's|they're|is|are|is also) (?:an? [^.]*in addition|white|blue|black|red|green|all|\d+/\d+)|isn't an?|base"
    r" power|in addition to (?:its|their) other"
    r"|[Dd]oubles? .*(?:power|toughness)|[Ss]witch|replacing all|[Ee]xchange (?!life))"
)


def capital(text: str) -> str:
    """Return a text with a large first letter."""
    return text[:1].upper() + text[1:]


def is_instruction(sentence: str) -> bool:
    """Return whether a sentence of a resolving text makes no continuous effect on characteristics."""
    bare = re.sub(r'"[^"]*"', "", sentence)
    bare = re.sub(r"\btokens? (?:with|that's|that are|named) [^.]*", "token", bare)
    bare = re.sub(r"^(?:If|When|Whenever|Unless|At) [^,]*, ", "", bare)
    if _CHANGES.search(bare):
        return False
    before = r"^(?:(?:Then )?[Ii]f|[Uu]nless|When|Whenever|At the (?:beginning|end) of) [^,\"]*, "
    sentence = capital(re.sub(before, "", sentence))
    if re.match(
        r"This (?:ability|spell) still resolves if|"
        r"(?:The|Its) (?:\w+ ){1,3}cost is equal to|The new \w+ type can't be|For each [^,]*, (?:its"
        r" controller|that player|you|create|put|draw|destroy|exile)",
        sentence,
    ):
        return True
    if re.match(
        r"(?:~|This \w+|It|They|That \w+|Those \w+|Target [\w ]+|Enchanted \w+|Equipped \w+|Creatures [\w ]+"
        r"|Each [\w ]+|All [\w ]+|Up to [\w ]+) "
        r"(?:deals?|can't|can|doesn't|don't|enters?|phases?|explores?|connives?|fights?|must|attacks?|blocks?"
        r"|becomes? (?:suspected|saddled|renowned|monstrous|prepared|tapped)|transforms?|assigns?|adapts"
        r"|gains? \w+ life|is put|are put|is exiled)",
        sentence,
    ):
        return True
    return bool(_INSTRUCTIONS.match(sentence))
