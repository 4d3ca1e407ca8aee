"""The report: one page for a whole puzzle, well-formed, self-contained, the same on every run."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner, Result

from mtglayers import __version__, read_puzzle
from mtglayers.cli.main import main
from mtglayers.html import report_html
from mtglayers.html.report import short
from mtglayers.presentation.moments import Moment, moments_of_file, moments_of_lines

from ....support.boards import BEAR, HUMILITY, card
from ....support.editions import PUZZLE_RULES
from ....support.html_pages import Element, read_html
from ....support.paths import ROOT

DATA = ROOT / "tests" / "data"


STORY = DATA / "story.toml"


NOTHING = {"edition": None, "readings": None, "until": None}


NASTY = "</title></style></script><script>alert(1)</script><img src=x onerror=alert(1)> & \"q\" 'n' <!--"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["report", *arguments], prog_name="mtglayers")


def page_of(*moments: Moment, text: str = "", file: str = "") -> Element:
    return read_html(report_html(moments, text, file))


def puzzle_page(path: Path = STORY, **options: str) -> Element:
    found = moments_of_file(str(path), {**NOTHING, **options})
    return page_of(*found, text=path.read_text(encoding="utf-8"), file=path.name)


def section(page: Element, anchor: str) -> Element:
    (found,) = (each for each in page.all("section") if each.attributes.get("id") == anchor)
    return found


# --- What it says ---


def test_the_head_says_what_it_is_and_no_date() -> None:
    page = puzzle_page()
    meta = {each.attributes.get("name"): each.attributes.get("content") for each in page.all("meta")}

    assert page.all("title")[0].text == "Blood Moon, then Life and Limb, a Saproling and Overgrown Tomb"
    assert meta["generator"] == f"mtglayers {__version__}"
    assert page.all("html")[0].attributes == {"lang": "en-US"}
    assert page.all("header")[0].text == (
        f"Blood Moon, then Life and Limb, a Saproling and Overgrown Tomb {PUZZLE_RULES}; players Ana and Ben."
    )


def test_the_contents_lead_to_every_section() -> None:
    page = puzzle_page()
    links = {link.attributes["href"]: link.text for link in page.all("nav")[0].all("a")}

    assert list(links) == [
        "#notes", "#story", "#board", "#reasons", "#object-1", "#layers", "#layer-4", "#layer-5", "#layer-7b",
        "#statistics", "#source",
    ]  # fmt: skip
    assert links["#object-1"] == "Saproling"
    assert [f"#{found.attributes['id']}" for found in page.all("main")[0].content if isinstance(found, Element)] == [
        link for link in links if not re.search(r"\d", link)
    ]


def test_the_story_says_what_came_and_what_that_changed() -> None:
    (story,) = section(puzzle_page(), "story").all("ol", "mtgl-story")
    items = [item for item in story.content if isinstance(item, Element)]

    assert [item.all("p", "mtgl-came")[0].text for item in items] == [
        "Blood Moon, then Life and Limb enter.", "Saproling enters.", "Overgrown Tomb enters.",
        "Overgrown Tomb leaves.",
    ]  # fmt: skip
    assert "Nothing changes." in items[0].text
    assert [said.text for said in items[2].all("ul")[0].all("li")] == [
        "In layer 4, Blood Moon and Life and Limb are in a dependency loop.",
        "The Saproling is a 1/1 green Saproling Forest land creature with “{T}: Add {G}.”",
        "Overgrown Tomb is a Mountain land with “{T}: Add {R}.”",
    ]
    assert "Overgrown Tomb is a Mountain land" in items[2].all("details")[0].text


def test_the_story_ends_with_whether_it_came_out_as_expected() -> None:
    def told(page: Element) -> list[str]:
        return [each.text for each in section(page, "story").content if isinstance(each, Element)][2:]

    assert told(puzzle_page()) == ["All 39 expectations of the puzzle are met."]
    assert told(puzzle_page(edition="2006-07-01")) == []
    failing = told(puzzle_page(DATA / "failing.toml"))
    assert failing[0].endswith("expectations failed:")
    assert "expected" in failing[1]


def test_every_step_is_there_and_can_be_stepped_to() -> None:
    page = puzzle_page()
    steps = [found for found in page.all("div") if "data-step" in found.attributes]

    assert [step.attributes["id"] for step in steps] == ["step-1", "step-2", "step-3", "step-4"]
    assert [step.all("h4")[0].text for step in steps[:2]] == [
        "Layer 4, step 1 of 2: Life and Limb applies",
        "Layer 4, step 2 of 2: Blood Moon applies",
    ]
    (slider,) = page.all("input")
    assert slider.attributes["max"] == "4"
    assert not [found for found in page.all() if "hidden" in found.attributes and found.attributes["id"] != "stepper"]


def test_each_object_is_explained_in_both_registers_and_drawn() -> None:
    (found,) = section(puzzle_page(), "reasons").all("details", "mtgl-object")

    assert found.all("summary")[0].text == (
        "The Saproling is a 1/1 green Saproling Mountain land creature with “{T}: Add {R}.”"
    )
    assert len(found.all("svg")) == 2  # one of them for phones
    assert "With explanations of the rules" in found.all("details")[0].text
    assert found.all("details")[0].all("p", "mtgl-lesson")
    assert "open" in found.attributes


def test_lines_that_are_not_understood_are_named() -> None:
    bear = card("Bear", "Creature — Bear", "Foo frobs each bar.", size="2/2")
    found = section(page_of(*moments_of_lines(["Bear"], NOTHING, [bear])), "unread")

    assert found.text.startswith("Text that is not understood Ignored: Bear: Foo frobs each bar.")


def test_readings_on_which_it_turns_are_named() -> None:
    page = puzzle_page(ROOT / "puzzles" / "a-loop-member-waits-for-an-outsider.toml")

    assert "reading literal, B2" in section(page, "readings").text


def test_the_text_of_the_puzzle_is_in_it_and_opens_again() -> None:
    page = puzzle_page()
    source = section(page, "source")
    (link,) = source.all("a")
    (shown,) = source.all("pre")

    kind, _, data = (link.attributes["href"] or "").partition(",")
    assert kind == "data:application/toml;charset=utf-8"
    assert unquote(data) == STORY.read_text(encoding="utf-8")
    assert link.attributes["download"] == "story.toml"
    assert "".join(text for code in shown.all("code") for text in code.content if isinstance(text, str)) == unquote(
        data
    )
    assert source.all("code")[0].text == "mtglayers solve story.toml"


def test_a_board_of_cards_is_told_as_a_puzzle() -> None:
    moment = moments_of_lines(["Grizzly Bears", "Humility"], NOTHING, [BEAR, HUMILITY])[0]
    (link,) = section(page_of(moment), "source").all("a")
    puzzle = read_puzzle(unquote((link.attributes["href"] or "").partition(",")[2]))

    assert puzzle.title == "Grizzly Bears, Humility"
    ((_, board),) = [(None, puzzle.board())]
    for place in range(len(puzzle.timeline)):
        assert puzzle.play(board, place) == ""
    assert board.to_data() == moment.board.to_data()


def test_a_json_puzzle_without_a_file_is_offered_as_json() -> None:
    moment = moments_of_lines(["Grizzly Bears"], NOTHING, [BEAR])[0]
    (link,) = section(page_of(moment, text='{"title": "x"}'), "source").all("a")

    assert link.attributes["download"] == "grizzly-bears.json"
    assert (link.attributes["href"] or "").startswith("data:application/json;charset=utf-8,%7B")


def test_options_are_told_where_it_is_opened_again() -> None:
    found = moments_of_file(str(STORY), {**NOTHING, "edition": "2006-07-01", "readings": "literal"})[:2]

    assert section(page_of(*found, file="a b.toml"), "source").all("code")[0].text == (
        "mtglayers solve 'a b.toml' --edition 2006-07-01 --readings literal --at 2"
    )


def test_a_board_on_which_nothing_happened() -> None:
    page = page_of(*moments_of_lines([], NOTHING))

    assert "Nothing happens." in section(page, "story").text


def test_a_long_title_is_cut() -> None:
    assert short("Ape, " * 30) == f"{'Ape, ' * 19}Ape …"
    assert short("Ape" * 40) == f"{'Ape' * 33}A …"
    assert short("A" * 100) == "A" * 100


def test_cards_by_name_have_entered() -> None:
    story = section(page_of(*moments_of_lines(["Grizzly Bears", "Humility"], NOTHING, [BEAR, HUMILITY])), "story")

    assert story.all("p", "mtgl-came")[0].text == "Grizzly Bears, then Humility enter."


def test_no_board_at_all() -> None:
    with pytest.raises(ValueError, match="at least one board"):
        report_html([])


# --- How it is made ---


@pytest.mark.parametrize(
    "name",
    [
        "humility-then-opalescence",
        "three-loop",
        "celestial-dawn",
        "maro-in-all-zones",
        "aura-graft-moves-a-control-magic",
    ],
)
def test_reports_of_puzzles_are_well_formed(name: str) -> None:
    page = puzzle_page(ROOT / "puzzles" / f"{name}.toml")

    assert section(page, "board").all("table")


def test_hostile_names_show_and_do_nothing() -> None:
    crow = card(NASTY, "Creature — Bird", f"Flying\n{NASTY} can't block.", size="1/2")
    text = report_html(moments_of_lines([NASTY, "Humility"], NOTHING, [crow, HUMILITY]), NASTY, f"{NASTY}.toml")
    page = read_html(text)

    assert page.all("title")[0].text == short(f"{NASTY}, Humility")
    assert NASTY in section(page, "reasons").text
    assert not page.all("img")
    assert len(page.all("script")) == 1
    assert "alert" not in "".join(str(piece) for style in page.all("style") for piece in style.content)


def test_it_loads_nothing() -> None:
    page = puzzle_page()

    for element in page.all():
        for name in ("src", "href", "srcset", "data", "action"):
            value = element.attributes.get(name)
            assert value is None or value.startswith(("#", "data:"))
        assert not [name for name in element.attributes if name.startswith("on")]
    assert "url(" not in "".join(str(style.content) for style in page.all("style"))


def test_its_policy_lets_its_own_script_run_and_no_other() -> None:
    page = puzzle_page()
    (script,) = page.all("script")
    (policy,) = (m for m in page.all("meta") if m.attributes.get("http-equiv") == "Content-Security-Policy")
    digest = base64.b64encode(hashlib.sha256("".join(map(str, script.content)).encode()).digest()).decode()

    assert f"script-src 'sha256-{digest}';" in (policy.attributes["content"] or "")
    assert (policy.attributes["content"] or "").startswith("default-src 'none';")


def test_many_objects_and_steps_are_folded() -> None:
    anthem = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")
    wall = card("Wall", "Artifact")
    names = ["Grizzly Bears", *["Anthem"] * 14, *["Wall"] * 3]
    page = page_of(*moments_of_lines(names, NOTHING, [BEAR, anthem, wall]))

    assert section(page, "board").all("summary")[0].text == "17 objects that no effect changed"
    assert [found.text for found in section(page, "layers").all("summary")] == ["Dependencies and changes"] * 14


# --- The command ---


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    done = run(str(STORY), "-o", str(target))

    assert (done.exit_code, done.stdout, done.stderr) == (0, f"wrote {target}\n", "")
    assert read_html(target.read_text(encoding="utf-8")).all("h1")[0].text.startswith("Blood Moon")


def test_without_a_name_it_is_named_after_the_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert run(str(STORY)).stdout == "wrote story.html\n"
    assert run("Blood Moon", "Dryad Arbor").stdout == "wrote blood-moon-dryad-arbor.html\n"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["blood-moon-dryad-arbor.html", "story.html"]


def test_to_standard_output() -> None:
    done = run(str(STORY), "-o", "-", "--at", "2")

    assert done.stdout.startswith("<!doctype html>\n<html")
    assert "Overgrown Tomb enters" not in section(read_html(done.stdout), "story").text


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    done = run(str(STORY), "-o", str(tmp_path / "none" / "report.html"))

    assert done.exit_code == 2
    assert done.stderr == f"error: `{tmp_path / 'none' / 'report.html'}`: no such file or directory\n"
