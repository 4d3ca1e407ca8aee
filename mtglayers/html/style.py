"""The style sheets of the fragments and of the report page, in light and dark colors."""

from __future__ import annotations

from typing import Final

from mtglayers.web.files import STATIC

STYLE: Final = (
    (STATIC / "look.css").read_text(encoding="utf-8")
    + """\
[data-theme="light"] .mtgl, .mtgl[data-theme="light"], [data-jp-theme-light="true"] .mtgl { color-scheme: light; }
[data-theme="dark"] .mtgl, .mtgl[data-theme="dark"], [data-jp-theme-light="false"] .mtgl { color-scheme: dark; }
.mtgl p { margin: .35em 0; }
.mtgl h2, .mtgl h3, .mtgl h4, .mtgl h5 { line-height: 1.25; margin: 1.2em 0 .4em; font-weight: 650; }
.mtgl h3 { font-size: 1.15em; }
.mtgl h4, .mtgl h5 { font-size: 1em; }
.mtgl table { border-collapse: collapse; margin: .6em 0; font-size: .95em; color: inherit; background: none; }
.mtgl caption { text-align: left; color: var(--mtgl-soft); padding: .2em 0; caption-side: top; }
.mtgl th, .mtgl td { text-align: left; vertical-align: top; padding: .35em .7em; border: 0;
  border-bottom: 1px solid var(--mtgl-line); overflow-wrap: anywhere; white-space: normal; background: none;
  max-width: none; color: inherit; }
.mtgl thead th { color: var(--mtgl-soft); font-weight: 600; border-bottom-width: 2px; overflow-wrap: normal; }
.mtgl tbody tr { background: none; }
.mtgl tbody tr.mtgl-changed { background: var(--mtgl-band); }
.mtgl tbody th { font-weight: 600; }
.mtgl code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .85em;
  color: var(--mtgl-soft); background: none; padding: 0; }
.mtgl ul, .mtgl ol { margin: .3em 0; padding-left: 1.5em; }
.mtgl li { margin: .25em 0; }
.mtgl ul.mtgl-abilities { list-style: none; padding: 0; margin: 0; }
.mtgl ul.mtgl-abilities li { margin: 0 0 .15em; }
.mtgl ins { text-decoration: none; color: var(--mtgl-new); background: var(--mtgl-new-paper); padding: 0 .15em;
  border-radius: .2em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.mtgl del { color: var(--mtgl-old); text-decoration: line-through; text-decoration-thickness: 1px; }
.mtgl .mtgl-was { display: block; font-size: .88em; color: var(--mtgl-soft); }
.mtgl .mtgl-id, .mtgl .mtgl-state, .mtgl .mtgl-note { display: block; font-weight: 400; font-size: .88em;
  color: var(--mtgl-soft); }
.mtgl table.mtgl-board td[data-label="types"] { min-width: 11.5em; }
.mtgl table.mtgl-board tbody th { min-width: 7.5em; }
.mtgl table.mtgl-pairs tbody th, .mtgl table.mtgl-pairs td:nth-child(2) { min-width: 7em; }
.mtgl table.mtgl-pairs td:nth-child(3) { min-width: 5.5em; }
.mtgl .mtgl-size { white-space: nowrap; font-variant-numeric: tabular-nums; }
.mtgl .mtgl-rule { color: var(--mtgl-soft); font-weight: 400; font-size: .88em; }
.mtgl .mtgl-stamp { color: var(--mtgl-soft); }
.mtgl .mtgl-why { color: var(--mtgl-mark); }
.mtgl .mtgl-detail, .mtgl .mtgl-details { color: var(--mtgl-soft); }
.mtgl .mtgl-lesson { background: var(--mtgl-band); border-left: 3px solid var(--mtgl-mark); padding: .4em .8em;
  border-radius: 0 .3em .3em 0; max-width: 44rem; }
.mtgl li:has(> .mtgl-lesson) { list-style: none; }
.mtgl p.mtgl-layer { font-weight: 600; }
.mtgl p.mtgl-table, .mtgl p.mtgl-pair, .mtgl p.mtgl-rests { color: var(--mtgl-soft); }
.mtgl .mtgl-summary { font-weight: 650; font-size: 1.05em; }
.mtgl .mtgl-warning { color: var(--mtgl-warn); }
.mtgl details { margin: .4em 0; }
.mtgl details > summary { cursor: pointer; color: var(--mtgl-mark); }
.mtgl figure { margin: .6em 0; overflow-x: auto; }
.mtgl figure.mtgl-broad::before { content: "continues to the right ›"; display: none; position: sticky; left: 0;
  width: fit-content; color: var(--mtgl-soft); font-size: .88em; }
.mtgl figure.mtgl-wide::before { display: block; }
.mtgl figure.mtgl-wide svg { max-width: none !important; }
.mtgl figure svg { max-width: 100%; height: auto; }
.mtgl .mtgl-thumb { display: none; }
@media (max-width: 40rem) {
  .mtgl table, .mtgl tbody, .mtgl tr, .mtgl caption { display: block; width: auto; }
  .mtgl thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .mtgl tbody th, .mtgl tbody td { display: block; border: 0; padding: .1em .5em; }
  .mtgl tbody tr { border-bottom: 1px solid var(--mtgl-line); padding: .35em 0; }
  .mtgl tbody td[data-label]::before { content: attr(data-label) ": "; color: var(--mtgl-soft); font-size: .88em; }
  .mtgl tbody td:empty { display: none; }
  .mtgl table.mtgl-board td[data-label="types"] { min-width: 0; }
  .mtgl figure svg { max-width: none !important; }
  .mtgl figure.mtgl-broad::before { display: block; }
  .mtgl .mtgl-desk { display: none; }
  .mtgl .mtgl-thumb { display: block; }
  .mtgl .mtgl-thumb figure::before { content: none; }
  .mtgl .mtgl-thumb svg { width: 100%; max-width: 100% !important; }
}
@media print {
  .mtgl { color-scheme: light; font-size: 10pt; }
  .mtgl details::details-content { display: block; content-visibility: visible; height: auto; }
  .mtgl details > summary { list-style: none; }
  .mtgl figure svg { max-width: 100% !important; }
  .mtgl figure.mtgl-broad::before { display: none; }
  .mtgl .mtgl-desk { display: block; }
  .mtgl .mtgl-thumb { display: none; }
  .mtgl tr, .mtgl li, .mtgl figure { break-inside: avoid; }
  .mtgl h2, .mtgl h3, .mtgl h4, .mtgl h5, .mtgl caption { break-after: avoid; }
}
"""
)

