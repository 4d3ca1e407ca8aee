# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # mtglayers as a backend
#
# You write an engine, a deck tester, a judge's helper, an answer program. Somewhere in it is the question what a
# permanent *is* just now, and you would rather not answer it yourself. This notebook goes through what you can ask, on
# a board of your own.
#
# The division of labour is simple. You tell what **happened**; mtglayers says what is **so**. It knows no turn
# structure, makes no choices and applies no state-based actions; you report them as events.

# %%
import json

import mtglayers
from mtglayers import (
    Board,
    LayersError,
    UnsupportedTextError,
    difference,
    draw_walk,
    english,
    read_card,
    result_data,
    solve,
    steps_frame,
)
from mtglayers.model.effects.node import to_data
from mtglayers.model.effects.registry import from_data
from mtglayers.model.events.base import read_event
from mtglayers.server.stdio import StdioServer

# %% [markdown]
# ## Cards of your own
#
# Cards that have been printed are known by name. Any other is a mapping with Scryfall's field names. What becomes of
# its sentences are trees: here a static ability with one clause, which says whom it concerns and what is done to them.

# %%
WAKENER = {
    "name": "Reef Wakener",
    "mana_cost": "{2}{U}",
    "type_line": "Enchantment",
    "oracle_text": "All Islands are 1/1 blue creatures that are still lands.",
}
wakener = read_card(WAKENER)
print(json.dumps(to_data(wakener.faces[0].abilities), indent=1))

# %% [markdown]
# Nothing was guessed, and nothing left out: the tree prints back to the sentence that it came from.

# %%
assert english(wakener.faces[0].abilities) == WAKENER["oracle_text"]

# %% [markdown]
# If your engine has abilities as data, leave the English out and hand over trees. They are plain values.

# %%
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.filters.characteristics import OfSubtype
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.selectors import Group

decree = Card(
    name="Tidal Decree",
    faces=(
        Face(
            name="Tidal Decree",
            mana_cost="{1}{U}",
            types=("Enchantment",),
            abilities=(Static((Clause(Group((OfSubtype("Mountain"),), "all"), (Becomes(subtypes=("Island",)),)),)),),
        ),
    ),
)
english(decree.faces[0].abilities)

# %% [markdown]
# Trees travel as JSON. What holds its default is left out, and what comes back is equal to what went in.

# %%
wire = json.dumps(to_data(decree))
assert from_data(json.loads(wire)) == decree
print(len(wire), "signs")

# %% [markdown]
# ## Events
#
# A board is a timeline. There is a method for each kind of event; those that make something return its id, which you
# may choose. Timestamps are given as the rules of the board's edition give them (613.7).

# %%
board = Board(players=["Ana", "Ben"], edition="2026-09-25", cards=[WAKENER, decree])
board.enters("Reef Wakener", controller="Ana")
hill = board.enters("Mountain", controller="Ben", as_="hill")
tide = board.enters("Tidal Decree", controller="Ana")
board.counters(hill, put={"+1/+1": 2})
board

# %% [markdown]
# The same events can be data, in the shape of a puzzle file. That is how a board is stored, sent or moved to another
# process.

# %%
stored = json.dumps(board.to_data())
assert Board.from_data(json.loads(stored)).events == board.events
for event in board.to_data()["timeline"]:
    print(json.dumps(event))

# %% [markdown]
# An engine that sends its events one by one reads each and pushes it.

# %%
(bears,) = board.push(read_event({"enters": "Grizzly Bears", "controller": "Ben"}))
assert bears in board.objects
board.pop()
assert bears not in board.objects

# %% [markdown]
# ## Answers
#
# One call solves the board. `result[id]` is what an object is, with a field for each characteristic.

# %%
result = solve(board)
result[hill]

# %%
land = result[hill]
assert (land.types, land.subtypes, land.colors) == (("Land", "Creature"), ("Island",), ("U",))
assert (land.power, land.toughness, land.controller) == (3, 3, "Ben")

# %% [markdown]
# The Wakener is older than the Decree. Who trusts timestamps alone gets a land that never wakes up.

# %%
result.layer("4").steps[0].graph

# %%
draw_walk(result, hill)

# %% [markdown]
# ### As JSON
#
# `result_data` has all of that for programs in other languages: every object, every layer, every step with its graph
# and its reason. It is the same on every run; `format` is the number of its shape.

