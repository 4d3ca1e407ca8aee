// The answer first: what an object is, and why.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { moved, removed, ruled } from "./board.js";
import { request, sentence } from "./engine.js";
import { size, told, typeLine } from "./names.js";
import { changedIds, stepsOf } from "./states.js";
import { symbols } from "./symbols.js";

const MANY = 4;
const UNTOLD = { result: null, rulings: {} };

/** @param {any} props */
export function Answer({ object, result, board, past, step, show, event, events, showEvent, names, select, play, setProblem }) {
  const [all, setAll] = useState(false);
  const [told, setTold] = useState(UNTOLD);
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const place = useRef(null);
  const others = useOthers(result, board, past);
  useEffect(() => setAll(false), [board]);
  const { shown, changed } = subject(result, object);
  const listed = shown ? [shown] : all ? changed : changed.slice(0, MANY);
  const ids = listed.map((each) => each.id).join(" ");
  useLayoutEffect(() => {
    if (!ids) return undefined;
    const cancel = new AbortController();
    request("solve", { ...ruled(board), objects: ids.split(" "), include: ["rulings"] }, cancel.signal)
      .then(({ objects }) => setTold({ result, rulings: Object.fromEntries(objects.map((each) => [each.id, each.ruling])) }))
      .catch((error) => { if (!cancel.signal.aborted) { setTold(UNTOLD); setProblem(error.message); } });
    return () => cancel.abort();
  }, [result, ids]);
  useLayoutEffect(() => { setWhole(false); if (place.current) place.current.scrollTop = 0; }, [result, ids]);
  useLayoutEffect(() => {
    const box = place.current;
    if (box) setCut(box.scrollHeight > box.clientHeight + 4);
  });
  useLayoutEffect(() => { // unfolded, it no longer stays in view
    if (whole && place.current && place.current.getBoundingClientRect().top < 0) place.current.scrollIntoView({ block: "start" });
  }, [whole]);
  if (!result || board.timeline.length === 0) return null;
  if (result.objects.length === 0) return html`<section class="answer" aria-label="Answer"><p class="first">Nothing is on the board.</p></section>`;
  const ruling = (each) => told.rulings[each.id] || [];
  const steps = stepsOf(result).length;
  const asked = (result.hints || []).some((each) => each.line); // a question comes before an answer
  return html`
    <section class=${whole ? "answer whole" : "answer"} ref=${place} aria-live="polite" aria-label="Answer" tabindex="0" aria-busy=${ids !== "" && told.result !== result}>
      ${event >= 0 && html`<${Moment} kind="event" place=${event + 1} last=${events} show=${(place) => showEvent(place - 1)}>The board after event ${event + 1} of ${events}.<//>`}
      ${step > 0 && html`<${Moment} kind="step" place=${step} last=${steps} show=${show}>
        The cards are shown after step ${step} of ${steps}; the answer is about the end.<//>`}
      ${asked && html`<${Notes} result=${result} names=${names} select=${select} play=${play} />`}
      ${shown ? html`<${Ruling} object=${shown} ruling=${ruling(shown)} board=${board} unfold=${() => setWhole(true)}>
          ${others.filter((each) => each.id !== shown.id).map((each) => html`
            <p class="other">The last change of the board also changed <button type="button" class="link" onClick=${() => select(each.id)}>${names[each.id]}</button>: now ${each.now}, before ${each.before}.</p>`)}<//>`
        : changed.length ? html`<p>Tap one for the reason.</p><ul class="all">${listed.map((each) => html`
          <li key=${each.id}><button type="button" class="link" onClick=${() => select(each.id)}>${symbols(ruling(each)[0] || names[each.id])}</button></li>`)}
          ${changed.length > listed.length && html`<li><button type="button" class="small" onClick=${() => setAll(true)}>and ${changed.length - MANY} more</button></li>`}</ul>`
        : html`<p class="first">No effect changes anything here.</p><p>Tap a card to read what it is.</p>`}
      ${!asked && html`<${Notes} result=${result} names=${names} select=${select} play=${play} />`}
      ${(cut || whole) && html`<button type="button" class="fold" aria-expanded=${whole} onClick=${() => setWhole(!whole)}>${whole ? "Show less" : "Show all"}</button>`}
    </section>`;
}

/**
 * Return the objects that the last change of the board made something else.
 * @param {any} result @param {any} board @param {boolean} past whether `board` is not the whole board that the page shows now, or not yet
 * @returns {any[]}
 */
function useOthers(result, board, past) {
  const last = useRef({ board: null, said: {}, others: [] });
  if (result && !past && last.current.board !== board) {
    const before = last.current.said;
    const now = Object.fromEntries(result.objects.map((each) => [each.id, said(each)]));
    const different = Object.keys(now).filter((id) => before[id] && before[id] !== now[id]).slice(0, MANY);
    last.current = { board, said: now, others: different.map((id) => ({ id, now: now[id], before: before[id] })) };
  }
  return past ? [] : last.current.others;
}

/** @param {any} object @returns {string} its size and type line */
function said(object) {
  return `${size(object)} ${typeLine(object)}`.trim();
}

/** The step or event after which the board is shown; 0 is the end. @param {any} props */
function Moment({ kind, place, last, show, children }) {
  const go = (number) => show(number === last ? 0 : number);
  return html`
    <p class="moment"><span>${children}</span> <span class="buttons">
      <button type="button" disabled=${place === 1} aria-label=${`Previous ${kind}`} onClick=${() => go(place - 1)}>‹</button>
      <button type="button" aria-label=${`Next ${kind}`} onClick=${() => go(place + 1)}>›</button>
      <button type="button" onClick=${() => go(last)}>End</button></span></p>`;
}

/**
 * Return the object that the answer is about, or else the objects that effects change.
 * @param {any} result @param {any} object the selected object
 * @returns {{shown: any, changed: any[]}}
 */
function subject(result, object) {
  if (!result || result.objects.length === 0) return { shown: null, changed: [] };
  const ids = changedIds(result);
  const changed = result.objects.filter((each) => ids.has(each.id));
  const newest = result.objects[result.objects.length - 1];
  const one = ids.has(newest.id) || result.objects.length === 1 ? newest : changed.length === 1 ? changed[0] : null;
  return { shown: object || one, changed };
}

/** @param {any} props */
function Ruling({ object, ruling, board, unfold, children }) {
  const [lesson, setLesson] = useState({ board: null, id: "", text: "" });
  const [first = "", ...rest] = ruling;
  const told = lesson.board === board && lesson.id === object.id ? lesson.text : "";
  const more = useRef(null);
  useLayoutEffect(() => { if (told) unfold(); }, [told]); // before the page scrolls
  useEffect(() => { if (told) more.current.scrollIntoView({ block: "start" }); }, [told]);
  const teach = async () => {
    if (told) { setLesson({ board: null, id: "", text: "" }); return; }
    const asked = { ...ruled(board), object: object.id, register: "learner", width: 1000 };
    const found = await request("explain", asked).catch((error) => ({ text: `\n${error.message}` })); // the first line is a title
    setLesson({ board, id: object.id, text: found.text });
  };
  return html`
    <p class="first">${symbols(first)}</p>
    ${children}
    ${rest.length > 0 && html`<ul class="because">${rest.map((each) => html`<li>${symbols(each)}</li>`)}</ul>`}
    <p class="abilities">${object.abilities.length > 0 && html`<small>Its abilities now:</small>`}${object.abilities.map((each) => html`<span>${symbols(each.text)}</span>`)}</p>
    <p ref=${more}><button type="button" class="small" aria-expanded=${told !== ""} onClick=${teach}>Explain the rules, too</button></p>
    ${told && html`<div class="lesson">${told.split("\n").slice(1).map((line) => html`
      <p class=${`in${Math.min(3, Math.floor((line.length - line.trimStart().length) / 2))}`}>${symbols(line.trim())}</p>`)}</div>`}`;
}

/** @param {any} props */
function Notes({ result, names, select, play }) {
  const name = (id) => names[id] || id;
  /** Let the event that made the object be the one that the line describes. */
  const settle = (hint) => {
    const place = result.made.findIndex((ids) => ids.includes(hint.objects[0]));
    play(async (now) => {
      const without = removed(now, place);
      const { board } = await request("notation.read", { text: hint.line, ...ruled(without), readings: undefined });
      const next = { ...without, timeline: board.timeline };
      const back = moved(next, board.timeline.length - 1, place);
      const fits = await request("solve", { ...ruled(back), include: [] }).then(() => true, () => false);
      return fits ? back : next;
    });
  };
  const questions = (result.hints || []).filter((each) => each.line);
  const actions = (result.hints || []).filter((each) => !each.line && !questions.some((one) => one.objects[0] === each.objects[0]));
  const notes = [
    ...questions.map((each) => html`<strong>${each.words.replace(/; write .*/, ".")}</strong> Tap if this is meant:
      <button type="button" class="small" onClick=${() => settle(each)}>${each.line}</button>`),
    ...actions.map((each) => html`${each.words}${each.rule ? ` (${each.rule})` : ""}
      ${each.objects.length > 0 && html`<button type="button" class="link" onClick=${() => select(each.objects[0])}>${name(each.objects[0])}</button>`}`),
    ...(result.illegal || []).map((each) => `Not legal: ${told(sentence(`${each.reason} (${each.rule})`), names)}`),
    ...(result.unsupported || []).map((each) => `Not understood: ${each.text} (${name(each.object)}). The answer can be wrong.`),
  ];
  return notes.length > 0 && html`<ul class="notes">${notes.map((each) => html`<li>${each}</li>`)}</ul>`;
}
