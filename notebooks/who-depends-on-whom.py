# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Who depends on whom
#
# "Blood Moon depends on Life and Limb" is half a sentence. Dependency is no matter between two cards; it is asked on a
# board, of what is there. The whole sentence says what it takes: *with a Saproling*. Here that question is put to all
# pairs of the classics, and every answer is a board that shows it.
#
# The rules are those in force on 2026-09-25.

# %%
import textwrap
from collections import Counter
from itertools import combinations

from IPython.display import HTML, Markdown

from mtglayers import Board, IllegalEventError, depends, solve, what_if
from mtglayers.model.effects.ability import Static

DAY = "2026-09-25"


def table(heads, rows):
    """Return a table with one row for each of `rows`."""
    lines = [heads, ["---"] * len(heads), *rows]
    return Markdown("\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines))


# %% [markdown]
# ## One pair
#
# `depends` puts two cards on a board, in both orders, and asks who depends on whom, in either direction. Then it adds
# one plain object, then two: a land of some type, a vanilla creature. Which ones are worth trying is read off the
# words of the two cards. The first board that shows a reason (613.8a) is the witness for it, and there is none with
# fewer objects.

# %%
depends("Blood Moon", "Life and Limb", most=2, edition=DAY)

# %% [markdown]
# That nothing is found is an answer, too. It holds for all the boards that were tried, and says which they were.

# %%
none = depends("Humility", "Opalescence", most=3, edition=DAY)
assert not none.found
assert not none.bounded
none

# %% [markdown]
# Both set sizes in layer 7b, but what each applies to was fixed before: Humility's objects in layer 6, those of
# Opalescence in layer 4 (613.6). That argument is about all boards. A list of boards proves less, and can be checked by
# a machine.
#
# ## The classics
#
# Sixty cards that every judge has been asked about.

# %%
CLASSICS = """
Blood Moon; Magus of the Moon; Harbinger of the Seas; Life and Limb; Urborg, Tomb of
Yawgmoth; Yavimaya, Cradle of Growth; Prismatic Omen; Dryad of the Ilysian Grove;
Conversion; Celestial Dawn; Spreading Seas; Kormus Bell; Ashaya, Soul of the Wild;
Humility; Opalescence; Starfield of Nyx; Enchanted Evening; Titania's Song; March of the
Machines; Mycosynth Lattice; Painter's Servant; Conspiracy; Arcane Adaptation;
Xenograft; Dress Down; Yixlid Jailer; Song of the Dryads; Imprisoned in the Moon;
Kenrith's Transformation; Darksteel Mutation; Lignify; Control Magic; Confiscate; Act of
Treason; Clone; Vesuva; Mirrorweave; Cytoshape; Mind Bend; Magical Hack; Sleight of
Mind; Glorious Anthem; Crusade; Honor of the Pure; Muscle Sliver; Galerider Sliver;
Levitation; Archetype of Imagination; Tarmogoyf; Nightmare; Maro; Dryad Arbor; Svogthos,
the Restless Tomb; Wild Mongrel; Giant Growth; Turn to Frog; Twisted Image; About Face;
Rusted Relic; Blinkmoth Nexus
"""
classics = [" ".join(name.split()) for name in CLASSICS.split(";")]
assert len(classics) == len(set(classics)) == 60


AURAS = """
Spreading Seas; Song of the Dryads; Imprisoned in the Moon; Kenrith's Transformation; Darksteel
Mutation; Lignify; Control Magic; Confiscate
"""
auras = [" ".join(name.split()) for name in AURAS.split(";")]


def kind(name):
    """Return what a card brings with it: effects of its own while it is there, none, or only a spell's."""
    board = Board(players=["Ana", "Ben"], edition=DAY)
    board.enters("Grizzly Bears", as_="host")
    try:
        board.enters(name, as_="card", attached_to="host" if name in auras else None)
    except IllegalEventError:
        return "spells"
    abilities = board.object("card").card.faces[0].abilities
    static = any(isinstance(ability, Static) for ability in abilities)
    return "with static abilities" if static else "without"


kinds = {name: kind(name) for name in classics}
for each, number in Counter(kinds.values()).items():
    print(f"{number} {each}")

# %% [markdown]
# Spells have to resolve with targets first, and what has no static ability has nothing to depend with or to depend on.
# The others make these pairs. So that it takes seconds, each pair gets at most *one* plain object. An Aura is tried on
# the other card and on the plain object, as long as it may stay there.

# %%
cards = [name for name in classics if kinds[name] == "with static abilities"]
pairs = list(combinations(cards, 2))
found = [depends(one, other, most=1, edition=DAY) for one, other in pairs]
witnesses = [witness for each in found for witness in each.found]
assert not any(each.bounded for each in found)
print(f"{len(cards)} cards, {len(pairs)} pairs, {sum(each.boards for each in found):,} boards")
print(f"{len({(each.effect, each.on) for each in witnesses})} times one card depends on another")
print(f"{len(witnesses)} witness boards, one for each reason")

# %% [markdown]
# ## Every witness is solved again
#
# A witness is a claim about a board: on this one, at this step, the one depends on the other, for this reason. We solve
# each board and look for that very sentence. Where it took a plain object, we take that away: then the reason has to be
# gone.


# %%
def said(result, witness):
    """Return whether a solved board shows what a witness says, at whatever step."""
    return any(
        pair.words == witness.words and witness.reason in pair.dependency.reasons
        for step in result.layer(witness.layer).steps
        for pair in result.explainer.table(step).pairs
    )


for witness in witnesses:
    assert said(solve(witness.board), witness)
    if witness.objects:
        assert not said(what_if(witness.board, without=["plain-0"]).result, witness)

# %% [markdown]
# ## The table
#
# A row depends on a column. **E** is for existence, **S** for scope, **R** for result; a small letter needs something
# beside the two cards, such as a plain object, a large one needs nothing. Dots: on no board that was tried.


# %%
def beside(witness):
    """Return what a board has beside the two cards and what has resolved."""
    objects = [words for words, _ in witness.objects]
    return objects + [words for words in witness.where if not words.startswith("after ")]


def letters(effect, on):
    """Return the reasons why one card depends on another, as letters."""
    mine = [each for each in witnesses if (each.effect, each.on) == (effect, on)]
    return "".join(each.reason[0] if beside(each) else each.reason[0].upper() for each in mine) or "·"


rows = [name for name in cards if any(each.effect == name for each in witnesses)]
columns = [name for name in cards if any(each.on == name for each in witnesses)]
number = {name: place for place, name in enumerate(cards, 1)}
CELL = 'style="padding: 1px 4px; text-align: center"'


def matrix():
    """Return who depends on whom as HTML: a row for each card that depends on another."""
    head = "".join(f"<th {CELL}>{number[name]}</th>" for name in columns)
    body = "".join(
        f'<tr><th style="padding: 1px 6px; text-align: left; white-space: nowrap">{number[row]} {row}</th>'
        + "".join(f"<td {CELL}>{'' if row == column else letters(row, column)}</td>" for column in columns)
        + "</tr>"
        for row in rows
    )
    return HTML(f'<table style="font-size: 80%"><tr><th></th>{head}</tr>{body}</table>')


matrix()

# %% [markdown]
# The columns that are not rows as well:

# %%
others = [f"{number[name]} {name}" for name in columns if name not in rows]
neither = [name for name in cards if name not in rows and name not in columns]
print("; ".join(others))
print(textwrap.fill(f"In neither: {'; '.join(neither)}", 90))

# %% [markdown]
# And with what it takes:


# %%
def taken(witness):
    """Return a witness in few words: its reason and what it takes."""
    objects = [*beside(witness), *(f"{what} chosen" for _, what in witness.chosen if what != "Goblin")]
    return f"{witness.reason}: {', '.join(objects) or 'nothing else'}"


def told(name):
    """Return all that a card depends on, with what it takes."""
    by = {}
    for each in witnesses:
        if each.effect == name:
            by.setdefault(each.on, []).append(taken(each))
    return "<br>".join(f"{on} ({'; '.join(words)})" for on, words in by.items())


table(["card", "depends on"], [[name, told(name)] for name in rows])

# %% [markdown]
# ## What it shows
#
# Nearly everything happens in layer 4, where types decide who is concerned.

# %%
REASONS = ["existence", "scope", "result"]
layers = Counter(each.layer for each in witnesses)
both = Counter((each.layer, each.reason) for each in witnesses)
table(
    ["layer", *REASONS, "all"],
    [[layer, *(both[layer, why] for why in REASONS), all_of_them] for layer, all_of_them in sorted(layers.items())],
)

# %% [markdown]
# Who keeps the others waiting? The Auras that take everything away, and among them the one that may enchant anything.

# %%
waited_for = Counter(on for _, on in dict.fromkeys((each.effect, each.on) for each in witnesses))
most = sorted(waited_for.items(), key=lambda each: (-each[1], number[each[0]]))
assert most[0][0] == "Song of the Dryads"
table(["card", "how many depend on it"], most[:6])

# %% [markdown]
# Anthems and creatures that count are in no row and no column: in layers 7a to 7c nothing that one of them does matters
# to another. Nobody depends by *text* either; it takes two that act in layer 3, and the classics that do are spells.

# %%
assert not [each for each in witnesses if each.layer.startswith("7") or each.reason == "text"]
assert not {"Glorious Anthem", "Crusade", "Tarmogoyf", "Nightmare", "Maro"} & {*rows, *columns}

# %% [markdown]
# ## Three boards
#
# **Existence.** Humility takes abilities in layer 6, and so does Darksteel Mutation. With the Mutation on Humility, it
# would take Humility's own, and Humility would never begin. (The Mutation may stay there: it makes a creature of what
# it enchants.)


# %%
def witness(effect, on, reason):
    """Return the witness for one card depending on another for a reason."""
    return next(each for each in witnesses if (each.effect, each.on, each.reason) == (effect, on, reason))


def graph(witness):
    """Return the dependency graph of the step at which a witness shows."""
    return solve(witness.board).layer(witness.layer).steps[witness.step - 1].graph


graph(witness("Humility", "Darksteel Mutation", "existence"))

# %% [markdown]
# **Scope**, in both directions. Life and Limb finds in Yavimaya a Forest once each land is one; Yavimaya finds in the
# Saproling a land once Life and Limb has been there.

# %%
saproling = witness("Yavimaya, Cradle of Growth", "Life and Limb", "scope")
assert saproling.loop
assert saproling.objects == (("a Saproling creature", "Ana"),)
graph(saproling)

# %% [markdown]
# **Result.** Control Magic does the same in any case: you control enchanted creature. Who "you" is depends on who
# controls Control Magic, and Confiscate is on that.

# %%
graph(witness("Control Magic", "Confiscate", "result"))

# %% [markdown]
# ## In a loop at once
#
# Where each depends on the other, a loop is near, but each may need an object of its own. These are in a loop on one
# and the same witness board:

# %%
loops = {(frozenset((each.effect, each.on)), each.objects) for each in witnesses if each.loop}
for two, objects in sorted((sorted(two), objects) for two, objects in loops):
    print(" and ".join(two), "with", ", ".join(words for words, _ in objects) or "nothing else")

both_ways = {
    frozenset((each.effect, each.on))
    for each in witnesses
    if any((other.effect, other.on) == (each.on, each.effect) for other in witnesses)
}
print(f"{len(both_ways)} pairs depend in both directions, on some board each")

# %% [markdown]
# ## With two objects
#
# One plain object is not the end of it. Rusted Relic is a creature while its controller has three artifacts. With one
# plain object no board shows that, so `depends` tries a board on which conditions hold, with many permanents. With two
# plain objects a small board shows it: Rusted Relic takes itself away from Titania's Song.

# %%
assert "many permanents" in str(depends("Titania's Song", "Rusted Relic", most=1, edition=DAY))
depends("Titania's Song", "Rusted Relic", most=2, edition=DAY)

# %% [markdown]
# So a dot in the table speaks of boards with two cards and one plain object, and of a few boards in other situations.
# What it says, it says of all of them.
