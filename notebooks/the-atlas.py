# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # The atlas: who depends on whom in the whole game
#
# An effect depends on another one if the other would change what it does, what it applies to, or whether it exists
# (613.8a). Which cards can do that to each other? This notebook counts. It covers all permanents of the catalogue with
# static abilities that change something, in every ordered pair, and shows boards on which one depends on the other.
#
# Two questions are kept apart. *May* one card depend on another? That is decided from what their effects read and
# write, and a "no" holds on every board. *Does* it? That takes a board; the boards are small, contain the two cards and
# plain objects, and have been solved. "No board was found" proves nothing.

# %%
import inspect
import json
import re
import textwrap
from collections import Counter

from IPython.display import Markdown

from mtglayers import check, may_depend, read_puzzle, solve
from mtglayers.atlas.counts import counts
from mtglayers.atlas.graph import components, decide_group, pairs, triples
from mtglayers.atlas.sample import sample
from mtglayers.model.rules.edition import NEWEST, Edition
from mtglayers.solver.questions.atlas.pairs import CandidatePairs
from mtglayers.solver.questions.atlas.sweep import permanents


def table(heads, rows):
    """Return a table with one row for each of `rows`."""
    lines = [heads, ["---"] * len(heads), *rows]
    return Markdown("\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines))


def said(row):
    """Return what a board contains in addition to the two cards."""
    return row.objects or "nothing else"


# %% [markdown]
# ## What may depend
#
# For each layer, the columns (values of characteristics) that one card's effects read are joined with those that
# another card's effects write. That takes seconds for all pairs.

# %%
cards = permanents(NEWEST)
allowed = CandidatePairs(cards, NEWEST).counts()
every = allowed.pop("")
square = len(cards) ** 2
print(f"{len(cards):,} permanents, {square:,} ordered pairs; {every:,} of them may depend ({every / square:.1%})")
table(["layer", "pairs that may depend"], [[layer, f"{number:,}"] for layer, number in allowed.items() if number])

# %% [markdown]
# So of a hundred pairs, ninety-nine cannot depend on each other on any board, whatever else is on it. Two examples:

# %%
for one, other in (("Blood Moon", "Life and Limb"), ("Glorious Anthem", "Blood Moon")):
    layers = may_depend(one, other)
    print(f"{one} on {other}: {'layer ' + ', '.join(layers) if layers else 'never'}")

# %% [markdown]
# ## What does depend
#
# `mtglayers atlas build atlas/` decides all pairs: it solves boards until one shows the dependency, or gives up. What
# follows is from the sample that ships with the package. It has the counts of the whole atlas, and each pair of
# layers 1 to 5 for which a board was found, without the board itself, which is found again when it is needed.

# %%
shipped = sample()
rows, whole = shipped.rows, shipped.counts
print(f"rules of {shipped.manifest.edition}")
print(f"a board was found for {whole.found:,} of {whole.pairs:,} pairs ({whole.found / whole.pairs:.0%})")

# %% [markdown]
# By layer and reason (613.8a). A pair that may depend in two layers counts in both. It is tried until one board shows a
# dependency, so it counts once among those that do.

# %%
may = Counter()
for layers, number in whole.tried:
    may.update(dict.fromkeys(layers.split(), number))
found = dict(whole.layers)
reasons = {(layer, reason): number for layer, reason, number in whole.reasons}
kinds = ("text", "existence", "scope", "result")
table(
    ["layer", "may depend", "do", *kinds],
    [
        [layer, f"{number:,}", f"{found.get(layer, 0):,}", *(f"{reasons.get((layer, kind), 0):,}" for kind in kinds)]
        for layer, number in sorted(may.items())
    ],
)

# %% [markdown]
# How much does it take? Most boards need no plain object besides the two cards, and nearly all others need one.

# %%
table(["plain objects", "pairs"], [[size, f"{number:,}"] for size, number in whole.plains])

# %% [markdown]
# ## Who depends, and who decides
#
# The cards with the most dependencies, and the cards on which the most others depend, in all layers:


# %%
def most(effects, on):
    """Return a table of the cards with the most dependencies."""
    columns = [[f"{name} ({number:,})" for name, number in cards] for cards in (effects, on)]
    return table(["depend on the most cards", "the most cards depend on them"], list(zip(*columns, strict=True)))


most(whole.effects, whole.on)

# %% [markdown]
# In layers 1 to 5 alone, a card that asks for types in layer 4 waits for every card that gives types:

# %%
early = counts(rows, most=10)
most(early.effects, early.on)

# %% [markdown]
# Which objects do these boards need? They show what the effects ask for, most of which are in layer 4.

# %%
objects = Counter(words for row in rows for words in row.objects.split("; ") if words and ":" not in words)
table(["object", "boards"], [[words, f"{number:,}"] for words, number in objects.most_common(12)])

# %% [markdown]
# ## Loops
#
# If each card of a set depends on each other one, directly or through others of the set, they can be in a loop
# (613.8b). The sets are found in the graph of all dependencies; the dependencies may need different boards.

# %%
sets = components(rows)
for layer, names in sets[:6]:
    listed = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    print(textwrap.fill(f"layer {layer}, {len(names)} cards: {listed}", 100, subsequent_indent="    "))
print(f"{len(sets)} sets")

# %% [markdown]
# The largest set says little by itself. What counts is a board with the loop. Boards are searched for all pairs that
# depend on each other, and for the twenty triples of each layer with the most dependencies among them:

# %%
two, three = pairs(rows), triples(rows)
print(f"{len(two):,} pairs depend on each other, {len(three):,} triples directly or through the third card")
some = [
    group
    for layer in sorted({layer for layer, _ in three})
    for group in [group for group in three if group[0] == layer][:20]
]
loops = [decide_group(group, NEWEST) for group in (*two, *some)]
tally = Counter((len(loop.cards), loop.layer, loop.found) for loop in loops)
table(
    ["cards", "layer", "tried", "in a loop on one board"],
    [
        [number, layer, tally[number, layer, True] + tally[number, layer, False], tally[number, layer, True]]
        for number, layer in sorted({(number, layer) for number, layer, _ in tally})
    ],
)

# %% [markdown]
# In layer 2, two Auras that enchant each other wait for each other, if different players control them. Among two
# players, three in a circle never do: two of the three have the same controller, and the one that enchants the other
# would change nothing.

# %%
shown = [loop for loop in loops if loop.found and len(loop.cards) == 3][:6]
table(["cards in one loop", "with"], [["; ".join(loop.cards), said(loop)] for loop in shown])


# %%
def solved(found):
    """Return the result of a board of the atlas."""
    *_, (_, board) = read_puzzle(json.loads(found.puzzle)).boards()
    return solve(board)


def graph(found):
    """Return the dependencies before the first step of the layer that a board of the atlas is about."""
    return solved(found).layer(found.layer).steps[0].graph


graph(shown[0])

# %% [markdown]
# ## What the rules' changes did
#
# Each board was solved under every edition since 2003. A board is counted from the first day on which the rules give
# the dependency. If the board was possible before and did not have it, the change of the rules is named, as the field
# of an edition; the table below it says what the field means. Without a change, this is the first edition of all, or
# the first one under which the board is possible.

# %%
table(
    ["first day", "changed field of an edition", "pairs"],
    [[day, change or "-", f"{number:,}"] for day, change, number in whole.began],
)

# %%
described = dict(re.findall(r"^ *(\w+): ((?:.+\n)(?: {8,}.+\n)*)", inspect.getdoc(Edition), flags=re.MULTILINE))
changed = sorted({field for _, change, _ in whole.began for field in re.split(" and | or ", change) if field})
table(["field", "what it describes"], [[field, " ".join(described[field].split())] for field in changed])

# %% [markdown]
# Did a dependency ever pause? All boards here have theirs today, so only a pause can show that rules took one away.

# %%
paused = [row for row in rows if " " in row.editions]
for (spans, changes), number in Counter((row.editions, row.changes) for row in paused).items():
    print(f"{number} pairs on the days {spans} ({changes})")
firsts = {row.on: f"{row.effect} on {row.on}" for row in reversed(paused)}
print("\n".join(sorted(firsts.values())[:6]))

# %% [markdown]
# ## Ten boards
#
# We have not seen these boards published: the loops found above, without the cards that every discussion of dependency
# mentions; first one for each set of plain objects.

# %%
KNOWN = {
    "Blood Moon", "Magus of the Moon", "Life and Limb", "Conversion", "Urborg, Tomb of Yawgmoth", "Humility",
    "Opalescence", "Ashaya, Soul of the Wild", "Dryad of the Ilysian Grove", "Yavimaya, Cradle of Growth",
}  # fmt: skip
fresh = [loop for loop in loops if loop.found and not {*loop.cards} & KNOWN]
fresh.sort(key=lambda loop: (len(loop.cards), loop.cards))
first = {(loop.layer, loop.objects): loop for loop in reversed(fresh)}
chosen = [loop for loop in fresh if loop in first.values()]
rest = sorted((loop for loop in fresh if loop not in chosen), key=lambda loop: (-len(loop.cards), loop.cards))
boards = [*chosen, *rest][:10]
table(["in a loop", "layer", "with"], [["; ".join(loop.cards), loop.layer, said(loop)] for loop in boards])

# %% [markdown]
# Each is a puzzle that expects its loop, and is solved once more here. Timestamps decide what applies first in a loop.
# An effect that is missing below does not apply any more: the others took its ability or what its condition needs.

# %%
for loop in boards:
    assert check(read_puzzle(json.loads(loop.puzzle)), solve).ok
    cards = dict(zip(("one", "other", "third"), loop.cards, strict=False))
    steps = solved(loop).layer(loop.layer).steps
    print(f"{'; '.join(loop.cards)}: {', then '.join(cards[step.effect.partition('#')[0]] for step in steps)}")

# %%
graph(boards[0])

# %% [markdown]
# ## How it was made
#
# ```sh
# mtglayers atlas build atlas/              # all pairs; can be stopped and continued
# mtglayers atlas loops atlas/ --triples 1000
# python -m mtglayers.atlas.sample atlas/   # the counts and the sample
# ```
#
# The page `docs/atlas.md` describes the columns of the files, and what an answer means.
