// What can be done with an object. Each choice is a line of notation, or changes when the object entered.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { data } from "./board.js";
import { request } from "./engine.js";

const PLAIN = { counters: [], down: false, faces: false };
const QUICK = ["+1/+1", "-1/-1"];

/** @param {any} props @returns {any} a dialog that opens at once and closes with Escape */
export function Dialog({ label, close, children }) {
  const dialog = useRef(null);
  useEffect(() => dialog.current.showModal(), []);
  return html`
    <dialog ref=${dialog} aria-label=${label} onClose=${close} onClick=${(event) => event.target === dialog.current && close()}>
      <div class="menu">
        <p class="row"><strong>${label}</strong><button type="button" class="close" aria-label="Close" onClick=${close}>×</button></p>
        ${children}
      </div>
    </dialog>`;
}

/** @param {any} props */
export function Menu({ object, objects, board, names, players, close, add, remove, reorder, setProblem }) {
  const [counter, setCounter] = useState("");
  const [choice, setChoice] = useState("");
  const [more, setMore] = useState(PLAIN);
  const { id, controller } = object;
  useEffect(() => {
    const cancel = new AbortController();
    furtherFacts(object, board, cancel.signal).then(setMore, (error) => cancel.signal.aborted || setProblem(error.message));
    return () => cancel.abort();
  }, [board]);
  const play = (line) => add(line, controller || object.owner);
  const act = (line) => { close(); play(line); };
  const others = objects.filter((each) => each.id !== id && each.zone === "battlefield");
  const button = (label, line) => html`<button type="button" onClick=${() => act(line)}>${label}</button>`;
  const count = (kind) => html`
    <div class="counted" role="group" aria-label=${`${kind} counters`}><span>${kind.replace("-1/-1", "−1/−1")} counters</span>
      <button type="button" disabled=${!more.counters[kind]} aria-label=${`Remove one ${kind} counter`} onClick=${() => play(`remove a ${kind} counter from ${id}`)}>−</button>
      <output>${more.counters[kind] || 0}</output>
      <button type="button" aria-label=${`Add one ${kind} counter`} onClick=${() => play(`a ${kind} counter on ${id}`)}>+</button></div>`;
  const pick = (label, now, options, choose) => options.length > 0 && html`
    <label>${label}
      <select value="" onChange=${(event) => event.target.value && choose(event.target.value)}>
        <option value="">${now || "…"}</option>${options.map(([value, words]) => html`<option value=${value}>${words}</option>`)}
      </select></label>`;
  const write = (label, value, set, hint, line) => html`
    <form onSubmit=${(event) => { event.preventDefault(); if (value.trim()) act(line(value.trim())); }}>
      <label>${label} <span class="box"><input value=${value} onInput=${(event) => set(event.target.value)} placeholder=${hint} />
        <button type="submit">OK</button></span></label></form>`;
  const named = others.map((each) => [each.id, names[each.id]]);
  return html`
    <${Dialog} label=${names[id]} close=${close}>
      <div class="row">
        ${button(object.tapped ? "Untap" : "Tap", `${id} becomes ${object.tapped ? "untapped" : "tapped"}`)}
        ${more.down ? button("Face up", `${id} turns face up`) : button("Face down", `${id} turns face down`)}
        ${more.faces && button("Transform", `${id} transforms`)}
        ${button("Phase out", `${id} phases out`)}
        ${button("To the graveyard", `${id} leaves`)}
        ${button("Exile", `${id} is exiled`)}
        ${button("To the hand", `${id} returns to hand`)}
        <button type="button" onClick=${() => { close(); remove(id); }}>Remove from the board</button>
      </div>
      ${[...new Set([...QUICK, ...Object.keys(more.counters)])].map(count)}
      ${write("Other counters", counter, setCounter, "3 charge, or flying", (value) => `${/^\w+ /.test(value) ? value.replace(/ counters?$/, "") : `a ${value}`} counter on ${id}`)}
      ${pick("Attach to", names[object.attached_to] || object.attached_to, [...named, ...players.map((each) => [each, each])], (value) => act(`${id} attaches to ${value}`))}
      ${pick("Entered just before", "", named, (value) => { close(); reorder(id, value, false); })}
      ${pick("Entered just after", "", named, (value) => { close(); reorder(id, value, true); })}
      ${pick("Controlled by", controller, players.filter((each) => each !== controller).map((each) => [each, each]), (value) => act(`${value}: "Gain control of target permanent." -> ${id}`))}
      ${pick("Becomes a copy of", "", named, (value) => act(`"Target permanent becomes a copy of another target permanent." -> ${id}, ${value}`))}
      ${write("Chosen color, type or name", choice, setChoice, "blue, Goblin, Forest …", (value) => `${id} chooses ${value}`)}
    <//>`;
}

/**
 * Return what a menu shows of an object and the result does not say.
 * @param {any} object @param {any} board @param {AbortSignal} signal
 * @returns {Promise<{counters: Record<string, number>, down: boolean, faces: boolean}>}
 */
async function furtherFacts({ id, name }, board, signal) {
  const [state, { cards: [card] }] = await Promise.all([
    request("state.write", { board: data(board) }, signal),
    request("cards.search", { text: name || "?", limit: 1 }, signal),
  ]);
  const { counters = [], facts = [] } = state.objects.find((each) => each.id === id) || {};
  const faces = Boolean(card) && card.name.split(" // ").includes(name) && card.type_line.includes(" // ");
  return { counters: Object.fromEntries(counters.map((each) => [each.kind, each.count])), down: facts.includes("face-down"), faces };
}

/** What a dragged object does with the one on which it was dropped. @param {any} props */
export function Dropped({ id, on, names, close, add, reorder }) {
  const act = (work) => { close(); work(); };
  return html`
    <${Dialog} label=${`${names[id]} and ${names[on]}`} close=${close}>
      <button type="button" onClick=${() => act(() => add(`${id} attaches to ${on}`))}>Attach ${names[id]} to ${names[on]}</button>
      <button type="button" onClick=${() => act(() => reorder(id, on, false))}>${names[id]} entered before ${names[on]}</button>
      <button type="button" onClick=${() => act(() => reorder(id, on, true))}>${names[id]} entered after ${names[on]}</button>
    <//>`;
}
