"""The style of the report page, its table of contents and the stepper."""

from __future__ import annotations

from typing import Final

REPORT_STYLE: Final = """\
body.mtgl-report { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1.25rem 4rem; background: var(--mtgl-paper); }
html:has(> body.mtgl-report) { background: light-dark(#ffffff, #14181d); color-scheme: light dark;
  scroll-padding-top: 4rem; }
html:has(> body.mtgl-report[data-theme="light"]) { color-scheme: light; }
html:has(> body.mtgl-report[data-theme="dark"]) { color-scheme: dark; }
.mtgl-report h1 { font-size: 1.9em; line-height: 1.2; margin: .2em 0 .3em; text-wrap: balance; }
.mtgl-report h2 { font-size: 1.4em; margin-top: 2em; padding-bottom: .2em; border-bottom: 2px solid var(--mtgl-line); }
.mtgl-report .mtgl-rules { color: var(--mtgl-soft); }
.mtgl-report a { color: var(--mtgl-mark); }
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
.mtgl-report .mtgl-stepper input { flex: 1 1 10rem; min-width: 6rem; accent-color: var(--mtgl-mark); }
.mtgl-report .mtgl-stepper output { min-width: 8em; color: var(--mtgl-soft); font-variant-numeric: tabular-nums; }
.mtgl-report button { font: inherit; font-size: .9em; padding: .2em .7em; border: 1px solid var(--mtgl-line);
  border-radius: .3em; background: var(--mtgl-band); color: inherit; cursor: pointer; }
.mtgl-report button:disabled { opacity: .5; cursor: default; }
.mtgl-report pre { overflow-x: auto; background: var(--mtgl-band); padding: .8em 1em; border-radius: .5em;
  font-size: .85em; line-height: 1.4; }
.mtgl-report pre code { font-size: 1em; color: inherit; }
@media print {
  body.mtgl-report { max-width: none; padding: 0; }
  html:has(> body.mtgl-report) { background: none; color-scheme: light; }
  .mtgl-report .mtgl-stepper { display: none; }
  .mtgl-report [hidden]:not(.mtgl-stepper) { display: revert; }
  .mtgl-report .mtgl-story > li { break-inside: auto; }
  .mtgl-report pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
"""

__all__ = ["REPORT_STYLE"]
