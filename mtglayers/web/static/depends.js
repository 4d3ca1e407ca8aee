// Which other cards a card may depend on, and which depend on it, each with a board that shows it.

import { html, useState } from "./vendor/preact.js";
import { board as boardOf } from "./board.js";
import { request } from "./engine.js";

const MANY = 8;
const REASONS = { text: "its text", existence: "whether it exists", scope: "what it applies to", result: "what it does" };
const UNASKED = { pairs: null, problem: "" };

/** @param {any} props */
export function Depends({ card, edition, show }) {
  const [found, setFound] = useState(UNASKED);
  const [problem, setProblem] = useState("");
  const ask = async (event) => {
    if (!event.target.open || found.pairs) return;
    setFound(await request("cards.dependencies", { card, limit: 1000 }).then(
      ({ pairs }) => ({ pairs, problem: "" }),
      (error) => isUnknown(error) ? { pairs: [], problem: "" } : { pairs: null, problem: error.message }));
  };
  /** Show the board of a pair. */
  const open = async ({ effect, on }) => {
    setProblem("");
    try {
      const { pairs } = await request("cards.dependencies", { card: effect, other: on, ...(edition ? { edition } : {}) });
      const { board } = pairs[0];
      if (board) show(boardOf(board));
      else setProblem(`No board was found under these rules for ${effect} and ${on}.`);
    } catch (error) {
      setProblem(error.message);
    }
  };
  const pairs = found.pairs || [];
  const isCard = (/** @type {string} */ name) => name === card || name.split(" // ").includes(card);
  const list = (title, side, kept) => html`<${Pairs} title=${title} pairs=${kept} side=${side} open=${open} />`;
  return html`
    <details class="depends" onToggle=${ask}>
      <summary>${card} may depend on …</summary>
      ${pairs.length > 0 && html`<p>On the right board. Tap one to open such a board; Undo brings yours back.</p>`}
      ${!found.pairs && !found.problem && html`<p role="status">Searching …</p>`}
      ${list(`${card} can depend on`, "on", pairs.filter(({ effect }) => isCard(effect)))}
      ${list(`Cards that can depend on ${card}`, "effect", pairs.filter(({ on }) => isCard(on)))}
      ${found.problem && html`<p class="problem" role="alert">${found.problem}</p>`}
      ${found.pairs && !pairs.length && html`<p>No dependency is known; the page knows those of layers 1 to 5.</p>`}
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    </details>`;
}

/** Whether a card is not in the catalogue, such as an emblem or an own card. */
function isUnknown(/** @type {any} */ error) {
  return error.data?.type === "UnknownCardError";
}

/** @param {any} props */
function Pairs({ title, pairs, side, open }) {
  const [all, setAll] = useState(false);
  if (!pairs.length) return null;
  const shown = all ? pairs : pairs.slice(0, MANY);
  return html`
    <h3>${title}</h3>
    <ul>${shown.map((each) => html`
      <li key=${each[side]}><button type="button" class="link" onClick=${() => open(each)}>${each[side]}
        <small>layer ${each.layer}, ${each.reasons.map((one) => REASONS[one] || one).join(", ")}${each.objects ? `; with ${each.objects}` : ""}</small></button></li>`)}
      ${shown.length < pairs.length && html`<li><button type="button" class="small" onClick=${() => setAll(true)}>and ${pairs.length - shown.length} more</button></li>`}
    </ul>`;
}
