"""The script of the report page, which shows one step at a time on screen and all steps in print."""

from __future__ import annotations

from typing import Final

SCRIPT: Final = """\
(function () {
  "use strict";
  var bar = document.getElementById("stepper");
  if (!bar) { return; }
  var steps = Array.prototype.slice.call(document.querySelectorAll("[data-step]"));
  var layers = Array.prototype.slice.call(document.querySelectorAll("[data-layer]"));
  var slider = bar.querySelector("input"), said = bar.querySelector("output");
  var buttons = bar.querySelectorAll("button");
  function show(number) {  // 0: all of them
    steps.forEach(function (step, place) {
      step.hidden = number > 0 && place + 1 !== number;
      if (place + 1 === number) {
        step.querySelectorAll("details").forEach(function (each) { each.open = true; });
      }
    });
    layers.forEach(function (layer) {
      layer.hidden = !layer.querySelector("[data-step]:not([hidden])");
    });
    slider.value = number;
    said.textContent = number ? "step " + number + " of " + steps.length : "all steps";
    buttons[0].disabled = number === 0;
    buttons[1].disabled = number === steps.length;
    buttons[2].disabled = number === 0;
  }
  slider.addEventListener("input", function () { show(Number(slider.value)); });
  buttons[0].addEventListener("click", function () { show(Number(slider.value) - 1); });
  buttons[1].addEventListener("click", function () { show(Number(slider.value) + 1); });
  buttons[2].addEventListener("click", function () { show(0); });
  function follow() {  // the target of a link into the layers must be visible
    var target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    var hidden = target && target.closest("[hidden]");
    if (hidden && hidden.id !== "stepper") { show(0); target.scrollIntoView(); }
  }
  window.addEventListener("hashchange", follow);
  var folded = [], number = 0;
  window.addEventListener("beforeprint", function () {
    number = Number(slider.value);
    show(0);
    folded = Array.prototype.slice.call(document.querySelectorAll("details:not([open])"));
    folded.forEach(function (each) { each.open = true; });
  });
  window.addEventListener("afterprint", function () {
    folded.forEach(function (each) { each.open = false; });
    show(number);
  });
  show(0);
  bar.hidden = false;
}());
"""