# %%
data = result_data(result, board)
assert json.loads(json.dumps(data)) == data
print(", ".join(data))

# %%
for key, value in next(found for found in data["objects"] if found["id"] == hill).items():
    print(f"{key}: {json.dumps(value, ensure_ascii=False)}")

# %% [markdown]
# The edges are what a debugger wants: who depends on whom, for which of the four reasons, and the object on which it
# shows.

# %%
layer = next(layer for layer in data["layers"] if layer["name"] == "4")
for step in layer["steps"]:
    print(step["step"], step["effect"], "-", step["because"])
    print("  ", json.dumps(step["edges"]))

# %% [markdown]
# If pandas is there, steps, objects and dependencies come as frames, too.

# %%
steps_frame(result)[["layer", "step", "effect", "timestamp", "why", "rule", "scope"]]

# %% [markdown]
# ## What if?
#
# `pop` takes the last event back, whatever it was. A search plays an event, solves, and pops; nothing else needs to be
# undone.

# %%
board.enters("Blood Moon", controller="Ben")
with_moon = solve(board)
board.pop()
assert solve(board) == result
print(difference(result, with_moon))

# %% [markdown]
# A Mountain is a basic land, and Blood Moon passes it by. What was tried before leaves no trace: the same timeline
# gives an equal result. `copy` makes an independent board, when two are needed at once; it costs next to nothing.
# `snapshot` is a board at a moment, as a value.

# %%
twin = board.copy()
twin.leaves(tide)
difference(result, solve(twin))

# %% [markdown]
# What would a permanent be if it entered now? The rules ask that themselves, for what enters tapped or with counters
# (614.12). `preview` answers it, and the board stays as it is.

# %%
ahead = board.preview("Mountain", controller="Ana", as_="next-hill")
assert "next-hill" not in board.objects
solve(ahead).explain("next-hill").summary

# %% [markdown]
# ## Part of the way
#
# `until` stops after a layer; `at` cuts a result that is there already, after any step. Each is a result like any
# other.

# %%
for moment in (result.at("4", 0), result.at("4", 1), result.at("4", 2), solve(board, until="5"), result):
    print(moment.explain(hill).summary)

# %%
assert solve(board, until="4") == result.at("4")

# %% [markdown]
# ## When something is wrong
#
# An error is of one tree, `LayersError`, and of a builtin class that you catch anyway. It says in one sentence what is
# wrong, and has attributes for programs. A refused event leaves the board exactly as it was.

# %%
before = board.events


def refused(what):
    """Print the error that a call ends in."""
    try:
        what()
    except LayersError as error:
        classes = type(error).__mro__
        public = next(each.__name__ for each in classes if each.__name__ in mtglayers.__all__)
        builtin = next(each.__name__ for each in classes if each.__module__ == "builtins")
        print(f"{public} ({builtin})\n    {error}")


refused(lambda: board.enters("Grizly Bears"))
refused(lambda: result["hil"])
refused(lambda: board.transforms(hill))
refused(lambda: board.enters({"name": "Odd", "type_line": "Creature", "power": "x!", "toughness": "1"}))
refused(lambda: solve(board, edition="1995-01-01"))
refused(lambda: solve(board, readings="defualt"))
refused(lambda: Board.from_data({"playerz": ["Ana"]}))
assert board.events == before

# %% [markdown]
# Things that enter together have an order, and somebody has to choose it (613.7m). A set says that nobody did. That is
# fine as long as it does not matter.

# %%
together = Board(players=["Ana", "Ben"], edition="2026-09-25")
together.enters("Grizzly Bears")
together.enters({"Gravity Sphere", "Levitation"})
refused(lambda: solve(together))
together.order(["gravity-sphere", "levitation"])
print(solve(together).explain("grizzly-bears").summary)

# %% [markdown]
# ## Text that nobody understands
#
# A line is understood to its last word, or not at all. Then it does nothing, and the result says so; whether you go on
# is your decision.

# %%
board.enters(
    {
        "name": "Odd Idol",
        "mana_cost": "{3}",
        "type_line": "Artifact",
        "oracle_text": "Creatures get +1/+1.\nEvery fourth creature is somewhat larger.",
    }
)
odd = solve(board)
assert odd[hill].power == 4
odd.unsupported

