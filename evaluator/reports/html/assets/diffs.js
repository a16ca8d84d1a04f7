/**
 * A row is a number of equal lines that are left out, or number and text of the reference, then of the solution.
 * @typedef {[number] | [number | null, string, number | null, string]} DiffRow
 * @typedef {{artifact: string, reference: string, solution: string, rows: DiffRow[], note: string}} FileDiff
 */

/** @param {number} number @returns {Promise<HTMLElement[]>} */
async function diffElements(number) {
  /** @type {FileDiff[]} */
  const diffs = await load(`attempt-${number}-diffs`);
  if (!diffs.length) return [make("p", {}, "No file of the solution was matched with one of the reference.")];
  return diffs.map((diff) =>
    disclosed(`${diff.artifact}: ${diff.reference} ↔ ${diff.solution}${diff.note ? ` (${diff.note})` : ""}`, () => [diffTable(diff)]));
}

/** @param {FileDiff} diff */
function diffTable(diff) {
  if (!diff.rows.length) return make("p", { class: "muted" }, diff.note || "Both files are equal.");
  const heads = ["line", `reference: ${diff.reference}`, "line", `solution: ${diff.solution}`].map((name) => make("th", { scope: "col" }, make("bdi", {}, name)));
  const table = make("table", { class: "diff" }, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, diff.rows.map(diffRow)));
  return scrolling(`${diff.reference} beside ${diff.solution}`, table);
}

/** @param {DiffRow} row */
function diffRow(row) {
  if (row.length === 1) return make("tr", {}, make("td", { colspan: 4, class: "muted" }, `${row[0]} equal ${row[0] === 1 ? "line" : "lines"}`));
  const [left, reference, right, solution] = row;
  const changed = left === null || right === null || reference !== solution;
  const cell = (/** @type {number | null} */ number, /** @type {string} */ text, /** @type {string} */ tag) =>
    make("td", { class: number === null ? "gone" : changed ? tag : null }, number !== null && changed ? make(tag, {}, text) : text);
  return make("tr", {}, make("td", { class: "n muted" }, left ?? ""), cell(left, reference, "del"), make("td", { class: "n muted" }, right ?? ""), cell(right, solution, "ins"));
}
