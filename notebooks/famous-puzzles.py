# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Famous puzzles
#
# Four boards that judges ask each other about. Each begins with a question. It pays to answer it before reading on.
#
# The rules are those in force on 2026-09-25.

# %%
import textwrap

from mtglayers import Board, difference, draw_walk, solve

DAY = "2026-09-25"


def board_of(*cards):
    """Return a board on which these cards have entered, in this order."""
    board = Board(players=["Ana", "Ben"], edition=DAY)
    for card in cards:
        board.enters(card)
    return board


def answer(result, *ids):
    """Print what objects are, in a sentence each."""
    for id in ids:
        print(textwrap.fill(result.explain(id).summary, 100, subsequent_indent="  "))


# %% [markdown]
# ## Humility and Opalescence
#
# * **Humility**: creatures lose all abilities and are 1/1.
# * **Opalescence**: every other enchantment, Auras excepted, is a creature as well, as large as its mana value.
#
# Humility is an enchantment. Opalescence makes it a creature, so that it loses all abilities, the one that says so
# included. *Is it a 1/1 or a 4/4, and does it still do anything?*

# %%
humility_first = solve(board_of("Humility", "Opalescence", "Grizzly Bears"))
draw_walk(humility_first, "humility")

# %% [markdown]
# Three layers, one after the other. In layer 4 Opalescence makes a creature of it. In layer 6 Humility takes the
# abilities of all creatures, and its own with them. But its effect has begun to apply in that very layer, and what has
# begun goes on, for the same objects, without its ability (613.6).
#
# Layer 7b has two effects, then, and both set base power and toughness. Do they depend on each other?

# %%
step = humility_first.layer("7b").steps[0]
humility_first.explainer.table(step)

# %% [markdown]
# They do not: what each applies to was fixed when it began. So the timestamps decide. Humility goes first and makes all
# creatures 1/1; then Opalescence makes Humility 4/4.

# %%
assert list(step.graph.edges) == []
assert humility_first.layer("7b").order == ("humility#1", "opalescence#1")
answer(humility_first, "humility", "grizzly-bears")

# %% [markdown]
# Now the other order. Opalescence is older, sets Humility to 4/4, and Humility sets it to 1/1 afterwards.

# %%
opalescence_first = solve(board_of("Opalescence", "Humility", "Grizzly Bears"))
difference(humility_first, opalescence_first)

# %% [markdown]
# **Glorious Anthem** ("creatures you control get +1/+1") is a creature now as well. Does it help?

# %%
anthem = solve(board_of("Humility", "Opalescence", "Glorious Anthem", "Grizzly Bears"))
anthem.explain("glorious-anthem")

# %% [markdown]
# It does not. It has nothing to do before layer 7c and loses its ability in layer 6: it had *not* begun. That is the
# whole difference between the two enchantments.

# %%
assert anthem.layer("7c").order == ()
assert anthem["grizzly-bears"].power == 1

# %% [markdown]
# And with a second Opalescence? Every *other* enchantment: so each makes a creature of the other one. Oldest is an
# Opalescence, then Humility, then the second.

# %%
board = board_of("Opalescence", "Humility")
second = board.enters("Opalescence", as_="second-opalescence")
two = solve(board)
answer(two, "humility", "opalescence", second)

# %% [markdown]
# The youngest effect sets everything except the card it is on. That one keeps what Humility gave it.

# %%
assert two.layer("7b").order == ("opalescence#1", "humility#1", "second-opalescence#1")
assert (two["humility"].power, two["opalescence"].power, two[second].power) == (4, 4, 1)

# %% [markdown]
# ## Conversion and Blood Moon
#
# * **Conversion**: all Mountains are Plains.
# * **Blood Moon**: nonbasic lands are Mountains.
#
# With them a **Taiga**, which is a Mountain Forest, and a Mountain. Conversion is the older. *What is the Taiga?*
#
# Everybody knows that Conversion depends on Blood Moon: that one makes Mountains for it. But dependency is no matter
# between two cards. It is asked on the board as it is.

# %%
board = board_of("Conversion", "Blood Moon", "Taiga", "Mountain")
taiga = solve(board)
taiga.layer("4").steps[0].graph

# %%
taiga.explainer.table(taiga.layer("4").steps[0])

# %% [markdown]
# On *this* board Blood Moon makes no Mountain that was none: the Taiga is one already. There is no dependency.
# Conversion makes the Taiga a Plains, and Blood Moon makes it a Mountain again.

# %%
assert list(taiga.layer("4").steps[0].graph.edges) == []
answer(taiga, "taiga", "mountain")

# %% [markdown]
# Now a **Tundra** enters, a Plains Island. What has it to do with the Taiga?

# %%
board.enters("Tundra")
tundra = solve(board)
tundra.layer("4").steps[0].graph

