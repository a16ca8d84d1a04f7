/* The sheet: entries of its cells, their history, and what is kept in the browser. */

import { COLUMNS, ROWS, isInside, moved, nameOf } from "./cells.js";
import { shown, valuesOf } from "./formulas.js";

const KEY = "calculation-sheet";

export class Sheet {
  #done = [];
  #undone = [];

  constructor(storage = localStorage) {
    this.storage = storage;
    this.entries = new Map(JSON.parse(storage.getItem(KEY) ?? "[]"));
    this.values = valuesOf(this.entries);
  }

  entry({ column, row }) {
    return this.entries.get(nameOf(column, row)) ?? "";
  }

  value({ column, row }) {
    return this.values.get(nameOf(column, row));
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** Change cells, as one change: a list of [place, entry]. */
  change(entries) {
    const step = entries
      .map(([place, text]) => ({ name: nameOf(place.column, place.row), before: this.entry(place), after: text.trim() }))
      .filter(({ before, after }) => before !== after);
    if (!step.length) return;
    this.#apply(step, "after");
    this.#done.push(step);
    this.#undone = [];
  }

  undo() {
    const step = this.#done.pop();
    if (!step) return;
    this.#apply(step, "before");
    this.#undone.push(step);
  }

  redo() {
    const step = this.#undone.pop();
    if (!step) return;
    this.#apply(step, "after");
    this.#done.push(step);
  }

  /** Copy entries of cells so many columns and rows further. */
  copy(cells, to) {
    this.change(cells.flatMap(({ place, entry }) => {
      const { column, row } = to(place);
      return isInside(column, row) ? [[{ column, row }, moved(entry, column - place.column, row - place.row)]] : [];
    }));
  }

  /** Copy one cell to others. */
  fill(from, targets) {
    const entry = this.entry(from);
    this.change(targets.map((to) => [to, moved(entry, to.column - from.column, to.row - from.row)]));
  }

  /** Return what the cells show, as CSV. */
  asText() {
    let [columns, rows] = [0, 0];
    for (let row = 0; row < ROWS; row += 1) {
      for (let column = 0; column < COLUMNS; column += 1) {
        if (this.entry({ column, row })) [columns, rows] = [Math.max(columns, column + 1), row + 1];
      }
    }
    const line = (_, row) => Array.from({ length: columns }, (__, column) => quoted(shown(this.value({ column, row }))));
    return Array.from({ length: rows }, line).map((cells) => `${cells.join(",")}\n`).join("");
  }

  #apply(step, side) {
    for (const change of step) {
      if (change[side]) this.entries.set(change.name, change[side]);
      else this.entries.delete(change.name);
    }
    this.values = valuesOf(this.entries);
    this.storage.setItem(KEY, JSON.stringify([...this.entries]));
  }
}

const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
