// A slider over the steps of a result. It shows HTML that Python renders, and loads nothing from other sources.

function button(text, label, move) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", move);
  return made;
}

function render({ model, el }) {
  const last = model.get("titles").length - 1;
  const go = (place) => {
    model.set("position", Math.max(0, Math.min(last, place)));
    model.save_changes();
  };

  const root = document.createElement("section");
  root.className = "mtgl mtgl-stepper";
  root.setAttribute("aria-label", "Steps of the layers");

  const bar = document.createElement("div");
  bar.className = "mtgl-stepper-bar";
  const range = document.createElement("input");
  range.type = "range";
  range.min = 0;
  range.max = last;
  range.setAttribute("aria-label", "Step");
  range.addEventListener("input", () => go(Number(range.value)));
  const back = button("‹", "Previous step", () => go(model.get("position") - 1));
  const on = button("›", "Next step", () => go(model.get("position") + 1));
  bar.append(back, range, on);
  // These controls handle their keys themselves; JupyterLab checks the focused element for this attribute.
  for (const each of bar.children) each.setAttribute("data-lm-suppress-shortcuts", "true");

  const title = document.createElement("p");
  title.className = "mtgl-stepper-title";
  title.setAttribute("role", "status"); // read aloud when it changes
  const stage = document.createElement("div");
  stage.className = "mtgl-stepper-stage";
  root.append(bar, title, stage);
  el.classList.add("mtgl-notebook");
  el.append(root);

  const show = () => {
    const place = model.get("position");
    const name = model.get("titles")[place];
    range.value = place;
    range.setAttribute("aria-valuetext", name);
    back.disabled = place === 0;
    on.disabled = place === last;
    title.textContent = `${place} of ${last}. ${name}`;
    stage.innerHTML = model.get("stages")[place] || "<p>…</p>";
  };
  model.on("change:position", show);
  model.on("change:stages", show);
  show();
  return () => {
    model.off("change:position", show);
    model.off("change:stages", show);
  };
}

export default { render };