# %% [markdown]
# Where a text would have to *do* something it is refused, with the place at which the reader stopped.

# %%
try:
    board.resolves({"text": "Target creature gets somewhat larger until end of turn."}, as_="spell", targets=[hill])
except UnsupportedTextError as error:
    print(error)
    print(f"at {error.span}: {error.text[slice(*error.span)]}")

# %% [markdown]
# We take the Idol back.

# %%
assert board.pop().enters[0].name == "Odd Idol"
assert not solve(board).unsupported

# %% [markdown]
# ## Where the rules leave room
#
# Two abilities of one object have one timestamp, and no rule says which is the older. There is a default, other answers
# have names, and a result knows the readings on which it turns.

# %%
board.enters(
    {
        "name": "Two Minds",
        "mana_cost": "{2}",
        "type_line": "Enchantment",
        "oracle_text": "All creatures are red.\nAll creatures are white.",
    }
)
torn = solve(board)
for reading in torn.turns_on:
    other = solve(board, readings=reading.name)
    print(f"{reading.name}: {reading.says}")
    print("   ", torn.explain(hill).summary)
    print("   ", other.explain(hill).summary)
assert board.pop().enters[0].name == "Two Minds"

# %% [markdown]
# Rules have dates as well. The board's own edition is the default, and any other day can be asked for. Numbers, layers
# and answers are those of that day.

# %%
for day in ("2006-07-01", "2026-09-25"):
    dated = solve(board, edition=day)
    print(f"{day}  layers {' '.join(layer.name for layer in dated.edition.layers)}")
    print(f"            {dated.explainer.reason(dated.layer('4').steps[0]).because}")
    print(f"            {dated.explain(hill).summary}")

# %% [markdown]
# ## After the layers
#
# Players and the rules of the game come last (613.10, 613.11), and what a spell costs is worked out in an order of its
# own (601.2f).

# %%
board.enters("Reliquary Tower", controller="Ana")
board.enters("Thalia, Guardian of Thraben", controller="Ana")
bolt = board.enters("Lightning Bolt", owner="Ben", zone="hand")
after = solve(board)
print({name: found.max_hand_size for name, found in after.players.items()})
print(after.cost(bolt))

# %% [markdown]
# ## How much work it was
#
# Trial applications are what costs. A pair of effects needs none where what the one writes is not what the other reads.
# The counts are the same on every machine.

# %%
after.statistics

# %% [markdown]
# Most events change nothing that an effect asks about. With an earlier result at hand, `solve` takes over what such an
# event leaves alone; the answer is that of a fresh solve, and `reused` counts the steps that were not worked out again.

# %%
board.marks(hill, tapped=True)
soon = solve(board, last=after)
assert soon == solve(board)
soon.statistics.reused, soon.statistics.steps

# %% [markdown]
# ## Checking an engine of your own
#
# Suppose yours sorts by timestamp and leaves dependency for later. Where does it go wrong first? The order of a layer
# is a tuple of names; compare.

# %%
for layer in result.layers:
    mine = [step.effect for step in sorted(layer.steps, key=lambda step: step.timestamp)]
    wrong = [place for place, name in enumerate(layer.order) if mine[place] != name]
    if wrong:
        step = layer.steps[wrong[0]]
        print(f"layer {layer.name}, step {step.number}: {mine[wrong[0]]} instead of {step.effect}")
        print(result.explainer.reason(step).because)
        break

# %% [markdown]
# And why, in words, for the people who use your engine:

# %%
result.explain(hill)

# %% [markdown]
# ## From another language
#
# An engine that is not written in Python starts `mtglayers serve --stdio`, writes a request as a line of JSON, and
# reads a line. The same data come back, and the same errors.

# %%
server = StdioServer()


def call(method, **params):
    """Send a line as another program would, and return what comes back."""
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = json.loads(server.answered(json.dumps(request).encode()))
    return answer.get("result") or answer["error"]


made = call("board.new", timeline=[{"enters": "Blood Moon"}, {"enters": "Bayou"}])
print(made)
print(call("explain", board=made["board"], object="bayou")["text"])
call("board.push", board=made["board"], event={"enters": "Grizly Bears"})

# %% [markdown]
# The repository has clients in Python, JavaScript and Java, each with its standard library alone.
