// The page: one board, its result, and what a person does with them.

import { html, render, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { EMPTY, board as boardOf, data, moved, removed, ruled } from "./board.js";
import { Refusal, ready, request } from "./engine.js";
import { opened } from "./files.js";
import { called, told } from "./names.js";
import { store } from "./store.js";
import { Answer } from "./answer.js";
import { Battlefield } from "./battlefield.js";
import { Depends } from "./depends.js";
import { Layers } from "./layers.js";
import { AddCard } from "./search.js";
import { OwnCard } from "./own.js";
import { Questions } from "./questions.js";
import { Rules } from "./rules.js";
import { Share } from "./share.js";
import { Start } from "./start.js";
import { Quiz, Story } from "./story.js";
import { Timeline } from "./time.js";

const SECTIONS = ["objects", "steps", "hints", "unsupported", "illegal", "made"];
const NOWHERE = { board: EMPTY, step: 0, after: -1, lit: [] };

/** @param {import("./board.js").Board} board @returns {Promise<any>} */
const check = (board) => request("solve", { ...ruled(board), include: [] });

function App() {
  const [, setBoard] = useState(EMPTY);
  const [solved, setSolved] = useState({ board: EMPTY, result: null });
  const [problem, setProblem] = useState("");
  const [selected, setSelected] = useState("");
  const [player, setPlayer] = useState(0);
  const [view, setView] = useState(NOWHERE);
  const [about, setAbout] = useState({ editions: [], readings: [] });
  const [starting, setStarting] = useState(true);
  const asked = useRef(false);
  const known = useRef({}); // what the objects are called
  const [own, setOwn] = useState(null);
  const [story, setStory] = useState(null);
  const [quiz, setQuiz] = useState("");
  const { board } = store;
  const { step, after, lit } = view.board === board ? view : NOWHERE;
  const look = (change) => setView((now) => ({ ...(now.board === board ? now : NOWHERE), ...change, board }));
  const showStep = (place) => look({ step: place, lit: [] });
  const showEvent = (place) => look({ after: place, step: 0, lit: [] });

  /** Change the board; a change that is refused leaves it as it is. */
  const attempt = useCallback(async (change, line) => {
    setProblem("");
    try {
      await store.edit(change);
      return true;
    } catch (error) {
      setProblem(told(error.message, known.current, await Promise.resolve(line).catch(() => "")));
      return false;
    }
  }, []);

  /** Take a changed board if its events can be played. */
  const play = useCallback((change) => attempt(async (now) => {
    const next = change(now);
    await check(next);
    return next;
  }), [attempt]);

  /** Add lines of notation, or a promise of them, for a player. */
  const add = useCallback((lines, whose) => attempt(async (now) => {
    const text = await lines;
    const whole = /^\s*(players|rules)\s*:/im.test(text);
    const found = await request("notation.read", whole ? { text } : { text, board: data(now), ...(whose ? { player: whose } : {}) });
    return { ...now, ...found.board };
  }, lines), [attempt]);

  /** Whether a text can be read as a line, or is refused for another reason than an unknown name. */
  const reads = (text) => request("notation.read", { text, board: data(store.board) })
    .then(() => true, (error) => !error.message.startsWith("Unknown card"));

  /** Show a file: a puzzle, a board, a Forge game state or lines of notation. */
  const open = useCallback(async (text, name) => {
    const found = { story: null };
    const done = await attempt(async (now) => {
      const { board: next, lines, ...rest } = await opened(text, name);
      if (lines) {
        const asked = { text: lines, ...(now.timeline.length ? { board: data(now) } : {}) };
        const read = await request("notation.read", asked).catch((error) => {
          throw name ? new Refusal(`“${name}” is no puzzle, board or Forge game state, and as lines it is not understood: ${error.message}`) : error;
        });
        return { ...now, ...read.board };
      }
      await check(next);
      found.story = rest.title ? { ...rest, board: next } : null;
      return next;
    });
    if (done) { setStory(found.story); setQuiz(""); setSelected(""); }
    return done;
  }, [attempt]);

  /** Open a puzzle that comes with the page; with a question, its answer is hidden at first. */
  const puzzle = useCallback(async (found, asked) => {
    const next = boardOf(found.board);
    if (!await play(() => next)) return;
    setStory({ ...found, board: next });
    setSelected(found.objects[0] || "");
    setQuiz(asked ? found.objects[0] : "");
  }, [play]);

  useEffect(() => {
    store.listeners.push(() => { setBoard(store.board); setProblem(""); });
    store.listen(check, setProblem);
    ready.then(() => setStarting(false));
  }, []);

  /** Ask which rules there are, after the first answer. */
  const learn = useCallback(async () => {
    if (asked.current) return;
    asked.current = true;
    await request("initialize", {}).then(setAbout).catch((error) => setProblem(error.message));
  }, []);

  // Every change is solved at once, before it is painted; a later request cancels an earlier one.
  useLayoutEffect(() => {
    const cancel = new AbortController();
    const then = after < 0 ? board : { ...board, timeline: board.timeline.slice(0, after + 1) };
    request("solve", { ...ruled(then), include: SECTIONS }, cancel.signal)
      .then((result) => setSolved({ board: then, result }))
      .catch((error) => cancel.signal.aborted || setProblem(error.message))
      .then(learn);
    return () => cancel.abort();
  }, [board, after]);

  useEffect(() => {
    const key = (event) => {
      if (event.target.closest("input, textarea, select, dialog")) return;
      if ((event.ctrlKey || event.metaKey) && event.key === "z") {
        event.preventDefault();
        store.move(event.shiftKey ? 1 : -1);
      }
      if (event.key === "/") {
        event.preventDefault();
        document.querySelector("textarea").focus();
      }
    };
    const drop = (event) => {
      const file = event.dataTransfer && event.dataTransfer.files[0];
      if (!file) return;
      event.preventDefault();
      file.text().then((text) => open(text, file.name));
    };
    const over = (event) => event.dataTransfer && event.dataTransfer.types.includes("Files") && event.preventDefault();
    addEventListener("keydown", key);
    addEventListener("drop", drop);
    addEventListener("dragover", over);
    return () => {
      removeEventListener("keydown", key);
      removeEventListener("drop", drop);
      removeEventListener("dragover", over);
    };
  }, [open]);

  const { result } = solved;
  const objects = result ? result.objects : [];
  const made = result ? result.made : [];
  const names = useMemo(() => called(objects, solved.board.timeline), [result]);
  known.current = names;
  const shown = objects.find((each) => each.id === selected);
  const placeOf = (id) => made.findIndex((ids) => ids.includes(id));
  /** Let one object enter just before or after another. */
  const reorder = (id, other, later) => {
    const [from, to] = [placeOf(id), placeOf(other)];
    if (from < 0 || to < 0 || from === to) return;
    play((now) => moved(now, from, to - (from < to ? 1 : 0) + (later ? 1 : 0)));
  };
  const remove = (id) => play((now) => removed(now, placeOf(id)));
  const actions = { add, reorder, remove, select: setSelected, setProblem, players: board.players };
  return html`
    <header class="top">
      <h1><a class="name" href="#" onClick=${(event) => { event.preventDefault(); attempt(() => EMPTY); setStory(null); setQuiz(""); }}>mtglayers</a></h1>
      <${Rules} board=${board} about=${about} play=${play} />
      <span class="buttons">
        <button type="button" onClick=${() => store.move(-1)} disabled=${!store.canUndo} aria-label="Undo">↶</button>
        <button type="button" onClick=${() => store.move(1)} disabled=${!store.canRedo} aria-label="Redo">↷</button>
      </span>
    </header>
    ${starting && html`<p class="starting" role="status">Starting the engine; the first visit loads 9 MB.</p>`}
    <main>
      <${AddCard} players=${board.players} player=${player} setPlayer=${setPlayer} add=${add} reads=${reads} open=${open}
        own=${(name) => setOwn({ name })} problem=${problem} names=${names} objects=${objects.filter((each) => each.zone === "battlefield")}
        addPlayer=${() => attempt((now) => ({ ...now, players: [...now.players, `Player ${now.players.length + 1}`] }))}>
        ${problem && html`<p class="problem" role="alert">${problem}
          <button type="button" onClick=${() => setProblem("")} aria-label="Close">×</button></p>`}
      <//>
      ${own && html`<${OwnCard} name=${own.name} board=${board} player=${board.players[player]} attempt=${attempt} close=${() => setOwn(null)} />`}
      ${board.timeline.length === 0 && html`<${Start} puzzle=${puzzle} play=${play} open=${open} own=${(name) => setOwn({ name })} setProblem=${setProblem} />`}
      ${story && quiz && html`<${Quiz} story=${story} result=${result} id=${quiz} names=${names} see=${(guess) => { setStory({ ...story, guess }); setQuiz(""); }} />`}
      <div class="columns">
        <div class="table">
          ${!quiz && html`<${Answer} object=${shown} result=${result} board=${solved.board} past=${solved.board !== board} names=${names} select=${setSelected} play=${play} setProblem=${setProblem}
            step=${step} show=${showStep} event=${after}
            events=${board.timeline.length} showEvent=${showEvent} />`}
          <${Battlefield} board=${solved.board} result=${result} step=${quiz ? -1 : step} lit=${lit} names=${names}
            selected=${selected} ...${actions} />
        </div>
        <div class="rest">
          ${story && !quiz && html`<${Story} story=${story} at=${after} show=${showEvent}
            here=${board === story.board} close=${() => setStory(null)} />`}
          ${board.timeline.length > 0 && !quiz && html`
            <${Questions} board=${board} object=${shown} names=${names} place=${shown ? placeOf(shown.id) : -1} setProblem=${setProblem} play=${play} />
            ${shown && shown.name && html`<${Depends} key=${shown.name} card=${shown.name} edition=${board.edition} show=${(next) => { setSelected(""); play(() => next); scrollTo(0, 0); }} />`}
            <${Layers} board=${solved.board} result=${result} step=${step} names=${names} lit=${lit}
              show=${showStep} light=${(ids) => look({ lit: ids })} select=${setSelected} />`}
          ${board.timeline.length > 0 && html`
            <${Timeline} board=${board} names=${names} after=${after} setAfter=${showEvent} play=${play} add=${add} setProblem=${setProblem} />
            ${!quiz && html`<${Share} board=${board} object=${shown} open=${open} setProblem=${setProblem} />`}`}
        </div>
      </div>
    </main>`;
}

render(html`<${App} />`, document.getElementById("app"));
