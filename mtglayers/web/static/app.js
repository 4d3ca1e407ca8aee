// The page: one board, its result, and what a person does with them.

import { html, render, useCallback, useEffect, useRef, useState } from "./vendor/preact.js";
import { EMPTY, keep, packed, title, unpacked } from "./board.js";
import { request } from "./engine.js";
import { AddCard } from "./search.js";
import { Answer } from "./answer.js";
import { Battlefield } from "./battlefield.js";
import { Layers } from "./layers.js";
import { Questions } from "./questions.js";
import { Share, Start, Timeline } from "./panes.js";

const SECTIONS = ["objects", "rulings", "steps", "loops", "hints", "unsupported", "illegal"];

function App() {
  const [history, setHistory] = useState({ past: [], board: EMPTY, future: [] });
  const [solved, setSolved] = useState({ board: EMPTY, result: null });
  const [problem, setProblem] = useState("");
  const [selected, setSelected] = useState("");
  const [shownStep, setShownStep] = useState(0);
  const [player, setPlayer] = useState(0);
  const [after, setAfter] = useState(-1);
  const [editions, setEditions] = useState([]);
  const number = useRef(0);
  const board = history.board;

  const change = useCallback((next) => {
    setProblem("");
    setAfter(-1);
    setShownStep(0);
    setHistory((now) => ({ past: [...now.past, now.board].slice(-200), board: next, future: [] }));
  }, []);

  /** Add lines of notation to the board; the board stays if they are not understood. */
  const add = useCallback(async (text) => {
    try {
      const found = await request("notation.read", { text, board });
      change(found.board);
      return true;
    } catch (error) {
      setProblem(error.message);
      return false;
    }
  }, [board, change]);

  /** Try a changed board, and take it if its events can be played. */
  const attempt = useCallback(async (next) => {
    try {
      await request("solve", { board: next, include: [] });
      change(next);
    } catch (error) {
      setProblem(error.message);
    }
  }, [change]);

  const undo = useCallback(() => setHistory((now) => now.past.length === 0 ? now : {
    past: now.past.slice(0, -1), board: now.past[now.past.length - 1], future: [now.board, ...now.future],
  }), []);
  const redo = useCallback(() => setHistory((now) => now.future.length === 0 ? now : {
    past: [...now.past, now.board], board: now.future[0], future: now.future.slice(1),
  }), []);

  // The engine says which editions there are.
  useEffect(() => {
    request("initialize", {}).then((found) => setEditions(found.editions)).catch((error) => setProblem(error.message));
  }, []);

  // The board stands in the address.
  useEffect(() => {
    const read = async () => {
      const fragment = location.hash.replace(/^#b=/, "");
      if (!location.hash.startsWith("#b=") || fragment === number.fragment) return;
      try {
        const found = await unpacked(fragment);
        await request("solve", { board: found, include: [] });
        change(found);
      } catch {
        setProblem("This address contains no board that can be read; the board stays as it is.");
      }
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [change]);

  useEffect(() => {
    if (board === EMPTY) return;
    packed(board).then((fragment) => {
      number.fragment = fragment;
      window.history.replaceState(null, "", board.timeline.length ? `#b=${fragment}` : "#");
      if (board.timeline.length) keep(title(board), fragment);
    });
  }, [board]);

  // Every change is solved at once; a later request cancels an earlier one.
  useEffect(() => {
    const cancel = new AbortController();
    const then = after < 0 ? board : { ...board, timeline: board.timeline.slice(0, after + 1) };
    request("solve", { board: then, include: SECTIONS }, cancel.signal)
      .then((result) => setSolved({ board: then, result }))
      .catch((error) => cancel.signal.aborted || setProblem(error.message));
    return () => cancel.abort();
  }, [board, after]);

  useEffect(() => {
    const key = (event) => {
      if (event.target.closest("input, textarea, select")) return;
      if ((event.ctrlKey || event.metaKey) && event.key === "z") {
        event.preventDefault();
        (event.shiftKey ? redo : undo)();
      }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [undo, redo]);

  const result = solved.result;
  const objects = result ? result.objects : [];
  const newest = editions.length ? editions[editions.length - 1].since : "";
  const shown = objects.find((each) => each.id === selected);
  const setEdition = (edition) => attempt({ ...board, edition: edition || null });
  return html`
    <header class="top">
      <h1><a class="name" href="#" onClick=${(event) => { event.preventDefault(); change(EMPTY); }}>mtglayers</a></h1>
      <label class="edition">Rules of
        <select value=${board.edition === newest ? "" : board.edition || ""} onChange=${(event) => setEdition(event.target.value)}>
          <option value="">today</option>
          ${editions.slice(0, -1).reverse().map((each) => html`
            <option value=${each.since}>${each.since} (${each.key})</option>`)}
        </select>
      </label>
      <span class="buttons">
        <button type="button" onClick=${undo} disabled=${!history.past.length} aria-label="Undo">↶</button>
        <button type="button" onClick=${redo} disabled=${!history.future.length} aria-label="Redo">↷</button>
      </span>
    </header>
    <main>
      <${AddCard} players=${board.players} player=${player} setPlayer=${setPlayer} add=${add}
        addPlayer=${() => change({ ...board, players: [...board.players, `Player ${board.players.length + 1}`] })} />
      ${problem && html`<p class="problem" role="alert">${problem}
        <button type="button" onClick=${() => setProblem("")} aria-label="Close">×</button></p>`}
      ${board.timeline.length === 0 && html`<${Start} add=${add} open=${(found) => attempt(found)} setProblem=${setProblem} />`}
      <div class="columns">
        <div>
          <${Battlefield} board=${solved.board} result=${result} step=${shownStep} selected=${selected}
            select=${setSelected} add=${add} />
          <${Answer} object=${shown} result=${result} select=${setSelected} />
        </div>
        <div>
          ${board.timeline.length > 0 && html`
            <${Layers} board=${solved.board} result=${result} step=${shownStep} setStep=${setShownStep}
              select=${setSelected} />
            <${Questions} board=${board} object=${shown} setProblem=${setProblem} />
            <${Timeline} board=${board} after=${after} setAfter=${setAfter} attempt=${attempt} />
            <${Share} board=${board} setProblem=${setProblem} />`}
        </div>
      </div>
    </main>`;
}

render(html`<${App} />`, document.getElementById("app"));
