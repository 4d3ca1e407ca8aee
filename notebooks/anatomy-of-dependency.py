# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # The anatomy of dependency
#
# Inside a layer effects apply in the order of their timestamps (613.7), unless one of them *depends* on another. Then
# it waits. When does one effect depend on another? Both must act in the same layer, and applying the other must change
# one of four things about the first (613.8a):
#
# 1. its **text**,
# 2. its **existence**,
# 3. what it applies to, here called its **scope**,
# 4. what it does to any of that, its **result**.
#
# Whether it would is found out by trying: the other effect is applied to a copy of the board, and the two are compared.
# Each of the four has a small board of its own below. After them come a pair that looks dependent and is not, loops,
# and what happens when the question is asked again.

# %%
import textwrap

from mtglayers import Board, draw_walk, solve

PLAYERS = ["Ana", "Ben", "Cara"]
DAY = "2026-09-25"


def board_of(*cards):
    """Return a board on which these cards have entered, in this order."""
    board = Board(players=PLAYERS, edition=DAY)
    for card in cards:
        board.enters(card)
    return board


def say(result, *ids):
    """Print what objects are, in a sentence each."""
    for id in ids:
        print(textwrap.fill(result.explainer.summary(id), 100, subsequent_indent="  "))


# %% [markdown]
# ## Scope
#
# **Kormus Bell** animates all Swamps; **Urborg** makes each land a Swamp. Urborg is a land, and no Swamp until its own
# effect applies. So the Bell applies to nothing now, and to Urborg afterwards. That is a dependency, with Urborg for a
# witness.

# %%
result = solve(board_of("Kormus Bell", "Urborg, Tomb of Yawgmoth"))
scope = result.layer("4").steps[0]
scope.graph

# %%
result.explainer.table(scope)

# %% [markdown]
# The Bell is older and goes second. Urborg rises.

# %%
assert scope.graph.edges["kormus-bell#1", "urborg-tomb-of-yawgmoth#1"]["reasons"] == ("scope",)
say(result, "urborg-tomb-of-yawgmoth")

# %% [markdown]
# ## Existence
#
# **Urborg** again, and **Blood Moon** after it. Urborg is a nonbasic land. Once it is a Mountain it has lost the
# abilities of its rules text (305.7), and an effect of an ability that is gone is gone, too.

# %%
result = solve(board_of("Urborg, Tomb of Yawgmoth", "Blood Moon"))
existence = result.layer("4").steps[0]
existence.graph

# %%
result.explainer.table(existence)

# %% [markdown]
# So Urborg's effect waits, though it is older, for the one that will be the end of it. It never applies.

# %%
assert existence.graph.edges["urborg-tomb-of-yawgmoth#1", "blood-moon#1"]["reasons"] == ("existence",)
assert result.layer("4").order == ("blood-moon#1",)
say(result, "urborg-tomb-of-yawgmoth")

# %% [markdown]
# ## Result
#
# Here an effect exists, has its text and knows its object, and would yet do something else. **Confiscate** says "you
# control enchanted permanent". Ben has one on Ana's Bears; Ana has another, on Ben's Confiscate. "You" on an Aura is
# whoever controls it (109.5).

# %%
board = Board(players=PLAYERS, edition=DAY)
bears = board.enters("Grizzly Bears", controller="Ana")
first = board.enters("Confiscate", controller="Ben", as_="first", attached_to=bears)
second = board.enters("Confiscate", controller="Ana", as_="second", attached_to=first)
result = solve(board)
outcome = result.layer("2").steps[0]
outcome.graph

# %%
result.explainer.table(outcome)

# %% [markdown]
# The younger Aura goes first, and Ana keeps her Bears.

# %%
assert outcome.graph.edges["first#2", "second#2"]["reasons"] == ("result",)
assert result[bears].controller == "Ana"

# %% [markdown]
# ## Text
#
# For this both effects must act in layer 3, where words change. **Swirl the Mists** changes every colour word to one,
# here white. **Dyer** is a card of our own, and has a colour word in its text: it changes the words of *black*
# creatures. There is no creature at all, so nothing changes about what Dyer applies to; its text would still be
# another.

# %%
DYER = {
    "name": "Dyer",
    "type_line": "Enchantment",
    "oracle_text": (
        "As this enchantment enters, choose a color word.\n"
        "All instances of color words in the text of black creatures are changed to the chosen color word."
    ),
}
board = Board(players=PLAYERS, edition=DAY)
board.enters(DYER, chosen={"color": "R"})
board.enters("Swirl the Mists", chosen={"color": "W"})
result = solve(board)
text = result.layer("3").steps[0]
text.graph

# %%
result.explainer.table(text)

# %%
assert text.graph.edges["dyer#2", "swirl-the-mists#2"]["reasons"] == ("text",)

# %% [markdown]
# ## Two that look dependent
#
# **Levitation** gives flying to Ana's creatures, **Gravity Sphere** takes it from everybody's. The one undoes what the
# other does, and still neither depends on the other. Levitation gives flying to the same creatures whether or not they
# had it, and the Sphere takes it from the same ones. What counts is what an effect *does*, not what comes of it. The
# timestamps decide (613.9).

# %%
flying = board_of("Levitation", "Gravity Sphere", "Grizzly Bears")
result = solve(flying)
independent = result.layer("6").steps[0]
independent.graph

# %%
result.explainer.table(independent)

