# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Blood Moon, Life and Limb, a Saproling and Overgrown Tomb
#
# Two enchantments, a token and a land: on this small board a dependency comes, becomes a loop, and goes again. The
# question at each turn is a simple one. *What is the Saproling?*
#
# * **Blood Moon**: nonbasic lands are Mountains.
# * **Life and Limb**: all Forests and all Saprolings are 1/1 green Saproling creatures and Forest lands in addition to
#   their other types.
#
# Ana controls both, Blood Moon the older. The rules are those in force on 2026-09-25; other days have other numbers.

# %%
from mtglayers import Board, difference, draw_walk, solve, stepper

board = Board(players=["Ana", "Ben"], edition="2026-09-25")
moon = board.enters("Blood Moon", controller="Ana")
limb = board.enters("Life and Limb", controller="Ana")
board

# %% [markdown]
# ## Nobody is there
#
# Both effects change types, so both act in layer 4. Before the first of them is applied, each is asked about the other:
# *if that one were applied now, would anything about you change* (your text, whether you exist, what you apply to, what
# you do to it)? That is the whole test (613.8a), and it is made on the board as it stands.
#
# There is no land and no Saproling. Nothing about either would change: two boxes, and no arrow.

# %%
first = solve(board).layer("4").steps[0]
first.graph

# %%
assert list(first.graph.edges) == []
assert first.rule == "613.7"  # timestamps decide

# %% [markdown]
# ## The Saproling
#
# Ben gets a Saproling token. Life and Limb will make it a land, and a token is no basic land. So Blood Moon *would
# apply to one object more* once Life and Limb has been applied. It depends on Life and Limb, and waits.

# %%
token = board.enters("Saproling", controller="Ben")
result = solve(board)
first = result.layer("4").steps[0]
first.graph

# %% [markdown]
# An arrow goes from the one that waits to the one that it waits for. Here is every pair, asked one by one:

# %%
result.explainer.table(first)

# %% [markdown]
# Blood Moon is older and goes second (613.8b). By then the Saproling is a Forest; Blood Moon makes that a Mountain, and
# Forest is gone (305.7). Its creature type is none of Blood Moon's business.

# %%
draw_walk(result, token)

# %%
assert result.layer("4").order == ("life-and-limb#1", "blood-moon#1")
assert result[token].subtypes == ("Saproling", "Mountain")

# %% [markdown]
# ### The other timestamps
#
# Had Life and Limb been the older of the two, it would have gone first anyway. A dependency does not ask who is older.


# %%
def board_of(*cards):
    """Return a board on which these cards have entered, in this order."""
    made = Board(players=["Ana", "Ben"], edition="2026-09-25")
    for card in cards:
        made.enters(card, controller="Ben" if card in ("Saproling", "Overgrown Tomb") else "Ana")
    return made


other_way_round = solve(board_of("Life and Limb", "Blood Moon", "Saproling"))
assert other_way_round[token] == result[token]
print(other_way_round.explainer.summary(token))

# %% [markdown]
# ## The Tomb
#
# Overgrown Tomb enters: a nonbasic land, a Swamp and a Forest. It has nothing to do with the Saproling. But Blood Moon
# would make it a Mountain, and then it would be no Forest for Life and Limb to find. Now Life and Limb, too, depends on
# the other. Each waits for the other: a loop.

# %%
tomb = board.enters("Overgrown Tomb", controller="Ben")
with_tomb = solve(board)
first = with_tomb.layer("4").steps[0]
first.graph

# %%
with_tomb.explainer.table(first)

# %% [markdown]
# In a loop the timestamps decide after all (613.8b), and Blood Moon is the older. It takes the Tomb; the Saproling is
# no land yet, and Blood Moon passes it by.
#
# Then everything is asked again (613.8c). One effect is left, and it is free to go: Life and Limb makes the Saproling a
# Forest, and nobody is left to object.

# %%
draw_walk(with_tomb, token)

# %%
assert with_tomb.loops[0].members == ("blood-moon#1", "life-and-limb#1")
assert with_tomb.layer("4").order == ("blood-moon#1", "life-and-limb#1")
assert with_tomb[token].subtypes == ("Saproling", "Forest")

# %% [markdown]
# A land came and the Saproling changed. What exactly is different is a question that can be asked of any two results:

# %%
difference(result, with_tomb)

# %% [markdown]
# ### The other timestamps, again
#
# This time they matter. With Life and Limb the older, the loop is broken the other way: both the Saproling and the Tomb
# become 1/1 Saproling Forests, and then Blood Moon finds two nonbasic lands.

# %%
swapped = solve(board_of("Life and Limb", "Blood Moon", "Saproling", "Overgrown Tomb"))
swapped

# %%
assert swapped.layer("4").order == ("life-and-limb#1", "blood-moon#1")
assert swapped[token].subtypes == ("Saproling", "Mountain")
assert swapped[tomb].types == ("Land", "Creature")
assert with_tomb[tomb].types == ("Land",)

# %% [markdown]
# ## Who waits for a loop
#
# Urborg, Tomb of Yawgmoth ("each land is a Swamp in addition to its other land types") joins them. Life and Limb would
# give it one land more, the Saproling. And it is a nonbasic land: Blood Moon would take its ability, and with that its
# effect. So it depends on both. It is no member of the loop, for nobody in the loop waits for it; it waits outside.

# %%
urborg = board.enters("Urborg, Tomb of Yawgmoth", controller="Ben", as_="urborg")
with_urborg = solve(board)
with_urborg.layer("4").steps[0].graph

# %%
assert with_urborg.layer("4").steps[0].loops == (("blood-moon#1", "life-and-limb#1"),)
with_urborg.explain(urborg)

# %% [markdown]
# Urborg never gets its turn. When Blood Moon has been applied, the ability is gone, and with it the effect: it had not
# started. That is the difference to an effect that has started, which goes on without its ability (613.6).
#
# The last event can be taken back.

# %%
board.pop()
assert solve(board) == with_tomb

# %% [markdown]
# ## The Tomb leaves
#
# And everything is as it was before it came. Nothing about the Saproling remembers.

# %%
board.leaves(tomb)
at_the_end = solve(board)
assert at_the_end[token] == result[token]

# %% [markdown]
# Asked why, the explanation comes in two registers. For a ruling at the table:

# %%
print(at_the_end.explain(token).text(register="ruling"))

# %% [markdown]
# And for somebody who meets the layers for the first time:

# %%
print(at_the_end.explain(token).text(register="learner"))

# %% [markdown]
# ## Step by step
#
# In a live notebook the next cell is a slider over the steps: the graph before each, the choice with its reason, the
# objects after it. The arrow keys move it. Where nothing is alive, it shows the step at which it stood.

# %%
stepper(with_tomb, 1)

# %% [markdown]
# How much work was all this? Trial applications are counted, not timed.

# %%
with_tomb.statistics
