/**
 * @typedef {{left: number, top: number, width: number, height: number}} Area
 * @typedef {{address: string, moment: string, width: number, height: number, marked: Area | null}} Screenshot
 * @typedef {{verb: string, what: string, observed: string, ok: boolean, window: boolean, at: number, took: number, pictures: Screenshot[], console: string,
 *   server: string, exchanges: [string, string, number, string, string][], document: string, differences: [string, string, string][], compared: {address: string, side: string}[]}} Step
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
        make("bdi", {}, shown.id), shown.group.length > 0 && make("small", {}, ` ${shown.group.join(" / ")}`), make("small", {}, ` · ${[shown.kind && words(shown.kind), seconds(shown.seconds)].filter(Boolean).join(" · ")}`)))
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
    shown.causedBy && make("p", {}, "Follows from ", make("a", { href: caseLink(number, shown.causedBy) }, shown.causedBy)),
    shown.note && make("p", {}, `A stricter rule would refuse this pass: ${shown.note}`),
    failedStepElement(shown),
    shown.steps.length > 0 && make("h4", {}, "Steps"),
    shown.steps.length > 0 && make("ol", { class: "steps" }, shown.steps.map((step) => stepElement(shown, step))),
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

/** @param {Case} shown @returns {Step | undefined} */
function failedStepOf(shown) {
  return [...shown.steps].reverse().find((each) => !each.ok);
}

const MAX_SAID_CHARS = 8000;

/** The step with all that page and project said from the begin of the case to its end. @param {Case} shown @param {Step} step @returns {Step} */
function saidUntil(shown, step) {
  const steps = shown.steps.slice(0, shown.steps.indexOf(step) + 1);
  const joined = (/** @type {string[]} */ texts) => texts.filter(Boolean).join("\n").slice(-MAX_SAID_CHARS);
  return {
    ...step,
    server: joined(steps.map((each) => each.server)),
    console: joined(steps.map((each) => each.console)),
    exchanges: steps.flatMap((each) => each.exchanges),
  };
}

/** The failed step: what was seen, beside it what page and server said. @param {Case} shown */
function failedStepElement(shown) {
  const step = failedStepOf(shown);
  const words = (/** @type {number} */ position) => `Screenshot ${position + 1} of ${shown.id}: ${shown.reason.slice(0, 200) || shown.outcome}`;
  const pictures = shown.pictures.map((each, position) => screenshotElement(each, words(position), "What the user saw last", step && (() => openPictures(shown, step))));
  if (!step) return pictures.length > 0 && make("div", {}, pictures);
  const before = step.pictures.filter((each) => each.moment === "before");
  return make("section", { class: "failed-step", "aria-label": `failed step of ${shown.id}` },
    make("div", {}, [...before.map((each) => screenshotElement(each, `Screenshot before ${step.verb} ${step.what}`.slice(0, 200), "before", () => openPictures(shown, step))), ...pictures]),
    make("div", {},
      make("p", { class: "what" }, make("span", { class: "failed", "aria-hidden": "true" }, "✗ "), make("strong", {}, step.verb), " ", make("bdi", {}, step.what)),
      Boolean(step.observed) && !shown.reason.includes(step.observed.split("\n")[0]) && observedElement(step),
      saidElements(saidUntil(shown, step)),
      step.document && make("p", {}, make("a", { href: step.document, target: "_blank", rel: "noopener" }, "The page at this step, without scripts"))));
}

/** @param {Step} step */
function observedWords(step) {
  if (!step.ok) return "but observed: ";
  return step.window ? "text in the window: " : "observed: ";
}

/** @param {Step} step */
function observedElement(step) {
  const many = step.observed.includes("\n") || step.observed.length > 200;
  const observed = many ? preformatted(step.observed, `observed after ${step.verb}`) : make("bdi", {}, step.observed);
  return make("div", {}, make("span", { class: "muted" }, observedWords(step)), observed);
}

/** @param {Case} shown @param {Step} step */
function stepElement(shown, step) {
  const isAbove = step === failedStepOf(shown);
  return make("li", { class: step.ok ? null : "bad", tabindex: -1 },
    make("span", { class: "time muted", title: "since the start of the case, and duration" }, `${seconds(step.at)} +${step.took.toFixed(2)}`),
    make("span", { class: step.ok ? "passed" : "failed", role: "img", "aria-label": step.ok ? "done" : "failed" }, step.ok ? "✓" : "✗"),
    make("div", { class: "what" }, make("strong", {}, step.verb), " ", make("bdi", {}, step.what),
      Boolean(step.observed) && !isAbove && observedElement(step),
      isAbove ? make("span", { class: "muted" }, " (shown above)") : evidenceElements(shown, step)));
}
