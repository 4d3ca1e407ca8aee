# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Twenty years of rules on one board
#
# Ask five people who learned the game at five different times what a creature is, and you may get five answers. All of
# them can be right, each on a different day. The rules for continuous effects have been rewritten again and again; a
# board that nobody touches can change overnight.
#
# Here is one such board. Nothing happens on it. Only the rules around it change.
#
# The dates are those of five documents about these rules: a copy of rule 418.5 from about 2006, rule 418 with rulings
# of March 2008, rule 613 of September 2011, a summary in Spanish of 2016, and a wiki page in Japanese of November 2023.
# What is solved below are the rules in force on those days.

# %%
from datetime import timedelta
from itertools import pairwise

from IPython.display import Markdown

from mtglayers import Board, IllegalEventError, difference, draw_walk, edition, solve

DAYS = ["2006-06-01", "2008-03-17", "2011-09-30", "2016-08-01", "2023-11-17"]
FIRST, SECOND, THIRD, FOURTH, FIFTH = DAYS


def table(heads, rows):
    """Return a table with one row for each of `rows`."""
    lines = [heads, ["---"] * len(heads), *rows]
    return Markdown("\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines))


def bold_where_new(cells):
    """Return cells with those in bold that are not what the cell before them was."""
    return [cell if not place or cell == cells[place - 1] else f"**{cell}**" for place, cell in enumerate(cells)]


# %% [markdown]
# ## The same clause, five numbers
#
# First what has *not* changed. Life and Limb makes a Saproling a land, Blood Moon makes nonbasic lands Mountains. Blood
# Moon is older and waits all the same; and when Overgrown Tomb comes, each waits for the other, and the timestamps
# decide.

# %%
board = Board(players=["Ana", "Ben"], edition=FIRST)
board.enters("Blood Moon", controller="Ana")
board.enters("Life and Limb", controller="Ana")
board.enters("Saproling", controller="Ben")
waits = {day: solve(board, edition=day) for day in DAYS}
board.enters("Overgrown Tomb", controller="Ben")
loops = {day: solve(board, edition=day) for day in DAYS}

for day in DAYS:
    print(f"{day}  {waits[day].explainer.summary('saproling')}")
    print(f"     + Tomb  {loops[day].explainer.summary('saproling')}")

# %% [markdown]
# Five times the same pair of answers, for the same reasons. The graph is the same, too; below is that of 2006.

# %%
for each in (waits, loops):
    assert not [found for day in DAYS for found in difference(each[FIRST], each[day]).objects]
    assert len({each[day].layer("4").order for day in DAYS}) == 1
loops[FIRST].layer("4").steps[0].graph

# %% [markdown]
# What a judge cites is another thing. The clauses moved from chapter 418 to chapter 613, and there one number further
# on.

# %%
CLAUSES = {
    "the older applies first": "timestamp",
    "when one effect depends on another": "dependency",
    "what depends waits": "order",
    "loops": "loop",
    "asked again after each effect": "again",
    "once started, it goes on": "started",
    "setting a basic land type": "land types",
}


def number(day, clause):
    """Return the number of a clause on a day, or a dash if the text of that day did not say it."""
    rules = edition(day)
    return rules.rule(clause) if clause != "again" or rules.reevaluates else "–"


table(["clause", *DAYS], [[words, *(number(day, clause) for day in DAYS)] for words, clause in CLAUSES.items()])

# %% [markdown]
# The dash is no slip. Before 2011 the text does not say whether the order is judged again after each effect. We come
# back to that.
#
# ## The board
#
# Five stories that do not meet, side by side. Cards of our own keep them apart where a real card would colour the whole
# board.
#
# * Ben's **Red Beast** says of itself that it is red. A spell takes its abilities.
# * Ana's **Gray Ogre** has a counter, a spell's +4/+4, +0/+2 of an enchantment; then a spell says that it becomes 0/1.
# * Ben's **Sutured Ghoul** is as large as the cards exiled with it. One is **Maro**, as large as Ben's hand: four
#   cards.
# * Ben's **Bears**: a Red Painter ("All Bears are red.") enters face down, a White Mist ("All Bears are white.")
#   enters, the Painter is turned face up.
# * Ben's **Elves**: a Red Ghost of Ana's and a White Ghost of Ben's die together. From a graveyard the one says that
#   all Elves are red, the other that they are white.


# %%
def own(name, type_line, oracle_text, **size):
    """Return a custom card in Scryfall's format."""
    return {"name": name, "mana_cost": "{2}", "type_line": type_line, "oracle_text": oracle_text, **size}


OWN = [
    own("Red Beast", "Creature — Beast", "Red Beast is red.", power="2", toughness="2"),
    own("Long Arms", "Enchantment", "Creatures you control get +0/+2."),
    own("Red Painter", "Creature — Human", "All Bears are red.\nMorph {2}", power="3", toughness="4"),
    own("White Mist", "Enchantment", "All Bears are white."),
]
for colour in ("Red", "White"):
    haunts = f"As long as this card is in your graveyard, all Elves are {colour.lower()}."
    OWN.append(own(f"{colour} Ghost", "Creature — Spirit", haunts, power="1", toughness="1"))

# %%
board = Board(players=["Ana", "Ben"], edition=FIRST, cards=OWN)
board.enters("Red Beast", controller="Ben")
board.resolves({"text": "Target creature loses all abilities until end of turn."}, as_="numb", targets=["red-beast"])

board.enters("Gray Ogre", controller="Ana", counters={"+1/+1": 1})
board.resolves({"text": "Target creature gets +4/+4 until end of turn."}, as_="growth", targets=["gray-ogre"])
board.enters("Long Arms", controller="Ana")
board.resolves({"text": "Target creature becomes 0/1 until end of turn."}, as_="shrink", targets=["gray-ogre"])

board.player("Ben", hand=4)
board.enters("Sutured Ghoul", controller="Ben")
board.enters("Maro", owner="Ben", zone="exile")
board.marks("maro", exiled_with="sutured-ghoul")

board.enters("Grizzly Bears", controller="Ben")
board.enters("Red Painter", controller="Ben", face_down=True)
board.enters("White Mist", controller="Ben")
board.turns("red-painter", face="up")

board.enters("Llanowar Elves", controller="Ben")
board.enters("Red Ghost", controller="Ana")
board.enters("White Ghost", controller="Ben")
board.leaves(["white-ghost", "red-ghost"])
board

# %% [markdown]
# The timeline is written once and solved five times. Each time it is played again from the start, since the rules of
# the day also say what gets a timestamp, and when.

# %%
results = {day: solve(board, edition=day) for day in DAYS}
results[FIRST]

# %% [markdown]
# ## From 2006 to 2008: what an object says about itself
#
# In 2006 colours and abilities share layer 5. The Beast's own ability would go first there, as those do that set an
# object's characteristics; but nothing says that it cannot *depend*. The spell would end its existence. So it waits for
# the spell, and after that there is nothing left of it.

# %%
step = results[FIRST].layer("5").steps[0]
step.graph

# %%
assert step.graph.edges["red-beast#1", "numb"]["reasons"] == ("existence",)
results[FIRST].explain("red-beast")

# %% [markdown]
# By 2008 such abilities are called characteristic-*defining*, and depend on nothing. The Beast is red before the spell
# arrives. And they define a size in every zone, so that Maro has one in exile.

# %%
difference(results[FIRST], results[SECOND])

# %% [markdown]
# ## From 2008 to 2011: seven layers
#
# In July 2009 the fifth layer was split: colours in 5, abilities in 6; what has to do with size moved up to 7. Layer 7
# was sorted again as well. Before, what a spell adds had its place where numbers are *set*, by timestamp: so "becomes
# 0/1" wiped out the older +4/+4.

# %%
draw_walk(results[SECOND], "gray-ogre")

# %% [markdown]
# Since then all that is set comes first (7b), and all that is added comes after it (7c).

# %%
draw_walk(results[THIRD], "gray-ogre")

# %% [markdown]
# That was the Ogre, the example of the rules themselves: 1/4 in 2008, 5/8 in 2011. It is the only object that differs.

# %%
changed = difference(results[SECOND], results[THIRD])
assert [found.id for found in changed.objects] == ["gray-ogre"]
print(changed.objects[0].one)
print(changed.objects[0].other)

# %% [markdown]
# ## From 2011 to 2016: sizes that read sizes, and cards that turn over
#
# The Ghoul reads what Maro defines. In 2011 abilities that define characteristics still depend on nothing, not even on
# each other. The Ghoul is older, goes first, and finds Maro without a size.

# %%
results[THIRD].layer("7a").steps[0].graph

# %% [markdown]
# Since 2012 they may depend on each other, though on nothing else. Now the Ghoul waits.

# %%
step = results[FOURTH].layer("7a").steps[0]
step.graph

# %%
assert step.graph.edges["sutured-ghoul#3", "maro#1"]["reasons"] == ("result",)
difference(results[THIRD], results[FOURTH])

# %% [markdown]
# The Bears changed colour, too, and for quite another reason. Since 2015 a permanent that is turned face up gets a new
# timestamp; the Painter is younger than the Mist now. No dependency is at work: the timestamps alone decide, but who
# got one and when is a matter of the rules as well.

# %%
for day in (THIRD, FOURTH):
    order = [name for name in results[day].layer("5").order if name in ("red-painter#1", "white-mist#1")]
    stamps = {step.effect: step.timestamp for step in results[day].layer("5").steps}
    print(day, ", then ".join(f"{name.split('#')[0]} (timestamp {stamps[name]})" for name in order))

# %% [markdown]
# ## From 2016 to 2023: whose Ghost is older
#
# Two objects get their timestamps at the same moment. Who says which is first? In 2016 it is the active player, for all
# of them: we told White, then Red. Since 2020 the active player's own come first, then those of the others in turn
# order. It is Ana's turn, the Red Ghost is hers; so the White one is the younger, whatever anybody says.

# %%
difference(results[FOURTH], results[FIFTH])

# %% [markdown]
# The sublayer of counters, 7d, also went up in 7c. This time nothing came of it: adding is adding, in whatever order.
#
# ## On which day?
#
# Between two of the five dates lie years, and many a text. Each is solved, and compared with the one before it.


# %%
def texts(first, last):
    """Yield the texts of the rules that were in force between two days, oldest first."""
    text = edition(first)
    yield text
    while text.until is not None and text.until.isoformat() < last:
        text = edition(text.until + timedelta(days=1))
        yield text


solved = [(text, solve(board, edition=text)) for text in texts(FIRST, FIFTH)]
rows = [
    [f"{text.since}, {text.note}", found.other]
    for (_, before), (text, result) in pairwise(solved)
    for found in difference(before, result).objects
]
print(f"Of {len(solved)} texts these make a difference to this board:")
table(["since, and what was new", "since then"], rows)

# %% [markdown]
# ## What a text left open
#
# Some texts do not answer at all. Then there is a *reading* for each answer, a default among them, and the result says
# whether the board depends on it.

# %%
for day in DAYS:
    open_questions = [reading.says for reading in results[day].turns_on]
    print(day, "; ".join(open_questions) or "nothing is open")

# %%
stamped = solve(board, edition=FIRST, readings="turning-stamps")
print(results[FIRST].explainer.summary("grizzly-bears"))
print(stamped.explainer.summary("grizzly-bears"))

# %% [markdown]
# And the dash in the table above? Here is a board that depends on it. Tide makes Mountains Islands; Bloom makes Swamps
# Forests; Mire, the youngest, makes Islands Swamps. There is one Mountain.

# %%
chain = Board(
    players=["Ana", "Ben"],
    edition=FIRST,
    cards=[
        own("Tide", "Enchantment", "All Mountains are Islands."),
        own("Bloom", "Enchantment", "All Swamps are Forests."),
        own("Mire", "Enchantment", "All Islands are Swamps."),
    ],
)
for card in ("Tide", "Bloom", "Mire", "Mountain"):
    chain.enters(card)
again = solve(chain)
again.layer("4").steps[0].graph

# %% [markdown]
# At first only Mire waits. When Tide has been applied there is an Island; now Bloom would find a Swamp if Mire were
# applied.

# %%
again.layer("4").steps[1].graph

# %% [markdown]
# Asked again, the solver applies Mire before Bloom: a Forest. Asked once, when the layer began, it knows of no such
# dependency: a Swamp.

# %%
once = solve(chain, readings="no-re-evaluation")
print("asked again:", again.explainer.summary("mountain"))
print("asked once: ", once.explainer.summary("mountain"))
table(
    ["", *DAYS],
    [["depends on", *(", ".join(r.name for r in solve(chain, edition=day).turns_on) or "–" for day in DAYS)]],
)

# %% [markdown]
# ## What a text did not know
#
# A timeline can contain things that the rules of a day do not know. The solver does not guess what they would have
# said.

# %%
modern = Board(players=["Ana", "Ben"], edition=FIFTH)
bears = modern.enters("Grizzly Bears")
modern.counters(bears, put={"flying": 1})
for day in DAYS:
    try:
        print(day, solve(modern, edition=day).explainer.summary(bears))
    except IllegalEventError as error:
        print(day, f"refused: {error}")

# %% [markdown]
# ## The five dates
#
# One board, five days. Bold marks what differs from the date before.

# %%
COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def colour(id):
    """Return a function that describes the color of an object."""
    return lambda result: " and ".join(COLOURS[found] for found in result[id].colors) or "colourless"


def size(id):
    """Return a function that describes the size of an object."""
    return lambda result: f"{result[id].power}/{result[id].toughness}"


ASKED = {
    "Red Beast without abilities": colour("red-beast"),
    "Maro in exile": size("maro"),
    "Gray Ogre": size("gray-ogre"),
    "Sutured Ghoul": size("sutured-ghoul"),
    "Grizzly Bears": colour("grizzly-bears"),
    "Llanowar Elves": colour("llanowar-elves"),
}
answers = {words: [told(results[day]) for day in DAYS] for words, told in ASKED.items()}
assert answers["Gray Ogre"] == ["1/4", "1/4", "5/8", "5/8", "5/8"]
table(["", *DAYS], [[words, *bold_where_new(cells)] for words, cells in answers.items()])

# %% [markdown]
# No two of the five columns are alike. "What is it?" is a question with a date.

# %%
columns = list(zip(*answers.values(), strict=True))
assert len(set(columns)) == len(DAYS)
