// The answer first: what the selected object is, and why.

import { html } from "./vendor/preact.js";
import { changedIds } from "./battlefield.js";

/** @param {any} props */
export function Answer({ object, result, select }) {
  if (!result || result.objects.length === 0) return null;
  const ids = changedIds(result);
  const changed = result.objects.filter((each) => ids.has(each.id));
  return html`
    <section class="answer" aria-live="polite" aria-label="Answer">
      ${object ? html`<${Ruling} object=${object} />`
        : changed.length ? changed.map((each) => html`
          <p><button type="button" class="link" onClick=${() => select(each.id)}>${each.ruling[0]}</button></p>`)
        : html`<p>No object has changed. Tap one to read what it is.</p>`}
      <${Notes} result=${result} />
    </section>`;
}

/** @param {any} props */
function Ruling({ object }) {
  const [first, ...rest] = object.ruling;
  return html`
    <p class="first">${first}</p>
    ${rest.length > 0 && html`<ul class="because">${rest.map((each) => html`<li>${each}</li>`)}</ul>`}
    <p class="abilities">${object.abilities.map((each) => html`<span>${each.text}</span>`)}</p>`;
}

/** @param {any} props */
function Notes({ result }) {
  const notes = [
    ...(result.hints || []).map((each) => each.rule ? `${each.words} (${each.rule})` : each.words),
    ...(result.illegal || []).map((each) => `Not legal: ${each.reason} (${each.rule}).`),
    ...(result.unsupported || []).map((each) => `Not understood: ${each.text} (${each.object}). The answer can be wrong.`),
  ];
  return notes.length > 0 && html`<ul class="notes">${notes.map((each) => html`<li>${each}</li>`)}</ul>`;
}