REPORT_STYLE: Final = """\
body.mtgl-report { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1.25rem 4rem; background: var(--mtgl-paper); }
html:has(> body.mtgl-report) { background: light-dark(#faf9f6, #1b1d20); color-scheme: light dark;
  scroll-padding-top: 4rem; }
html:has(> body.mtgl-report[data-theme="light"]) { color-scheme: light; }
html:has(> body.mtgl-report[data-theme="dark"]) { color-scheme: dark; }
.mtgl-report h1 { font-size: 1.9em; line-height: 1.2; margin: .2em 0 .3em; text-wrap: balance; }
.mtgl-report h2 { font-size: 1.4em; margin-top: 2em; padding-bottom: .2em; border-bottom: 2px solid var(--mtgl-line); }
.mtgl-report .mtgl-rules { color: var(--mtgl-soft); }
.mtgl-report a, .mtgl-report details > summary { color: var(--mtgl-link); }
.mtgl-report :focus-visible { outline: 3px solid var(--mtgl-link); outline-offset: 1px; }
.mtgl-report p { max-width: 46rem; }
.mtgl-report table { width: 100%; }
.mtgl-report table.mtgl-changes, .mtgl-report table.mtgl-pairs { width: auto; }
.mtgl-report nav { background: var(--mtgl-band); border-radius: .5em; padding: .1em 1.2em .6em; margin: 1em 0; }
.mtgl-report nav h2 { font-size: 1em; border: 0; margin: .6em 0 .2em; color: var(--mtgl-soft); }
.mtgl-report nav > ol { columns: 18rem; padding-left: 1.2em; }
.mtgl-report nav li { margin: .1em 0; break-inside: avoid; }
.mtgl-report nav ol ol { list-style: none; padding-left: .8em; font-size: .92em; }
.mtgl-report .mtgl-story > li { margin: .8em 0; }
.mtgl-report .mtgl-came { font-weight: 600; }
.mtgl-report .mtgl-object, .mtgl-report article.mtgl-step { border-left: 3px solid var(--mtgl-line);
  padding-left: 1em; margin: 1.2em 0; }
.mtgl-report article.mtgl-step h4 { margin-top: 0; }
.mtgl-report .mtgl-object > summary { font-weight: 650; color: var(--mtgl-ink); }
.mtgl-report .mtgl-object .mtgl-summary { display: none; }
.mtgl-report .mtgl-stepper { position: sticky; top: 0; z-index: 1; background: var(--mtgl-paper); padding: .5em 0;
  border-bottom: 1px solid var(--mtgl-line); display: flex; flex-wrap: wrap; gap: .6em; align-items: center; }
.mtgl-report .mtgl-stepper[hidden], .mtgl-report [hidden] { display: none; }
.mtgl-report .mtgl-stepper input { flex: 1 1 10rem; min-width: 6rem; accent-color: var(--mtgl-link); }
.mtgl-report .mtgl-stepper output { min-width: 8em; color: var(--mtgl-soft); font-variant-numeric: tabular-nums; }
.mtgl-report button { font: inherit; font-size: .9em; padding: .2em .7em; border: 1px solid var(--mtgl-line);
  border-radius: .3em; background: var(--mtgl-band); color: inherit; cursor: pointer; }
.mtgl-report button:disabled { opacity: .5; cursor: default; }
.mtgl-report pre { overflow-x: auto; background: var(--mtgl-band); padding: .8em 1em; border-radius: .5em;
  font-size: .85em; line-height: 1.4; }
.mtgl-report pre code { font-size: 1em; color: inherit; }
@media (max-width: 40rem) {
  .mtgl-report button, .mtgl-report .mtgl-stepper input { min-height: 44px; }
  .mtgl-report details > summary { padding: .7em 0; }
  .mtgl-report nav a { display: inline-block; padding: .5em 0; }
}
@media print {
  body.mtgl-report { max-width: none; padding: 0; }
  html:has(> body.mtgl-report) { background: none; color-scheme: light; }
  .mtgl-report .mtgl-stepper { display: none; }
  .mtgl-report [hidden]:not(.mtgl-stepper) { display: revert; }
  .mtgl-report .mtgl-story > li { break-inside: auto; }
  .mtgl-report pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
"""
