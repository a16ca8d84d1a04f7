/**
 * @typedef {{left: number, top: number, width: number, height: number}} Area
 * @typedef {{address: string, moment: string, width: number, height: number, marked: Area | null}} Screenshot
 * @typedef {{verb: string, what: string, observed: string, ok: boolean, window: boolean, at: number, took: number, pictures: Screenshot[], console: string,
 *   server: string, differences: [string, string, string][], compared: {address: string, side: string}[]}} Step
 * @typedef {{id: string, group: string[], outcome: string, kind: string, reason: string, causedBy: string, note: string,
 *   seconds: number, steps: Step[], terminal: string, pictures: Screenshot[], attachments: string[]}} Case
 */

/** @param {number} number @param {string} id */
function caseLink(number, id) {
  return `#attempt-${number}/${encodeURIComponent(id)}`;
}

/** @param {number} number @param {Case} shown @returns {HTMLDetailsElement} */
function caseElement(number, shown) {
  const element = /** @type {HTMLDetailsElement} */ (
    make("details", { class: "case", "data-case": shown.id },
      make("summary", {}, outcomeBadge(shown.outcome), " ",
        make("bdi", {}, shown.id), shown.group.length > 0 && make("small", {}, ` ${shown.group.join(" / ")}`), make("small", {}, ` · ${seconds(shown.seconds)}`)))
  );
  element.addEventListener("toggle", () => {
    if (element.open && element.childElementCount === 1) element.append(...storyOf(number, shown));
  });
  return element;
}

/** @param {number} number @param {Case} shown @returns {HTMLElement[]} */
function storyOf(number, shown) {
  const parts = [
    ...reasonElements(shown.reason),
    shown.kind && make("p", { class: "muted" }, `Failure kind: ${words(shown.kind)}`),
    shown.causedBy && make("p", {}, "Follows from ", make("a", { href: caseLink(number, shown.causedBy) }, shown.causedBy)),
    shown.note && make("p", {}, `A stricter rule would refuse this pass: ${shown.note}`),
    ...shown.pictures.map((address, position) => picture(address, shown, position)),
    shown.steps.length > 0 && make("h4", {}, "Steps"),
    shown.steps.length > 0 && make("ol", { class: "steps" }, shown.steps.map((step) => stepElement(step))),
    shown.terminal && make("h4", {}, "Terminal"),
    shown.terminal && preformatted(shown.terminal, `terminal of ${shown.id}`),
    shown.attachments.length > 0 && make("p", { class: "muted" }, `Attachments in the run folder: ${shown.attachments.join(", ")}`),
    make("p", {}, make("a", { href: caseLink(number, shown.id) }, "Link to this case")),
  ];
  return /** @type {HTMLElement[]} */ (parts.filter(Boolean));
}

/** What is wrong, then where and what was seen. @param {string} reason @returns {HTMLElement[]} */
function reasonElements(reason) {
  const [headline, ...further] = reason.split("\n");
  const parts = [headline && make("p", { class: "reason headline" }, headline), further.length > 0 && make("p", { class: "reason" }, further.join("\n"))];
  return /** @type {HTMLElement[]} */ (parts.filter(Boolean));
}

/** @param {Screenshot} screenshot @param {Case} shown @param {number} position */
function picture(screenshot, shown, position) {
  const words = `Screenshot ${position + 1} of ${shown.id}: ${shown.reason.slice(0, 200) || shown.outcome}`;
  return screenshotElement(screenshot, words, "What the user saw last");
}

/** @param {Step} step */
function observedWords(step) {
  if (!step.ok) return "but observed: ";
  return step.window ? "text in the window: " : "observed: ";
}

/** @param {Step} step */
function stepElement(step) {
  const many = step.observed.includes("\n") || step.observed.length > 200;
  const observed = many ? preformatted(step.observed, `observed after ${step.verb}`) : make("bdi", {}, step.observed);
  return make("li", { class: step.ok ? null : "bad" },
    make("span", { class: "time muted", title: "since the start of the case, and duration" }, `${seconds(step.at)} +${step.took.toFixed(2)}`),
    make("span", { class: step.ok ? "passed" : "failed", role: "img", "aria-label": step.ok ? "done" : "failed" }, step.ok ? "✓" : "✗"),
    make("div", { class: "what" }, make("strong", {}, step.verb), " ", make("bdi", {}, step.what),
      Boolean(step.observed) && make("div", {}, make("span", { class: "muted" }, observedWords(step)), observed),
      evidenceElements(step)));
}
