// The objects of each player, as plain tiles.

import { html, useState } from "./vendor/preact.js";

const ZONES = ["stack", "hand", "graveyard", "exile", "library", "command"];

/** @param {any} props */
export function Battlefield({ board, result, step, selected, select, add }) {
  if (!result || result.objects.length === 0) return null;
  const values = step ? stateAt(result, step) : {};
  const changed = changedIds(result);
  const first = stateAt(result, 0);
  const of = (name, zone) => result.objects.filter(
    (each) => each.zone === zone && (each.controller || each.owner) === name);
  const tile = (each) => html`<${Tile} key=${each.id} object=${{ ...each, ...values[each.id] }} first=${first[each.id]}
    changed=${changed.has(each.id)} selected=${each.id === selected} select=${select} add=${add} objects=${result.objects} />`;
  return html`
    <section class="battlefield" aria-label="Battlefield">
      ${board.players.map((name) => html`
        <div class="side" key=${name}>
          <h2>${name}</h2>
          <div class="tiles">${of(name, "battlefield").map(tile)}</div>
          ${ZONES.filter((zone) => of(name, zone).length).map((zone) => html`
            <details class="zone"><summary>${zone} (${of(name, zone).length})</summary>
              <div class="tiles">${of(name, zone).map(tile)}</div></details>`)}
        </div>`)}
    </section>`;
}

/** @param {any} result @returns {Set<string>} the ids of the objects that some step changes */
export function changedIds(result) {
  return new Set(result.layers.flatMap((layer) => layer.steps).flatMap((step) => step.changed.map((each) => each.id)));
}

/**
 * Return what each object is after a step: the changes of the later steps are taken back.
 * @param {any} result @param {number} step
 * @returns {Record<string, any>}
 */
export function stateAt(result, step) {
  const found = Object.fromEntries(result.objects.map((each) => [each.id, { ...each }]));
  const later = result.layers.flatMap((layer) => layer.steps).slice(step).reverse();
  for (const { id, changes } of later.flatMap((each) => each.changed)) {
    for (const change of found[id] ? changes : []) found[id][change.what] = before(found[id][change.what], change);
  }
  return found;
}

/** @param {any} now @param {any} change @returns {any} the value before a change */
function before(now, change) {
  if (!("gained" in change)) return change.one;
  return Array.isArray(now) ? [...now.filter((each) => !change.gained.includes(each)), ...change.lost] : now;
}

/** @param {any} object @returns {string} power and toughness; "" if the object has none */
function sizeOf(object) {
  return object.power === null || object.power === undefined ? "" : `${object.power}/${object.toughness}`;
}

/** @param {any} props */
function Tile({ object, first, changed, selected, select, add, objects }) {
  const [open, setOpen] = useState(false);
  const [choice, setChoice] = useState("");
  const size = sizeOf(object);
  const was = sizeOf(first);
  const line = [...object.supertypes, ...object.types].join(" ") + (object.subtypes.length ? ` — ${object.subtypes.join(" ")}` : "");
  const act = (text) => { setOpen(false); add(text); };
  const hosts = objects.filter((each) => each.id !== object.id && each.zone === "battlefield");
  return html`
    <article class=${`tile ${changed ? "changed" : ""} ${object.tapped ? "tapped" : ""} ${selected ? "selected" : ""}`}>
      <button type="button" class="face" aria-pressed=${selected} onClick=${() => select(selected ? "" : object.id)}>
        <span class="title">${object.name || "(no name)"}</span>
        <span class="colors" aria-label=${object.colors.length ? `colors ${object.colors.join(" ")}` : "colorless"}>
          ${object.colors.map((color) => html`<i class=${`color ${color}`} aria-hidden="true">${color}</i>`)}</span>
        <span class="type">${line}</span>
        ${object.attached_to && html`<span class="on">→ ${object.attached_to}</span>`}
        ${size && html`<span class="size">${size}${was && was !== size && html` <small>was ${was}</small>`}</span>`}
      </button>
      <button type="button" class="more" aria-expanded=${open} aria-label=${`Change ${object.name}`}
        onClick=${() => setOpen(!open)}>⋯</button>
      ${open && html`
        <div class="menu">
          <button type="button" onClick=${() => act(`${object.id} becomes ${object.tapped ? "untapped" : "tapped"}`)}>${object.tapped ? "Untap" : "Tap"}</button>
          <button type="button" onClick=${() => act(`a +1/+1 counter on ${object.id}`)}>+1/+1 counter</button>
          <button type="button" onClick=${() => act(`a -1/-1 counter on ${object.id}`)}>−1/−1 counter</button>
          <button type="button" onClick=${() => act(`${object.id} turns face down`)}>Face down</button>
          <button type="button" onClick=${() => act(`${object.id} transforms`)}>Transform</button>
          <button type="button" onClick=${() => act(`${object.id} phases out`)}>Phase out</button>
          <button type="button" onClick=${() => act(`${object.id} leaves`)}>To the graveyard</button>
          ${hosts.length > 0 && html`<label>Attach to
            <select value="" onChange=${(event) => event.target.value && act(`${object.id} -> ${event.target.value}`)}>
              <option value="">…</option>${hosts.map((each) => html`<option value=${each.id}>${each.name} (${each.id})</option>`)}
            </select></label>`}
          <form onSubmit=${(event) => { event.preventDefault(); if (choice.trim()) act(`${object.id} chooses ${choice.trim()}`); }}>
            <label>Choose <input value=${choice} onInput=${(event) => setChoice(event.target.value)}
              placeholder="blue, Goblin, Forest …" /></label></form>
        </div>`}
    </article>`;
}
