// What stands beside the board: where to start, the events, sharing.

import { html, useEffect, useState } from "./vendor/preact.js";
import { kept, packed, unpacked, words } from "./board.js";
import { EXAMPLES } from "./examples.js";
import { request } from "./engine.js";

/** @param {any} props */
export function Start({ add, open, setProblem }) {
  const boards = kept();
  const again = async (fragment) => {
    try {
      open(await unpacked(fragment));
    } catch {
      setProblem("This board can no longer be read.");
    }
  };
  return html`
    <section class="start">
      <h2 class="question">What is this creature now, and why?</h2>
      <p>Type a card above. Each change is answered at once, layer by layer, under the rules of any date since 2003.</p>
      <h2>Famous boards</h2>
      <p class="row">${EXAMPLES.map((each) => html`<button type="button" onClick=${() => add(each.text)}>${each.title}</button>`)}</p>
      ${boards.length > 0 && html`<h2>Your last boards</h2>
        <p class="row">${boards.map((each) => html`<button type="button" onClick=${() => again(each.fragment)}>${each.title}</button>`)}</p>`}
    </section>`;
}

/** @param {any} props */
export function Timeline({ board, after, setAfter, attempt }) {
  const [dragged, setDragged] = useState(-1);
  const move = (from, to) => {
    if (to < 0 || to >= board.timeline.length || from === to || from < 0) return;
    const timeline = [...board.timeline];
    timeline.splice(to, 0, ...timeline.splice(from, 1));
    attempt({ ...board, timeline });
  };
  const last = board.timeline.length - 1;
  return html`
    <section class="time" aria-label="Events">
      <h2>Events, oldest first</h2>
      <ol>${board.timeline.map((event, place) => html`
        <li key=${place} draggable="true" class=${place === (after < 0 ? last : after) ? "now" : ""}
            onDragStart=${() => setDragged(place)} onDragOver=${(drag) => drag.preventDefault()}
            onDrop=${(drag) => { drag.preventDefault(); move(dragged, place); setDragged(-1); }}>
          <button type="button" class="link" onClick=${() => setAfter(place === last ? -1 : place)}
            aria-label=${`Show the board after: ${words(event)}`}>${words(event)}</button>
          <span class="buttons">
            <button type="button" disabled=${place === 0} aria-label=${`Earlier: ${words(event)}`} onClick=${() => move(place, place - 1)}>↑</button>
            <button type="button" disabled=${place === last} aria-label=${`Later: ${words(event)}`} onClick=${() => move(place, place + 1)}>↓</button>
            <button type="button" aria-label=${`Remove: ${words(event)}`} onClick=${() => attempt({ ...board, timeline: board.timeline.filter((_, number) => number !== place) })}>×</button>
          </span>
        </li>`)}</ol>
      ${after >= 0 && html`<p>The board after event ${after + 1} is shown. <button type="button" class="link" onClick=${() => setAfter(-1)}>Show the end</button></p>`}
    </section>`;
}

/** @param {any} props */
export function Share({ board, setProblem }) {
  const [copied, setCopied] = useState("");
  const [address, setAddress] = useState("");
  useEffect(() => {
    setCopied("");
    packed(board).then((fragment) => setAddress(`${location.origin}${location.pathname}#b=${fragment}`));
  }, [board]);
  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(`${what} copied.`);
    } catch {
      setCopied("The browser does not allow copying; select the address below.");
    }
  };
  const lines = async () => {
    try {
      const found = await request("notation.write", { board });
      await copy(found.lines.join("\n"), "Lines");
    } catch (error) {
      setProblem(error.message);
    }
  };
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(board, null, 2)], { type: "application/json" }));
    link.download = "board.json";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return html`
    <section class="share" aria-label="Share">
      <h2>Share</h2>
      <p class="row">
        <button type="button" onClick=${() => copy(address, "Link")}>Copy link</button>
        <button type="button" onClick=${lines}>Copy lines</button>
        <button type="button" onClick=${save}>Save as JSON</button>
      </p>
      <p role="status">${copied}</p>
      <input readonly value=${address} aria-label="Address of this board" onFocus=${(event) => event.target.select()} />
    </section>`;
}
