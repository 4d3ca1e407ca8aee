// A puzzle on the page: its story as steps, or its question.

import { html, useState } from "./vendor/preact.js";
import { symbols } from "./symbols.js";

/** @param {any} props */
export function Story({ story, at, show, here, close }) {
  const last = story.board.timeline.length - 1;
  const stops = story.stops.filter((each) => each > 0);
  const now = at < 0 ? last : at;
  const notes = story.notes.split(/\n\s*\n/).filter((each) => each.trim());
  return html`
    <section class="story" aria-label="Story">
      <p class="row"><strong>${story.title}</strong><button type="button" class="close" aria-label="Close the story" onClick=${close}>×</button></p>
      ${story.guess && html`<p class="said">You said: ${story.guess}</p>`}
      ${here && stops.length > 1 && html`<p class="row" role="group" aria-label="Steps of the story">${stops.map((stop, number) => html`
        <button type="button" aria-pressed=${stop - 1 === now} onClick=${() => show(stop - 1 === last ? -1 : stop - 1)}>${number + 1}</button>`)}</p>`}
      ${notes.map((each) => html`<p>${symbols(each.replace(/\s+/g, " "))}</p>`)}
    </section>`;
}

/** @param {any} props */
export function Quiz({ story, result, id, names, see }) {
  const [guess, setGuess] = useState("");
  const object = result && result.objects.find((each) => each.id === id);
  if (!object) return null;
  return html`
    <section class="quiz" aria-label="Puzzle of the day">
      <h2 class="question">${names[id]}: what is it now?</h2>
      <p>${story.title}. The cards below are shown as they were before all effects.</p>
      <form class="box" onSubmit=${(event) => { event.preventDefault(); see(guess); }}>
        <input value=${guess} onInput=${(event) => setGuess(event.target.value)} aria-label="Your answer" placeholder="Your answer, such as: a 1/1 Mountain" />
        <button type="submit" class="main">See</button>
      </form>
    </section>`;
}
