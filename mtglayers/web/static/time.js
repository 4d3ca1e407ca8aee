// The events in order: the board after each, other orders, and boards kept to compare.

import { html, useState } from "./vendor/preact.js";
import { moved, removed, words } from "./board.js";
import { differences } from "./questions.js";
import { symbols } from "./symbols.js";

/** Let the cards be seen. */
function inView() {
  document.querySelector(".battlefield")?.scrollIntoView({ block: "nearest" });
}

/** @param {any} props */
export function Timeline({ board, names, after, setAfter, play, add, setProblem }) {
  const [dragged, setDragged] = useState(-1);
  const [kept, setKept] = useState([]);
  const [compared, setCompared] = useState({ board: null, other: null, lines: [] });
  const last = board.timeline.length - 1;
  const move = (from, to) => {
    if (from >= 0 && to >= 0 && to <= last && from !== to) play((now) => moved(now, from, to));
  };
  const compare = async (other) => {
    try {
      setCompared({ board, other, lines: await differences(board, other, names) });
    } catch (error) {
      setProblem(error.message);
    }
  };
  const shown = compared.board === board ? compared : { other: null, lines: [] };
  return html`
    <section class="time" aria-label="Events">
      <h2>Events, oldest first</h2>
      <ol>${board.timeline.map((event, place) => {
        const said = words(event, names);
        return html`
        <li key=${place} draggable="true" class=${place === (after < 0 ? last : after) ? "now" : ""}
            onDragStart=${(drag) => { drag.dataTransfer.setData("text/plain", said); setDragged(place); }}
            onDragOver=${(drag) => dragged >= 0 && drag.preventDefault()}
            onDrop=${(drag) => { if (dragged < 0) return; drag.preventDefault(); move(dragged, place); setDragged(-1); }} onDragEnd=${() => setDragged(-1)}>
          <button type="button" class="link" onClick=${() => { setAfter(place === last ? -1 : place); inView(); }}
            aria-label=${`Show the board after: ${said}`}>${said}</button>
          <span class="buttons">
            <button type="button" disabled=${place === 0} aria-label=${`Earlier: ${said}`} onClick=${() => move(place, place - 1)}>↑</button>
            <button type="button" disabled=${place === last} aria-label=${`Later: ${said}`} onClick=${() => move(place, place + 1)}>↓</button>
            <button type="button" aria-label=${`Remove: ${said}`} onClick=${() => play((now) => removed(now, place))}>×</button>
          </span>
        </li>`;
      })}</ol>
      <p class="row"><button type="button" onClick=${() => add("end of turn")}>End of turn</button>
        <button type="button" onClick=${() => setKept([...kept, board])}>Keep to compare</button></p>
      ${kept.map((each, place) => html`
        <p class="row kept"><span>Board ${place + 1}${each === board ? " (shown)" : ""}</span>
          <button type="button" disabled=${each === board} onClick=${() => play(() => each)}>Show board ${place + 1}</button>
          <button type="button" disabled=${each === board} onClick=${() => compare(each)}>What is different on board ${place + 1}?</button></p>
        ${shown.other === each && html`<ul aria-live="polite">${shown.lines.map((line) => html`<li>${symbols(line)}</li>`)}</ul>`}`)}
    </section>`;
}
