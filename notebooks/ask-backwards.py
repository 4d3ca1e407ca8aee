# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Asking backwards
#
# A board goes in, and out comes what everything is. That is the question *forwards*. Whoever writes a puzzle or answers
# a judge wants to ask the other way round. Does it matter who came first? Which comparison decides? What would have to
# go, or to come? Which board would do it? Do the rules answer at all, and did they always?
#
# We ask five boards: four famous ones, and one on which six players have twelve effects. The rules are those in force
# on 2026-09-25.

# %%
import random
from itertools import permutations
from math import factorial

from IPython.display import Markdown

from mtglayers import (
    Board,
    decisive,
    difference,
    draw_walk,
    eras,
    find,
    flips,
    orders,
    read_query,
    smallest,
    solve,
    verdict,
    what_if,
)

DAY = "2026-09-25"


def board_of(*cards):
    """Return a board on which these cards have entered, in this order."""
    board = Board(players=["Ana", "Ben"], edition=DAY)
    for card in cards:
        board.enters(card)
    return board


def table(heads, rows):
    """Return a table with one row for each of `rows`."""
    lines = [heads, ["---"] * len(heads), *rows]
    return Markdown("\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines))


def cases(fate):
    """Return when something comes about, as comparisons: older < younger."""
    told = (" and ".join(f"{old} < {young}" for old, young in case.pairs) for case in fate.cases)
    return "; or ".join(told)


# %% [markdown]
# ## Does the order matter?
#
# **Blood Moon** makes nonbasic lands Mountains. **Life and Limb** makes all Forests and all Saprolings 1/1 green
# Saproling creatures and Forest lands. A Saproling and an Overgrown Tomb look on.

# %%
limb = board_of("Blood Moon", "Life and Limb", "Saproling", "Overgrown Tomb")
orders(limb)

# %% [markdown]
# Two orders, two outcomes. Each line says *exactly when* something comes about: in these orders, and in no others.
#
# The two enchantments are in a loop. That is why timestamps have a say.

# %%
solve(limb).layer("4").steps[0].graph

# %% [markdown]
# But an order is not the only thing that can decide. With `presence` the same is asked of the board without each single
# permanent, and the conditions say whose absence settles something.

# %%
orders(limb, presence=True)

# %% [markdown]
# The second line is the whole story of this board: the Saproling is a Mountain *exactly when Life and Limb is older
# than Blood Moon, or Overgrown Tomb is absent*. It is a sentence about two orders, and about four boards that have a
# Saproling. So we can check it by solving them all.


# %%
def without(board, gone, order):
    """Return a board that one object has left, solved with the timestamps in this order."""
    left = board.copy()
    if gone:
        left.leaves(gone)
    return solve(left, order=[name for name in order if name != gone])


for gone in ("", "blood-moon", "life-and-limb", "overgrown-tomb"):
    for order in permutations(("blood-moon", "life-and-limb")):
        mountain = "Mountain" in without(limb, gone, order)["saproling"].subtypes
        limb_is_older = order[0] == "life-and-limb" and gone not in order
        assert mountain == (limb_is_older or gone == "overgrown-tomb")

# %% [markdown]
# ### Conversion and Blood Moon
#
# **Conversion**: all Mountains are Plains. With a Taiga, which is a Mountain already, neither depends on the other, and
# the younger one has the last word.

# %%
conversion = board_of("Conversion", "Blood Moon", "Taiga")
assert not solve(conversion).layer("4").steps[0].graph.edges
orders(conversion)

# %% [markdown]
# And then a **Tundra** enters. Blood Moon would make a Mountain of it, so that Conversion waits. The order is of no
# consequence any more.

# %%
tundra = conversion.copy()
tundra.enters("Tundra")
assert len(orders(tundra)) == 1
orders(tundra, presence=True)

# %% [markdown]
# The first condition says what happened: with Conversion and the Tundra there, the Taiga is a Plains, whoever is older.
# Only when the Tundra is absent do timestamps come back into it.

# %%
solve(tundra).layer("4").steps[0].graph

# %% [markdown]
# ### Titania's Song and March of the Machines
#
# Both make creatures of noncreature artifacts; the Song takes their abilities, too. Does **Mind Stone** still tap for
# mana?

# %%
song = board_of("Titania's Song", "March of the Machines", "Mind Stone")
orders(song)

# %% [markdown]
# What if they enter together? Then their controller chooses the order (613.7m). `vary="choices"` asks about such
# choices alone, and leaves all else as it happened.

# %%
together = board_of("Mind Stone")
together.enters(["Titania's Song", "March of the Machines"])
chosen = orders(together, vary="choices")
assert chosen.varied == ("titanias-song", "march-of-the-machines")
for fate in chosen.of("mind-stone"):
    print(f"{cases(fate)}: {fate.words}")

# %% [markdown]
# ### Humility and Opalescence
#
# **Humility** makes creatures 1/1 without abilities. **Opalescence** makes other enchantments creatures as large as
# their mana value. Here a second Opalescence makes it interesting.

# %%
humility = board_of("Humility", "Opalescence")
humility.enters("Opalescence", as_="second-opalescence")
humility.enters("Grizzly Bears")
orders(humility)

# %% [markdown]
# Six orders and four outcomes. Of any two the conditions say how they are told apart. Nobody was compared without need:
# whether the one Opalescence is older than the other is asked nowhere.

# %%
found = orders(humility)
pairs = {frozenset(pair) for outcome in found for case in outcome.cases for pair in case}
assert frozenset(("opalescence", "second-opalescence")) not in pairs

# %% [markdown]
# ## Twelve effects from six players
#
# Twelve effects have 12! orders, and nobody wants to try them. Here is the board.

# %%
twelve = Board.of("""
players: Ana, Ben, Cas, Dan, Eve, Fay
rules: 2026-09-25
Ana: Blood Moon
Ana: Life and Limb
Ben: Conversion
Ben: Urborg, Tomb of Yawgmoth
Cas: Darkest Hour
Cas: Shifting Sky choosing blue
Dan: Levitation
Dan: Gravity Sphere
Eve: Godhead of Awe
Eve: Kormus Bell
Fay: Fervor
Fay: Glorious Anthem
Dan: Saproling token
Dan: Overgrown Tomb
Fay: Taiga
Dan: Grizzly Bears
""")
board_now = solve(twelve)
twelve

# %%
everything = orders(twelve)
assert everything.total == factorial(12)
print(f"{everything.total:,} orders, {len(everything)} outcomes, {everything.solves} walks through the layers")

# %% [markdown]
# The walks are that few because an order is asked for only where the solver stands before a comparison and needs it.
# Then both answers are followed up. What never meets is never compared.

# %%
print("matters:     ", ", ".join(everything.deciding))
print("never matters:", ", ".join(name for name in everything.varied if name not in everything.deciding))
everything

# %% [markdown]
# Behind the long table are three questions. The first is about types, and it is this loop. The oldest of the three goes
# first.

# %%
board_now.layer("4").steps[0].graph

# %% [markdown]
# The second is about colours: *Darkest Hour* (creatures are black) against *Shifting Sky* (nonland permanents are blue)
# on the creatures, and against Life and Limb on what that one makes green. The third is about flying: *Levitation*
# against *Gravity Sphere*.
#
# One object, one characteristic: what can become of the Saproling's types?

# %%
table(
    ["", "exactly when (older < younger)", "of all orders"],
    [
        [fate.words, cases(fate), f"{fate.orders / everything.total:.1%}"]
        for fate in everything.of("saproling", "types")
    ],
)

# %% [markdown]
# Is that true of all 479,001,600 orders? The outcomes share them out, none left over. And any order that we draw has to
# fall under exactly one outcome, and to be solved to the same objects. We draw two hundred.

# %%
assert sum(outcome.orders for outcome in everything) == factorial(12)


def meant(order):
    """Return the outcomes of which some case holds in an order."""
    place = {name: number for number, name in enumerate(order)}
    return [
        outcome
        for outcome in everything
        if any(all(place[old] < place[young] for old, young in case) for case in outcome.cases)
    ]


draw = random.Random(613)
for _ in range(200):
    order = draw.sample(everything.varied, 12)
    (outcome,) = meant(order)
    assert not difference(outcome.result, solve(twelve, order=order)).objects

# %% [markdown]
# ## What if?
#
# A board without something, or with something more, beside the board as it is. We take the Tomb off the first board:

# %%
what_if(limb, without=["overgrown-tomb"])

# %% [markdown]
# The arrow and the loop are gone, and so is the Forest. To the Conversion board we add the Tundra instead:

# %%
what_if(conversion, with_=["Tundra"])

# %% [markdown]
# On the large board much would change without Blood Moon. What of the Taiga? It gets up: Kormus Bell finds it, as
# Urborg has kept its ability.

# %%
what_if(twelve, without=["blood-moon"]).of("taiga")

# %% [markdown]
# ## What does it turn on?
#
# Nobody wants to guess what to leave out. `decisive` tries all sets of up to three objects and keeps the smallest ones
# without which an object is something else.

# %%
decisive(twelve, "saproling")

# %% [markdown]
# The last line could not be found by leaving out one card at a time. The Overgrown Tomb keeps the Saproling a Forest,
# and so does the Taiga: each of them makes Life and Limb wait for Blood Moon. Without *both* there is no loop.

# %%
for gone in (["overgrown-tomb"], ["taiga"], ["overgrown-tomb", "taiga"]):
    print(" and ".join(gone), "->", " ".join(what_if(twelve, without=gone).result["saproling"].subtypes))

# %% [markdown]
# Single *effects* can be asked about as well, and that is another question. Without the card Humility there would be
# nothing to look at; without its effect it has its ability.

# %%
decisive(board_of("Humility", "Opalescence", "Grizzly Bears"), "humility", kind="effects")

# %% [markdown]
# ## How much of it is needed?
#
# `smallest` throws events away as long as an outcome stays. What is left shows it and has nothing to spare. Which of
# the sixteen permanents are needed for a black Forest Saproling?

# %%
black = smallest(twelve, {"objects": {"saproling": {"subtypes": ["Forest", "Saproling"], "colors": ["B"]}}})
print(", ".join(black.board.objects))
solve(black.board).explain("saproling")

# %% [markdown]
# And what makes the loop of three? Nothing was said about cards here; the expectation is the loop itself.

# %%
ring = smallest(twelve, {"loops": [{"layer": "4", "members": ["blood-moon", "life-and-limb", "conversion"]}]})
assert ring.minimal
print(f"{ring.events[1]} of {ring.events[0]} events:", ", ".join(ring.board.objects))
solve(ring.board).layer("4").steps[0].graph

# %% [markdown]
# ## Who could come and upset it?
#
# A plain object has no abilities of its own: a vanilla creature, a land of some type. Which single one would change the
# Saproling, if it came to Blood Moon and Life and Limb? What is tried comes from the words that the effects read; the
# answer says which.

# %%
before_the_tomb = board_of("Blood Moon", "Life and Limb", "Saproling")
upset = flips(before_the_tomb, "saproling")
assert [flip.plain for flip in upset.flips] == ["a nonbasic Forest land"]
upset

# %% [markdown]
# So it need not have been an Overgrown Tomb; it had to be a Forest, and nonbasic. With Conversion and Blood Moon a
# nonbasic land will do that is no Mountain yet.

# %%
flips(conversion, "taiga")

# %% [markdown]
# The large board is not to be upset in this way. Every plain object is tried under the control of each of the six.

# %%
calm = {id: flips(twelve, id) for id in ("saproling", "overgrown-tomb", "taiga", "grizzly-bears")}
assert not [flip for found in calm.values() for flip in found.flips]
print({id: found.solves for id, found in calm.items()}, "boards solved")

# %% [markdown]
# ## Which board would do it?
#
# A *query* is a puzzle in which some things are unknown, with the outcome that is looked for. This one does not know
# who came first, nor who the visitor is, if there is one.

# %%
QUERY = """
title = "What makes the Taiga a Plains?"
players = ["Ana", "Ben"]
edition = "2026-09-25"
order = "?"

[[timeline]]
enters = "Conversion"

[[timeline]]
enters = "Blood Moon"

[[timeline]]
enters = "Taiga"

[[timeline]]
enters = { any = ["Tundra", "Island", "Mountain", "Saproling"] }
as = "visitor"
maybe = true
controller = "?"

[expect.objects.taiga]
subtypes = ["Plains"]
"""
plains = find(read_query(QUERY))
plains

# %% [markdown]
# The orders are not tried one by one here either: each answer has the comparison that it needs, or none. And who
# controls the visitor is not searched, as nothing reads it. Every solution has a board; we solve them all.

# %%
for solution in plains.solutions:
    assert solution.result["taiga"].subtypes == ("Plains",)
    assert solve(solution.board)["taiga"].subtypes == ("Plains",)

# %% [markdown]
# Now all twelve timestamps of the large board are unknown. Is there an order in which the Saproling is a green flying
# Plains, while the bears are black?


# %%
def wanted(**objects):
    """Return a query: the board of twelve effects in any order, and what is to come of it."""
    return read_query({**twelve.to_data(), "title": "Twelve effects", "order": "?", "expect": {"objects": objects}})


flying_plains = {"subtypes": ["Plains", "Saproling"], "colors": ["G"], "has": ["Flying"]}
find(wanted(**{"saproling": flying_plains, "grizzly-bears": {"colors": ["B"]}}))

# %% [markdown]
# There is. A Plains Saproling beside a Mountain Tomb is too much to ask. Then the answer names what clashes, and
# nothing that could be spared: the colours were never in the way.

# %%
clash = find(
    wanted(
        **{
            "saproling": {"subtypes": ["Plains", "Saproling"], "colors": ["G"]},
            "overgrown-tomb": {"subtypes": ["Mountain"]},
            "grizzly-bears": {"colors": ["B"]},
        }
    )
)
assert not clash.solutions
assert clash.complete
assert len(clash.clash) == 2
clash

# %% [markdown]
# A constraint can be part of a clash, too. Humility is to be 4/4 and the bears 2/2, with no more than one of two things
# there:

# %%
NO_HUMILITY = """
title = "Can Humility be a 4/4 while the bear is a 2/2?"
order = "?"
timeline = [
    { enters = "Humility", maybe = true, controller = "?" },
    { enters = "Opalescence", maybe = true },
    { enters = "Grizzly Bears" },
    { resolves = { text = "Creatures you control get +1/+1 until end of turn." }, as = "rally", maybe = true },
]
constraints = [{ if = "opalescence", then = "humility" }, { at_most = 1, of = ["humility", "rally"] }]
expect.objects.humility.power = 4
expect.objects.grizzly-bears.power = 2
"""
find(read_query(NO_HUMILITY))

# %% [markdown]
# And a search has a bound. What it says when it comes to it is not "no":

# %%
bounded = find(read_query(QUERY), limit=2)
assert bounded.bounded
assert not bounded.complete
bounded

# %% [markdown]
# ## Do the rules settle it?
#
# Where the text leaves room there are *readings*. `verdict` solves a board under every combination of those that the
# text admits.

# %%
BOARDS = {
    "Blood Moon, Life and Limb, Saproling, Overgrown Tomb": limb,
    "Conversion, Blood Moon, Taiga": conversion,
    "the same and Tundra": tundra,
    "Titania's Song, March of the Machines, Mind Stone": song,
    "Humility, two Opalescences, Grizzly Bears": humility,
    "twelve effects": twelve,
}
verdicts = {words: verdict(board) for words, board in BOARDS.items()}
table(
    ["board", "combinations of readings", "outcomes", ""],
    [
        [words, found.combinations, len(found.outcomes), "settled" if found else "undecided"]
        for words, found in verdicts.items()
    ],
)

# %% [markdown]
# All six are settled. But let Life and Limb be the older on the first board, and put one Aura on the Tomb, **Spreading
# Seas**. Now a member of the loop also depends on something outside it, and no rule says what it has to wait for.

# %%
seas = board_of("Life and Limb", "Blood Moon", "Saproling", "Overgrown Tomb")
seas.enters("Spreading Seas", attached_to="overgrown-tomb")
assert all(verdicts.values())
solve(seas).layer("4").steps[0].graph

# %%
torn = verdict(seas)
assert not torn.settled
torn

# %% [markdown]
# ## On which day?
#
# The board is played again under every text of the rules since 2003, and texts that answer alike stand together.

# %%
days = {words: eras(board) for words, board in BOARDS.items()}
table(
    ["board", "answers since 2003"],
    [
        [words, "always the same" if len(found) == 1 else f"{len(found)} different ones"]
        for words, found in days.items()
    ],
)

# %% [markdown]
# Humility and Opalescence have seen three sets of rules. Here they are with one Opalescence, in both orders: what was
# new in the text, and what came of it.


# %%
def history(*cards):
    """Return a table of what Humility and the bears were, since when, and by what was new in the rules then."""
    rows = [
        [
            f"{era.first.since:%B %Y}",
            era.first.note if era.clauses else "",
            *(era.result.explain(id).summary for id in ("humility", "grizzly-bears")),
        ]
        for era in eras(board_of(*cards))
    ]
    return table(["since", "what was new", "Humility", "Grizzly Bears"], rows)


ONE_WAY, OTHER_WAY = ("Humility", "Opalescence", "Grizzly Bears"), ("Opalescence", "Humility", "Grizzly Bears")
history(*ONE_WAY)

# %%
history(*OTHER_WAY)

# %% [markdown]
# Under the second of these texts the bears kept their size, whoever came first. What ended that was a clause by which
# an effect keeps its objects from layer to layer. Its number today is 613.6, and it is why Humility goes on without its
# ability.

# %%
for cards in (ONE_WAY, OTHER_WAY):
    first, second, third = eras(board_of(*cards))
    assert [era.result["grizzly-bears"].power for era in (first, second, third)] == [1, 2, 1]
    assert "same_set" in {clause.field for clauses in third.clauses for clause in clauses}
today = solve(board_of(*ONE_WAY))
assert today.edition.rule("started") == "613.6"
draw_walk(today, "humility")

# %% [markdown]
# Forwards a board has one answer. Backwards it has a condition: what has to be older than what, who must not leave, who
# must not come, how a sentence is read, and on which day.
