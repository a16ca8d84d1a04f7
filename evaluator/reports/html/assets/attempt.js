/**
 * @typedef {{name: string, value: number | null, unit: string, reference: number | null, higher_is_better: boolean}} Measure
 * @typedef {{evaluator: string, seconds: number, tries: number, repeated: string[], settings: Record<string, string>, log: string, judge: string,
 *   attachments: string[], measures: Measure[], cases: Case[]}} Evaluation
 * @typedef {{name: string, failure: string, input_tokens: number, output_tokens: number, cost: number | null, seconds: number,
 *   calls: number, repairs: number, turns: number, tools: number, cases: string, growth: string}} BuildStep
 * @typedef {{artifact: string, value: number | null, notes: string[], matches: [string, string, number][],
 *   onlyReference: string[], onlySolution: string[]}} Similarity
 * @typedef {{label: string, building: {built: boolean, failure: string, start: string, steps: BuildStep[]} | null,
 *   times: {what: string, seconds: number}[], parameters: Record<string, string>, evaluations: Evaluation[],
 *   similarity: Similarity[], diffs: boolean, dialogue: number}} Details
 */

/** @param {Attempt} attempt @param {Details} details @returns {HTMLElement[]} */
function attemptElements(attempt, details) {
  const parts = [
    ...details.evaluations.flatMap((each) => evaluationElements(attempt.number, each)),
    details.evaluations.length === 0 && make("p", { class: "notice" }, "Not evaluated yet."),
    make("h3", {}, "Building"),
    ...buildingElements(details),
    Object.keys(details.parameters).length > 0 && disclosed("Parameters answered", () => [pairs("parameter", "answer", details.parameters)]),
    details.dialogue > 0 && disclosed(`Prompts and raw answers (${details.dialogue})`, () => dialogueElements(attempt.number)),
    ...details.similarity.map((each) => similarityElement(each)),
    details.diffs && disclosed("Matched files side by side", () => diffElements(attempt.number)),
  ];
  return /** @type {HTMLElement[]} */ (parts.filter(Boolean));
}

/** @param {number} number @param {Evaluation} shown */
function evaluationElements(number, shown) {
  const passed = shown.cases.filter((each) => each.outcome === "passed").length;
  const total = shown.cases.filter((each) => each.outcome !== "mission_defect").length;
  const counted = shown.cases.length ? `: ${passed} of ${total} passed` : "";
  const settings = Object.entries(shown.settings).map(([name, value]) => `${name} ${value}`);
  const facts = [seconds(shown.seconds), shown.tries > 1 && `${shown.tries} tries`, shown.judge && `opinion of the model ${shown.judge}`, ...settings].filter(Boolean);
  const notPassed = shown.cases.filter((each) => each.outcome !== "passed");
  const rest = shown.cases.filter((each) => each.outcome === "passed");
  return [
    make("h3", {}, `${shown.evaluator}${counted} `, make("small", {}, facts.join(", "))),
    shown.repeated.length > 0 && disclosed("Why it was evaluated again", () => [
      preformatted(shown.repeated.join("\n\n"), "why it was evaluated again")]),
    ...[...notPassed, ...rest].map((each) => caseElement(number, each)),
    shown.measures.length > 0 && measureTable(shown),
    shown.log && opened(shown.cases.some((each) => each.outcome === "not_runnable"),
      disclosed("Output of the project", () => [preformatted(shown.log, "output of the project")])),
    shown.attachments.length > 0 && make("p", { class: "muted" }, `Attachments in the run folder: ${shown.attachments.join(", ")}`),
  ].filter(Boolean);
}

/** @param {boolean} wanted @param {HTMLDetailsElement} element */
function opened(wanted, element) {
  element.open = wanted;
  return element;
}

/** @param {Evaluation} shown */
function measureTable(shown) {
  const number = (/** @type {number | null} */ value) => (value === null ? "–" : String(Number(value.toPrecision(6))));
  const rows = shown.measures.map((each) =>
    make("tr", {}, make("th", { scope: "row" }, each.name), make("td", { class: "n" }, number(each.value)), make("td", {}, each.unit),
      make("td", { class: "n" }, number(each.reference)), make("td", {}, each.higher_is_better ? "higher" : "lower")));
  const heads = ["measure", "value", "unit", "reference", "better"].map((name) => make("th", { scope: "col" }, name));
  return scrolling(`measures of ${shown.evaluator}`, make("table", {}, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows)));
}

