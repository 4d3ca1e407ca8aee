// Where to start: a puzzle for today, famous boards, the last boards.

import { html } from "./vendor/preact.js";
import { kept, unpacked } from "./board.js";
import { FileButton } from "./files.js";
import { PUZZLES } from "./puzzles.js";

const DAY = 86_400_000; // milliseconds

/** @param {any} props */
export function Start({ puzzle, play, open, own, setProblem }) {
  const boards = kept();
  const today = PUZZLES[Math.floor(Date.now() / DAY) % PUZZLES.length];
  const again = async (fragment) => {
    try {
      const found = await unpacked(fragment);
      play(() => found);
    } catch {
      setProblem("This board can no longer be read.");
    }
  };
  return html`
    <section class="start">
      <h2 class="question">What is this creature now, and why?</h2>
      <p>Type a card above. Each change is answered at once, layer by layer, under the rules of any date since 2003.</p>
      <p class="row"><button type="button" class="main" onClick=${() => puzzle(today, true)}>Puzzle of the day</button>
        <button type="button" onClick=${() => own("")}>Own card</button>
        <${FileButton} open=${open} /></p>
      ${boards.length > 0 && html`<h2>Your last boards</h2>
        <p class="row">${boards.map((each) => html`<button type="button" onClick=${() => again(each.fragment)}>${each.title}</button>`)}</p>`}
      <h2>Famous boards</h2>
      <ul class="famous">${PUZZLES.map((each) => html`<li><button type="button" class="link" onClick=${() => puzzle(each, false)}>${each.title}</button></li>`)}</ul>
    </section>`;
}
