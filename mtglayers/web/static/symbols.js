// Mana and tap symbols in texts, as letters in circles.

import { html } from "./vendor/preact.js";

/** @param {string} text @returns {any[]} the text, with each symbol such as "{R}" in a circle */
export function symbols(text) {
  return text.split(/(\{[^{}\s]{1,5}\})/).map((part, place) => {
    if (place % 2 === 0) return part;
    const sign = part.slice(1, -1);
    return html`<span class=${`symbol ${/^[WUBRG]$/.test(sign) ? sign : ""}`} role="img" aria-label=${part}>${SIGNS[sign] || sign}</span>`;
  });
}

const SIGNS = { T: "↷", Q: "↶" };