# %%
other_way_round = solve(board_of("Gravity Sphere", "Levitation", "Grizzly Bears"))
assert list(independent.graph.edges) == []
say(result, "grizzly-bears")
say(other_way_round, "grizzly-bears")

# %% [markdown]
# ## Loops
#
# **Titania's Song** and **March of the Machines** both turn noncreature artifacts into creatures. Whichever goes first
# leaves the other nothing: Mind Stone would be a creature by then. Each depends on the other, so neither could ever go.
# So inside a loop nobody waits, and the timestamps decide (613.8b).

# %%
result = solve(board_of("Titania's Song", "March of the Machines", "Mind Stone"))
loop = result.layer("4").steps[0]
loop.graph

# %%
assert loop.loops == (("titanias-song#1", "march-of-the-machines#1"),)
result.explain("mind-stone")

# %% [markdown]
# A loop can be longer. **Conversion** makes Mountains Plains; one **Illusionary Terrain** makes basic Islands
# Mountains, and another makes basic Plains Islands. With one land of each type the three wait in a circle, with no two
# that wait for each other.

# %%
board = board_of("Conversion")
board.enters("Illusionary Terrain", as_="islands-are-mountains", chosen={"basic_land_type": ["Island", "Mountain"]})
board.enters("Illusionary Terrain", as_="plains-are-islands", chosen={"basic_land_type": ["Plains", "Island"]})
board.enters(["Mountain", "Plains", "Island"])
circle = solve(board)
circle.layer("4").steps[0].graph

# %% [markdown]
# ## Asked again
#
# After each application the whole question is put anew (613.8c). Conversion was the oldest and has gone; the Mountain
# is a Plains. What is left of the circle is a line: the Terrain that makes Mountains would find more Islands after the
# other one. So the youngest of the three goes second.

# %%
circle.layer("4").steps[1].graph

# %%
assert circle.layer("4").order == ("conversion#2", "plains-are-islands#3", "islands-are-mountains#3")
say(circle, "mountain", "plains", "island")

# %% [markdown]
# Older rules did not say that it is asked again, and some read them so that a loop is judged once (reading
# `no-re-evaluation`). That gives another board:

# %%
once = solve(board, edition="2006-07-01", readings="no-re-evaluation")
assert once.layer("4").order == ("conversion#2", "islands-are-mountains#3", "plains-are-islands#3")
say(once, "mountain", "plains", "island")

# %% [markdown]
# Dependencies also appear on the way. Kormus Bell and Urborg once more, and the ability of **Quicksilver Fountain** has
# resolved, which makes one Mountain an Island. At first the Bell waits for Urborg only.

# %%
board = Board(players=PLAYERS, edition=DAY)
flooded = board.enters("Mountain", as_="flooded-mountain")
board.enters("Urborg, Tomb of Yawgmoth", as_="urborg")
board.enters("Kormus Bell")
board.enters("Quicksilver Fountain")
board.counters(flooded, put={"flood": 1})
board.resolves({"ability_of": "quicksilver-fountain", "index": 1}, as_="flood", targets=[flooded])
flood = solve(board)
flood.layer("4").steps[0].graph

# %% [markdown]
# Then Urborg has made the Mountain a Swamp, and the flood would take that away: a new arrow, and the Bell waits again,
# although it is older.

# %%
flood.layer("4").steps[1].graph

# %%
assert flood.layer("4").order == ("urborg#1", "flood", "kormus-bell#1")

# %% [markdown]
# ## One at a time
#
# A trial applies *one* other effect. Three Confiscates: the first is on the Bears, the second on the first, Cara's
# third on the second. Would the third change what the first does? Only through the second, and that does not count. The
# first has one arrow, not two.

# %%
board = Board(players=PLAYERS, edition=DAY)
board.enters("Grizzly Bears", controller="Ana")
board.enters("Confiscate", controller="Ben", as_="first", attached_to="grizzly-bears")
board.enters("Confiscate", controller="Ana", as_="second", attached_to="first")
board.enters("Confiscate", controller="Cara", as_="third", attached_to="second")
chain = solve(board)
chain.layer("2").steps[0].graph

# %%
assert set(chain.layer("2").steps[0].graph.edges) == {("first#2", "second#2"), ("second#2", "third#2")}
assert chain.layer("2").order == ("third#2", "second#2", "first#2")
say(chain, "grizzly-bears")

# %% [markdown]
# ## Once started
#
# An effect that has begun to apply needs its ability no longer, and its objects are fixed (613.6). **Humility** takes
# the abilities of all creatures in layer 6 and makes them 1/1 in layer 7b. **Opalescence** makes Humility a creature in
# layer
# 4. So Humility takes its own ability, and goes on.

# %%
started = solve(board_of("Opalescence", "Humility", "Grizzly Bears"))
draw_walk(started, "humility")

# %% [markdown]
# **Goblin King** is less lucky. It has nothing to do before layer 6, where Humility takes its ability before its turn.
# Not having started, it does not go on, in layer 7c neither.

# %%
never = solve(board_of("Goblin King", "Raging Goblin", "Humility"))
never.layer("6").steps[0].graph

# %%
assert {lost.layer for lost in never.explainer.unapplied if lost.source == "goblin-king"} == {"6", "7c"}
never.explain("goblin-king")

# %% [markdown]
# That is all there is to it: four reasons, asked of one pair at a time, on the board as it is at that moment, and again
# after each application.
