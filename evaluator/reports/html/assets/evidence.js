/** What a step left behind: screenshots, messages of the page, output of the project, what differs. @param {Case} shown @param {Step} step @returns {Child[]} */
function evidenceElements(shown, step) {
  return [
    step.pictures.length > 0 && make("div", { class: "shots" },
      step.pictures.map((each) => screenshotElement(each, `Screenshot ${each.moment} ${step.verb} ${step.what}`.slice(0, 200), step.window ? "the window at its start" : each.moment, () => openPictures(shown, step)))),
    ...saidElements(step),
  ];
}

/** What page and project said during a step, and what differs. @param {Step} step @returns {Child[]} */
function saidElements(step) {
  return [
    step.differences.length > 0 && differencesElement(step),
    step.compared.length > 0 && make("div", { class: "shots" }, step.compared.map((each) =>
      make("figure", {}, make("img", { src: each.address, loading: "lazy", alt: `Picture ${each.side} by ${step.verb} ${step.what}` }), make("figcaption", { class: "muted" }, each.side)))),
    step.server && noted("Output of the project", step.server, step),
    step.console && noted("Browser console", step.console, step),
    step.exchanges.length > 0 && exchangesElement(step),
  ];
}

/** @param {Screenshot} shown @param {string} words */
function markedImage(shown, words) {
  const image = make("img", { src: shown.address, alt: words + (shown.marked ? "; the element is marked" : ""), loading: "lazy", width: shown.width || null, height: shown.height || null });
  return make("span", { class: "shot" }, image, shown.marked && markElement(shown, shown.marked));
}

/** A screenshot with the element of its step marked; a click shows it in its own size: `open`, else alone. @param {Screenshot} shown @param {string} words @param {string} caption @param {(() => void) | undefined} open */
function screenshotElement(shown, words, caption, open = undefined) {
  const link = make("a", { class: "picture", href: shown.address, target: "_blank", rel: "noopener" }, markedImage(shown, words));
  if (open) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      open();
    });
  }
  return make("figure", {}, link, make("figcaption", { class: "muted" }, caption));
}

/** Requests of the page during a step. @param {Step} step */
function exchangesElement(step) {
  const bad = (/** @type {number} */ status) => status === 0 || status >= 400;
  const rows = step.exchanges.map(([method, address, status, content, problem]) =>
    make("tr", {}, make("td", {}, method), make("td", {}, make("bdi", {}, address)), make("td", { class: bad(status) ? "failed" : null }, status || problem || "no answer"), make("td", {}, content)));
  const heads = ["method", "address", "status", "content"].map((name) => make("th", { scope: "col" }, name));
  const table = scrolling(`requests during ${step.verb} ${step.what}`, make("table", { class: "exchanges" }, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows)));
  const failed = step.exchanges.filter((each) => bad(each[2])).length;
  const element = make("details", {}, make("summary", {}, `Requests: ${rows.length}${failed ? `, ${failed} failed` : ""}`), table);
  if (failed) element.setAttribute("open", "");
  return element;
}

/** @param {Screenshot} shown @param {Area} area @returns {SVGElement} */
function markElement(shown, area) {
  const [svg, ...rectangles] = ["svg", "rect", "rect"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  const around = 4; // pixels between the element and its mark
  const [left, top] = [Math.max(area.left - around, 1), Math.max(area.top - around, 1)];
  const [right, bottom] = [Math.min(area.left + area.width + around, shown.width - 1), Math.min(area.top + area.height + around, shown.height - 1)];
  svg.setAttribute("viewBox", `0 0 ${shown.width} ${shown.height}`);
  svg.setAttribute("aria-hidden", "true");
  rectangles.forEach((each, position) => {
    const values = { x: left, y: top, width: Math.max(right - left, 0), height: Math.max(bottom - top, 0), rx: 4, class: position ? "mark" : "halo" };
    for (const [name, value] of Object.entries(values)) each.setAttribute(name, String(value));
  });
  svg.append(...rectangles);
  return /** @type {SVGElement} */ (svg);
}

/** @param {Step} step */
function differencesElement(step) {
  const rows = step.differences.map(([place, expected, seen]) =>
    make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, place)), make("td", {}, make("bdi", {}, expected)), make("td", { class: "failed" }, make("bdi", {}, seen))));
  const heads = ["place", "expected", "seen"].map((name) => make("th", { scope: "col" }, name));
  return scrolling(`differences found by ${step.verb} ${step.what}`, make("table", { class: "differences" }, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows)));
}

/** @param {string} title @param {string} text @param {Step} step */
function noted(title, text, step) {
  const lines = text.split("\n").filter(Boolean).length;
  const element = make("details", {}, make("summary", {}, `${title}: ${lines} ${lines === 1 ? "line" : "lines"}`), preformatted(text, `${title} during ${step.verb} ${step.what}`));
  if (!step.ok) element.setAttribute("open", "");
  return element;
}
