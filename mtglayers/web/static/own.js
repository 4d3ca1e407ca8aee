// A card of one's own: its fields, and how each line of its text is understood.

import { html, useEffect, useState } from "./vendor/preact.js";
import { data } from "./board.js";
import { request } from "./engine.js";
import { Dialog } from "./menu.js";

const PAUSE = 150; // milliseconds after the last key
const FIELDS = [
  { key: "name", label: "Name", hint: "Elder of Elves" },
  { key: "type_line", label: "Type line", hint: "Creature — Elf" },
  { key: "mana_cost", label: "Mana cost", hint: "{1}{G}" },
  { key: "power", label: "Power", hint: "2" },
  { key: "toughness", label: "Toughness", hint: "2" },
];

/** @param {any} props */
export function OwnCard({ name, board, player, attempt, close }) {
  const [card, setCard] = useState({ name, type_line: "", mana_cost: "", power: "", toughness: "", oracle_text: "" });
  const [read, setRead] = useState({ lines: [], unread: [], problem: "" });
  const set = (key, value) => setCard((now) => ({ ...now, [key]: value }));
  const ready = card.name.trim() && card.type_line.trim();

  useEffect(() => {
    if (!ready) return undefined;
    const cancel = new AbortController();
    const timer = setTimeout(() => request("cards.read", { card: lean(card) }, cancel.signal)
      .then((found) => setRead({ lines: found.card.faces.flatMap((face) => face.abilities), unread: found.unread, problem: "" }))
      .catch((error) => cancel.signal.aborted || setRead({ lines: [], unread: [], problem: error.message })), PAUSE);
    return () => { clearTimeout(timer); cancel.abort(); };
  }, [card, ready]);

  const enter = async (event) => {
    event.preventDefault();
    const done = await attempt(async (now) => {
      const others = (now.cards || []).filter((each) => each.name !== card.name.trim());
      const next = { ...now, cards: [...others, lean(card)] };
      const found = await request("notation.read", { text: card.name.trim(), board: data(next), player });
      return { ...next, ...found.board };
    });
    if (done) close();
  };
  return html`
    <${Dialog} label="Own card" close=${close}>
      <form class="own" onSubmit=${enter}>
        ${FIELDS.map((each) => html`<label class=${each.key}>${each.label}
          <input value=${card[each.key]} placeholder=${each.hint} onInput=${(event) => set(each.key, event.target.value)} required=${each.key === "name" || each.key === "type_line"} /></label>`)}
        <label class="text">Text <textarea rows="4" value=${card.oracle_text} placeholder="Other Elves you control get +1/+1."
          onInput=${(event) => set("oracle_text", event.target.value)}></textarea></label>
        <div class="read" aria-live="polite">
          ${read.problem && html`<p class="problem">${read.problem}</p>`}
          <ul>${read.lines.map((each) => {
            const stopped = read.unread.find((one) => one.text === each.text);
            return html`<li class=${stopped ? "stopped" : "understood"}>${stopped ? html`<${Stopped} line=${stopped}
              take=${(text) => set("oracle_text", card.oracle_text.replace(stopped.text, text))} />` : html`✓ ${each.text} <small>${each.kind}</small>`}</li>`;
          })}</ul>
        </div>
        <button type="submit" class="main" disabled=${!ready}>Put it onto the battlefield</button>
      </form>
    <//>`;
}

/** @param {any} props */
function Stopped({ line, take }) {
  const { text, start, end, expected, instead, near } = line;
  return html`${text.slice(0, start)}<mark>${text.slice(start, end) || "␣"}</mark>${text.slice(end)}
    <small>not understood${expected.length ? ` from the marked place; there could stand: ${expected.slice(0, 6).join(", ")}` : ""}</small>
    ${instead && html`<button type="button" class="small" onClick=${() => take(instead)}>${instead}</button>`}
    ${!instead && near && html`<small>A line that is understood: ${near}</small>`}`;
}

/** @param {Record<string, string>} card @returns {Record<string, string>} the card without what is empty */
function lean(card) {
  return Object.fromEntries(Object.entries(card).map(([key, value]) => [key, value.trim()]).filter(([, value]) => value));
}
