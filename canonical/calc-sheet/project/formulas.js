/* Formulas: read into a tree, and calculated. */

import { cellsBetween, nameOf, placeOf } from "./cells.js";

const TOKEN = /\s*(\d+(?:\.\d+)?|\$?[A-Za-z]+\$?\d+|[A-Za-z]+|#REF|[-+*/():])/y;
const CELL = /^\$?([A-Za-z]+)\$?(\d+)$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Why a formula has no number: one of the errors that are shown. */
export class Failure extends Error {}

/** Return the parts of a formula. */
function tokens(text) {
  const found = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim()) {
    const start = TOKEN.lastIndex;
    const part = TOKEN.exec(text);
    if (!part) throw new Failure("#ERROR", { cause: start });
    found.push(part[1]);
  }
  return found;
}

/** Reads a formula as a tree of {kind, …}; `cells` are all cells that it needs. */
class Reader {
  constructor(text) {
    this.left = tokens(text);
    this.cells = [];
  }

  whole() {
    const tree = this.sum();
    if (this.left.length) throw new Failure("#ERROR");
    return tree;
  }

  sum() {
    let tree = this.product();
    while (["+", "-"].includes(this.left[0])) tree = { kind: this.left.shift(), one: tree, other: this.product() };
    return tree;
  }

  product() {
    let tree = this.factor();
    while (["*", "/"].includes(this.left[0])) tree = { kind: this.left.shift(), one: tree, other: this.factor() };
    return tree;
  }

  factor() {
    const part = this.left.shift();
    if (part === "-" || part === "+") return { kind: "sign", sign: part === "-" ? -1 : 1, one: this.factor() };
    if (part === "(") return this.closed(this.sum());
    if (part === "#REF") return { kind: "failure", failure: "#REF" };
    if (/^\d/.test(part ?? "")) return { kind: "number", number: Number(part) };
    if (CELL.test(part ?? "")) return this.cell(part);
    if (["SUM", "MIN", "MAX", "COUNT"].includes(part?.toUpperCase())) return this.called(part.toUpperCase());
    throw new Failure("#ERROR");
  }

  called(name) {
    this.expect("(");
    const one = this.corner();
    this.expect(":");
    const other = this.corner();
    this.expect(")");
    if (!one || !other) return { kind: "failure", failure: "#REF" };
    const cells = cellsBetween(one, other).map(({ column, row }) => nameOf(column, row));
    this.cells.push(...cells);
    return { kind: "call", name, cells };
  }

  corner() {
    const part = this.left.shift() ?? "";
    if (part === "#REF") return null;
    const found = CELL.exec(part);
    if (!found) throw new Failure("#ERROR");
    return placeOf(found[1], found[2]);
  }

  cell(part) {
    const [, letters, digits] = CELL.exec(part);
    const place = placeOf(letters, digits);
    if (!place) return { kind: "failure", failure: "#REF" };
    const name = nameOf(place.column, place.row);
    this.cells.push(name);
    return { kind: "cell", name };
  }

  closed(tree) {
    this.expect(")");
    return tree;
  }

  expect(part) {
    if (this.left.shift() !== part) throw new Failure("#ERROR");
  }
}

/** Return the formula in an entry: its tree and its cells, or a failure. */
export function read(entry) {
  try {
    const reader = new Reader(entry.slice(1));
    return { tree: reader.whole(), cells: reader.cells };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { tree: { kind: "failure", failure: error.message }, cells: [] };
  }
}

/** Return the value of a tree; `values` has those of the cells: numbers, texts, failures. */
export function calculate(tree, values) {
  if (tree.kind === "number") return tree.number;
  if (tree.kind === "failure") throw new Failure(tree.failure);
  if (tree.kind === "sign") return tree.sign * calculate(tree.one, values);
  if (tree.kind === "cell") return operand(values.get(tree.name));
  if (tree.kind === "call") return called(tree, values);
  const one = calculate(tree.one, values);
  const other = calculate(tree.other, values);
  if (tree.kind === "/" && other === 0) throw new Failure("#DIV/0");
  return { "+": one + other, "-": one - other, "*": one * other, "/": one / other }[tree.kind];
}

function operand(value) {
  if (value instanceof Failure) throw value;
  if (typeof value === "string") throw new Failure("#VALUE");
  return value ?? 0;
}

function called(tree, values) {
  const all = tree.cells.map((name) => values.get(name));
  const failure = all.find((value) => value instanceof Failure);
  if (failure) throw failure;
  const numbers = all.filter((value) => typeof value === "number");
  if (tree.name === "COUNT") return numbers.length;
  if (tree.name === "SUM") return numbers.reduce((sum, each) => sum + each, 0);
  if (!numbers.length) return 0;
  return tree.name === "MIN" ? Math.min(...numbers) : Math.max(...numbers);
}

/** Return the values of all cells: numbers, texts, failures. */
export function valuesOf(entries) {
  const values = new Map();
  let waiting = [];
  for (const [name, entry] of entries) {
    if (entry.startsWith("=")) waiting.push({ name, ...read(entry) });
    else values.set(name, NUMBER.test(entry) ? Number(entry) : entry);
  }
  while (waiting.length) {
    const open = new Set(waiting.map((each) => each.name));
    const ready = waiting.filter((each) => !each.cells.some((name) => open.has(name)));
    if (!ready.length) break;
    for (const { name, tree } of ready) values.set(name, valueOf(tree, values));
    waiting = waiting.filter((each) => !ready.includes(each));
  }
  for (const { name } of waiting) values.set(name, new Failure("#CIRCLE"));
  return values;
}

function valueOf(tree, values) {
  try {
    return calculate(tree, values);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error;
  }
}

/** Return what a cell shows. */
export function shown(value) {
  if (value instanceof Failure) return value.message;
  if (typeof value !== "number") return value ?? "";
  const rounded = Number(Number(value.toPrecision(15)).toFixed(6));
  return String(rounded === 0 ? 0 : rounded);
}
