// What can be done with an object. Each choice is a line of notation, or changes when the object entered.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";

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
export function Menu({ object, objects, names, players, close, add, remove }) {
  const [counter, setCounter] = useState("");
  const [choice, setChoice] = useState("");
  const { id, controller } = object;
  const act = (...lines) => { close(); add(lines.join("\n"), controller || object.owner); };
  const others = objects.filter((each) => each.id !== id && each.zone === "battlefield");
  const button = (label, ...lines) => html`<button type="button" onClick=${() => act(...lines)}>${label}</button>`;
  const pick = (label, options, line) => options.length > 0 && html`
    <label>${label}
      <select value="" onChange=${(event) => event.target.value && act(line(event.target.value))}>
        <option value="">…</option>${options.map(([value, words]) => html`<option value=${value}>${words}</option>`)}
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
        ${button("+1/+1 counter", `a +1/+1 counter on ${id}`)}
        ${button("−1/−1 counter", `a -1/-1 counter on ${id}`)}
        ${button("Face down", `${id} turns face down`)}
        ${button("Face up", `${id} turns face up`)}
        ${button("Transform", `${id} transforms`)}
        ${button("Phase out", `${id} phases out`)}
        ${button("To the graveyard", `${id} leaves`)}
        ${button("Exile", `${id} is exiled`)}
        ${button("To the hand", `${id} returns to hand`)}
        <button type="button" onClick=${() => { close(); remove(id); }}>Never entered</button>
      </div>
      ${pick("Attach to", [...named, ...players.map((each) => [each, each])], (value) => `${id} attaches to ${value}`)}
      ${pick("Controlled by", players.filter((each) => each !== controller).map((each) => [each, each]), (value) => `${value}: "Gain control of target permanent." -> ${id}`)}
      ${pick("Becomes a copy of", named, (value) => `"Target permanent becomes a copy of another target permanent." -> ${id}, ${value}`)}
      ${write("Counters", counter, setCounter, "2 +1/+1, or 3 charge", (value) => `${/^\w+ /.test(value) ? value.replace(/ counters?$/, "") : `a ${value}`} counter on ${id}`)}
      ${write("Choice", choice, setChoice, "blue, Goblin, Forest …", (value) => `${id} chooses ${value}`)}
    <//>`;
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