# %% [markdown]
# The Tundra would become a Mountain. Now Blood Moon would add something to what Conversion applies to, and Conversion
# waits. For its other objects, too: an effect does not apply piece by piece.

# %%
assert tundra.layer("4").order == ("blood-moon#1", "conversion#2")
difference(taiga, tundra)

# %% [markdown]
# With Blood Moon the older, nothing of that could be seen. Conversion would be second in any case; with the Tundra or
# without it the Taiga would be a Plains.

# %%
moon_first = solve(board_of("Blood Moon", "Conversion", "Taiga", "Mountain"))
moon_first_too = solve(board_of("Blood Moon", "Conversion", "Taiga", "Mountain", "Tundra"))
assert moon_first["taiga"] == moon_first_too["taiga"]
answer(moon_first_too, "taiga", "mountain", "tundra")

# %% [markdown]
# ## Titania's Song and March of the Machines
#
# * **Titania's Song**: noncreature artifacts lose all abilities and become artifact creatures as large as their mana
#   value.
# * **March of the Machines**: noncreature artifacts are artifact creatures as large as their mana value.
#
# And **Mind Stone**, an artifact that taps for mana. It will be a 2/2, that much is clear. *Does it still tap for
# mana?*

# %%
song_first = solve(board_of("Titania's Song", "March of the Machines", "Mind Stone"))
step = song_first.layer("4").steps[0]
step.graph

# %% [markdown]
# Whichever goes first leaves the other no noncreature artifact. Each would change what the other applies to; they wait
# for each other, and in a loop the timestamps decide (613.8b). The Song is older.

# %%
assert step.loops == (("titanias-song#1", "march-of-the-machines#1"),)
draw_walk(song_first, "mind-stone")

# %% [markdown]
# In layers 6 and 7b Mind Stone is no noncreature artifact any more, and the Song goes on all the same: it keeps the
# objects it began with. So does the March, and it began with none.

# %%
assert song_first.layer("7b").order == ("titanias-song#1", "march-of-the-machines#1")
assert song_first.layer("7b").steps[1].scope == ()
answer(song_first, "mind-stone")

# %% [markdown]
# The other way round the Song is the one that finds nothing in layer 4. Then it finds nothing in layer 6 either, and
# the Stone taps for mana.

# %%
march_first = solve(board_of("March of the Machines", "Titania's Song", "Mind Stone"))
difference(song_first, march_first)

# %% [markdown]
# ## Urborg, Kormus Bell and Quicksilver Fountain
#
# * **Urborg, Tomb of Yawgmoth**: each land is a Swamp in addition to its other land types.
# * **Kormus Bell**: all Swamps are 1/1 black creatures that are still lands.
# * **Quicksilver Fountain**: a flooded land is an Island for as long as it has its flood counter.
#
# They came in this order, and there are two Mountains, one of them flooded. *Which lands are creatures?*


# %%
def flooded(*cards):
    """Return a board with two Mountains on which these cards enter and the Fountain floods one Mountain."""
    board = Board(players=["Ana", "Ben"], edition=DAY)
    board.enters("Mountain", as_="flooded-mountain")
    board.enters("Mountain", as_="dry-mountain")
    for card in cards:
        board.enters(card, as_="urborg" if "Urborg" in card else None)
    board.enters("Quicksilver Fountain")
    board.counters("flooded-mountain", put={"flood": 1})
    board.resolves({"ability_of": "quicksilver-fountain", "index": 1}, as_="flood", targets=["flooded-mountain"])
    return board


board = flooded("Urborg, Tomb of Yawgmoth", "Kormus Bell")
flood = solve(board)
flood.layer("4").steps[0].graph

# %% [markdown]
# At first the Bell waits for Urborg alone. The flood does not concern it: a Mountain that becomes an Island is no Swamp
# before and none after.

# %%
flood.layer("4").steps[1].graph

# %% [markdown]
# Then Urborg has made the Mountain a Swamp, and the flood would take that away. A dependency that was not there before:
# the Bell is older than the flood, and waits once more (613.8c).

# %%
flood.explainer.table(flood.layer("4").steps[1])

# %%
assert flood.layer("4").order == ("urborg#1", "flood", "kormus-bell#1")
answer(flood, "flooded-mountain", "dry-mountain", "urborg")

# %% [markdown]
# With the Bell the older of the two nothing changes. It waits for both, whatever its timestamp.

# %%
bell_first = solve(flooded("Kormus Bell", "Urborg, Tomb of Yawgmoth"))
assert not difference(flood, bell_first).objects
answer(bell_first, "flooded-mountain", "dry-mountain", "urborg")

# %% [markdown]
# When the counter is removed the flood is over, and the last Mountain gets up.

# %%
board.counters("flooded-mountain", remove={"flood": 1})
difference(flood, solve(board))

# %% [markdown]
# Four boards, four ways in which an order comes about: by timestamps alone, by a dependency that a bystander brings, by
# a loop, and by a question asked again.