/** @param {string} label @param {HTMLElement} table */
function scrolling(label, table) {
  return make("div", { class: "scrolls", role: "region", tabindex: 0, "aria-label": label }, table);
}

/** @param {Details} details */
function buildingElements(details) {
  const { building, times } = details;
  if (!building) return [make("p", { class: "notice" }, "Not built yet.")];
  const spent = times.map((each) => `${each.what} ${seconds(each.seconds)}`).join(", ");
  const rows = building.steps.map((step) =>
    make("tr", {}, make("th", { scope: "row" }, step.name), ...[step.calls, step.input_tokens, step.output_tokens].map((each) => make("td", { class: "n" }, each)),
      make("td", { class: "n" }, step.cost === null ? "unknown" : `$${step.cost.toFixed(4)}`), make("td", { class: "n" }, seconds(step.seconds)),
      make("td", { class: "n" }, step.cases), make("td", {}, step.growth), make("td", {}, step.failure || "")));
  const heads = ["stage", "calls", "input tokens", "output tokens", "cost", "time", "cases passed", "change", "failure"].map((name) => make("th", { scope: "col" }, name));
  return [
    building.failure && make("p", { class: "reason failed" }, building.failure),
    make("p", {}, building.built ? "A solution was built" : "No solution was built", building.start && `, started with: ${building.start}`, spent && ` (${spent})`),
    rows.length > 0 && scrolling("stages of building", make("table", {}, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows))),
  ].filter(Boolean);
}

/** @param {string} title @param {() => (HTMLElement[] | Promise<HTMLElement[]>)} content */
function disclosed(title, content) {
  const element = /** @type {HTMLDetailsElement} */ (make("details", {}, make("summary", {}, title)));
  element.addEventListener("toggle", async () => {
    if (!element.open || element.childElementCount > 1) return;
    const place = make("div", {}, "Loading …");
    element.append(place);
    try {
      place.replaceChildren(...(await content()));
    } catch (error) {
      place.replaceChildren(make("p", { class: "notice", role: "alert" }, String(error)));
    }
  });
  return element;
}

/** @param {string} name @param {string} value @param {Record<string, string>} entries */
function pairs(name, value, entries) {
  const rows = Object.entries(entries).map(([key, each]) => make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, key)), make("td", { class: "reason" }, make("bdi", {}, each))));
  const head = make("thead", {}, make("tr", {}, make("th", { scope: "col" }, name), make("th", { scope: "col" }, value)));
  return scrolling(`${name}s`, make("table", {}, head, make("tbody", {}, rows)));
}

/** @param {number} number @returns {Promise<HTMLElement[]>} */
async function dialogueElements(number) {
  /** @type {{name: string, leftOut: number, text?: string, messages?: [string, string][], answer?: string, model?: string, incomplete?: string}[]} */
  const entries = await load(`attempt-${number}-dialogue`);
  return entries.flatMap((entry) => {
    const messages = (entry.messages || []).flatMap(([role, text]) => [make("h5", {}, role), preformatted(text, `${role} message of ${entry.name}`)]);
    const text = entry.messages ? entry.answer || "" : entry.text || "";
    return /** @type {HTMLElement[]} */ ([
      make("h4", {}, entry.name),
      ...messages,
      entry.messages && make("h5", {}, entry.model ? `answer of ${entry.model}` : "answer"),
      entry.incomplete && make("p", { class: "failed" }, `Incomplete: ${entry.incomplete}`),
      preformatted(text, `content of ${entry.name}`),
      entry.leftOut > 0 && make("p", { class: "notice" }, `${entry.leftOut} bytes are left out here; the file is in the run folder.`),
    ].filter(Boolean));
  });
}

/** @param {Similarity} shown */
function similarityElement(shown) {
  const value = shown.value === null ? "not scored" : `${(100 * shown.value).toFixed(2)} %`;
  const line = (/** @type {string} */ left, /** @type {string} */ right, /** @type {string} */ number) => [
    make("div", {}, make("bdi", {}, left)), make("div", {}, make("bdi", {}, right)), make("div", { class: "n" }, number)];
  return disclosed(`Similarity of ${shown.artifact}: ${value}`, () => [
    ...shown.notes.map((note) => make("p", {}, note)),
    make("div", { class: "side" },
      ["reference", "solution", "value"].map((name) => make("strong", {}, name)),
      shown.matches.flatMap(([left, right, number]) => line(left, right, number.toFixed(3))),
      shown.onlyReference.flatMap((left) => line(left, "nothing", "0")),
      shown.onlySolution.flatMap((right) => line("nothing", right, ""))),
  ]);
}
