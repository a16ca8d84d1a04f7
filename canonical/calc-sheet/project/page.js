/* The page: shows the sheet, and passes on keys and mouse. */

import { COLUMNS, ROWS, cellsBetween, isInside, nameOf } from "./cells.js";
import { shown } from "./formulas.js";
import { Sheet } from "./sheet.js";

const ZOOM_KEY = "calculation-sheet-zoom";
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const at = (id) => document.getElementById(id);
const sheet = new Sheet();
const cells = new Map();
let here = { column: 0, row: 0 };
let corner = here;
let pulling = null;
let copied = [];
let editor = null;
let zoom = Number(localStorage.getItem(ZOOM_KEY) ?? 100);

function build() {
  const head = at("sheet").createTHead().insertRow();
  head.append(document.createElement("th"), ...Array.from({ length: COLUMNS }, (_, column) => heading(nameOf(column, 0)[0])));
  const body = at("sheet").createTBody();
  for (let row = 0; row < ROWS; row += 1) {
    const line = body.insertRow();
    line.append(heading(row + 1));
    for (let column = 0; column < COLUMNS; column += 1) line.append(cell({ column, row }));
  }
}

function heading(text) {
  const made = document.createElement("th");
  made.textContent = text;
  return made;
}

function cell(place) {
  const made = document.createElement("td");
  made.setAttribute("role", "gridcell");
  made.setAttribute("aria-label", nameOf(place.column, place.row));
  made.tabIndex = -1;
  made.addEventListener("pointerdown", (event) => press(event, place));
  made.addEventListener("dblclick", () => edit(sheet.entry(here)));
  cells.set(nameOf(place.column, place.row), made);
  return made;
}

const selected = () => cellsBetween(here, corner);
const element = ({ column, row }) => cells.get(nameOf(column, row));

function show() {
  const range = new Set(selected().map(({ column, row }) => nameOf(column, row)));
  for (const place of cellsBetween({ column: 0, row: 0 }, { column: COLUMNS - 1, row: ROWS - 1 })) {
    const [made, value] = [element(place), sheet.value(place)];
    if (!made.contains(editor)) made.textContent = shown(value);
    made.classList.toggle("number", typeof value === "number");
    made.classList.toggle("here", place.column === here.column && place.row === here.row);
    made.setAttribute("aria-selected", range.has(nameOf(place.column, place.row)));
  }
  if (!editor) element(here).append(handle());
  at("content").value = sheet.entry(here);
  const numbers = selected().map((place) => sheet.value(place)).filter((value) => typeof value === "number");
  at("sum").textContent = `Sum ${shown(numbers.reduce((sum, each) => sum + each, 0))}`;
  at("undo").disabled = !sheet.canUndo;
  at("redo").disabled = !sheet.canRedo;
  at("zoom").textContent = `${zoom} %`;
  at("larger").disabled = zoom >= 200;
  at("smaller").disabled = zoom <= 50;
  at("sheet").style.zoom = zoom / 100;
}

function handle() {
  const made = document.createElement("span");
  made.className = "fill";
  made.setAttribute("aria-label", "Fill");
  made.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    event.preventDefault();
    pulling = "fill";
  });
  return made;
}

function go(place, stretch = false) {
  const inside = isInside(place.column, place.row);
  if (stretch) corner = inside ? place : corner;
  else corner = here = inside ? place : here;
  show();
  element(here).focus();
}

const next = (place, [columns, rows]) => ({ column: place.column + columns, row: place.row + rows });

function edit(text) {
  corner = here;
  editor = document.createElement("input");
  editor.value = text;
  editor.setAttribute("aria-label", "Entry");
  element(here).replaceChildren(editor);
  show();
  editor.focus();
}

/** End an entry, storing it or not. */
function leave(store) {
  if (!editor) return;
  const text = editor.value;
  editor = null;
  if (store) sheet.change([[here, text]]);
  show();
}

function press(event, place) {
  if (editor && event.target === editor) return;
  event.preventDefault();
  leave(true);
  pulling = "select";
  go(place, event.shiftKey);
}

function placeUnder(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("td");
  const name = found?.getAttribute("aria-label");
  return name ? { column: name.charCodeAt(0) - 65, row: Number(name.slice(1)) - 1 } : null;
}

function fill(place) {
  if (!place || (place.column !== here.column && place.row !== here.row)) return;
  const targets = cellsBetween(here, place).filter((each) => each.column !== here.column || each.row !== here.row);
  sheet.fill(here, targets);
  corner = place;
  show();
}

document.addEventListener("pointermove", (event) => {
  const place = pulling === "select" && placeUnder(event);
  if (place) go(place, true);
});

document.addEventListener("pointerup", (event) => {
  if (pulling === "fill") fill(placeUnder(event));
  pulling = null;
});

function paste() {
  if (!copied.length) return;
  const [column, row] = [Math.min(...copied.map(({ place }) => place.column)), Math.min(...copied.map(({ place }) => place.row))];
  sheet.copy(copied, (place) => ({ column: here.column + place.column - column, row: here.row + place.row - row }));
  show();
}

function command(event) {
  const key = event.key.toLowerCase();
  if (key === "z") sheet.undo();
  else if (key === "y") sheet.redo();
  else if (key === "c") copied = selected().map((place) => ({ place, entry: sheet.entry(place) }));
  else if (key === "v") paste();
  else return;
  event.preventDefault();
  show();
}

function keyInEntry(event) {
  const steps = { Enter: [0, 1], Tab: [event.shiftKey ? -1 : 1, 0] };
  if (event.key === "Escape") {
    leave(false);
    go(here);
  } else if (event.key in steps) {
    event.preventDefault();
    leave(true);
    go(next(here, steps[event.key]));
  }
}

function keyOnSheet(event) {
  if (event.ctrlKey || event.metaKey) return command(event);
  const steps = { ...ARROWS, Enter: [0, 1], Tab: [event.shiftKey ? -1 : 1, 0] };
  if (event.key in steps) {
    const stretch = event.shiftKey && event.key in ARROWS;
    go(next(stretch ? corner : here, steps[event.key]), stretch);
  } else if (event.key === "Delete") {
    sheet.change(selected().map((place) => [place, ""]));
    show();
  } else if (event.key === "F2") edit(sheet.entry(here));
  else if (event.key.length === 1) edit(event.key);
  else return undefined;
  return event.preventDefault();
}

at("sheet").addEventListener("keydown", (event) => (editor ? keyInEntry(event) : keyOnSheet(event)));

at("content").addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    sheet.change([[here, at("content").value]]);
    go(next(here, [0, 1]));
  } else if (event.key === "Escape") go(here);
});
at("content").addEventListener("pointerdown", () => leave(true));

function storeContent() {
  if (document.activeElement === at("content")) sheet.change([[here, at("content").value]]);
}

document.addEventListener("pointerdown", (event) => {
  if (event.target !== at("content") && !editor) storeContent();
}, true);

at("undo").addEventListener("click", () => { leave(true); sheet.undo(); show(); });
at("redo").addEventListener("click", () => { leave(true); sheet.redo(); show(); });

function zoomBy(percent) {
  zoom = Math.min(200, Math.max(50, zoom + percent));
  localStorage.setItem(ZOOM_KEY, zoom);
  leave(true);
  show();
}

at("larger").addEventListener("click", () => zoomBy(10));
at("smaller").addEventListener("click", () => zoomBy(-10));

at("download").addEventListener("click", () => {
  leave(true);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([sheet.asText()], { type: "text/csv" }));
  link.download = "sheet.csv";
  link.click();
  URL.revokeObjectURL(link.href);
});

build();
go(here);
