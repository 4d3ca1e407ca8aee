// The types of mtglayers/web/static/vendor/uqr.js, as far as the page uses it.

export function renderSVG(text: string, options: { ecc: "L" | "M" | "Q" | "H"; border: number }): string;
