# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Blood Moon, Life and Limb, and a visitor
#
# Two enchantments, a token and a land: the smallest board on which a dependency comes, becomes a loop, and goes.
#
# * **Blood Moon**: nonbasic lands are Mountains.
# * **Life and Limb**: all Forests and all Saprolings are 1/1 green Saproling creatures and Forest lands in addition to
#   their other types.

# %%
from mtglayers import Board, solve

board = Board(players=["Ana", "Ben"])
moon = board.enters("Blood Moon", controller="Ana")
limb = board.enters("Life and Limb", controller="Ana")


def layer_4():
    """Show layer 4: what depended on what before each step, and what was applied."""
    result = solve(board)
    for step in result.layer("4").steps:
        for effect, on, edge in sorted(step.graph.edges(data=True)):
            print(f"   {effect} depends on {on}: {', '.join(edge['reasons'])}, shown by {', '.join(edge['witness'])}")
        print(f"{step.number}. {step.effect} ({step.rule})")
    return result


result = layer_4()

# %% [markdown]
# No land and no creature is there, so neither effect changes anything about the other: independent, and in timestamp
# order (613.7). A Saproling enters.

# %%
token = board.enters("Saproling", controller="Ben")
result = layer_4()
result[token].types, result[token].subtypes

# %% [markdown]
# Life and Limb makes the Saproling a nonbasic land. So applying it first would change what Blood Moon applies to:
# Blood Moon depends on it and waits, although it is older (613.8a, 613.8b). The Saproling is a Mountain, whatever the
# timestamps. Overgrown Tomb, a Swamp Forest, enters.

# %%
tomb = board.enters("Overgrown Tomb", controller="Ben")
result = layer_4()
print(result.loops)
result[token].subtypes, result[tomb].subtypes

# %% [markdown]
# Now Blood Moon would take the Tomb, a Forest, away from Life and Limb, and Life and Limb would still bring the
# Saproling to Blood Moon: a loop, and the older one goes first (613.8b). After that step the order is asked for again
# (613.8c). The Saproling, of all things, is a Forest: because a land entered that has nothing to do with it.
#
# The Tomb leaves, and everything is as before.

# %%
board.leaves(tomb)
print(solve(board).explain(token))

# %% [markdown]
# How much work was it? Trial applications are counted, not timed.

# %%
solve(board).statistics
