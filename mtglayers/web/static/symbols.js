// Mana and tap symbols in texts, as letters in circles.

import { html } from "./vendor/preact.js";

/** @param {string} text @returns {any[]} the text, with each symbol such as "{R}" in a circle */
export function symbols(text) {
  return text.split(/([“(]?\{[^{}\s]{1,5}\}[.,:;”)]*)/).map((part, place) => {
    if (place % 2 === 0) return part;
    const [, before, sign, then] = part.match(/^(.?)\{(.+)\}(.*)$/); // no line ends or begins between them
    return html`<span class="joined">${before}<span class=${`symbol ${/^[WUBRG]$/.test(sign) ? sign : ""}`} role="img"
      aria-label=${`{${sign}}`}>${sign}</span>${then}</span>`;
  });
}
