/* Names of cells, and formulas whose cells move along. */

export const COLUMNS = 8;
export const ROWS = 20;
const REFERENCE = /(\$?)([A-Z]+)(\$?)(\d+)(?![\w(])/gi;

/** Return the name of the cell in a column and row that count from 0. */
export const nameOf = (column, row) => String.fromCharCode(65 + column) + (row + 1);

/** Return column and row of a cell; null outside of the sheet. */
export function placeOf(letters, digits) {
  const column = letters.length === 1 ? letters.toUpperCase().charCodeAt(0) - 65 : COLUMNS;
  const row = Number(digits) - 1;
  return isInside(column, row) ? { column, row } : null;
}

export const isInside = (column, row) => column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;

/** Return all cells between two corners, row by row. */
export function cellsBetween(one, other) {
  const found = [];
  for (let row = Math.min(one.row, other.row); row <= Math.max(one.row, other.row); row += 1) {
    for (let column = Math.min(one.column, other.column); column <= Math.max(one.column, other.column); column += 1) {
      found.push({ column, row });
    }
  }
  return found;
}

/** Return an entry as it is copied so many columns and rows further. */
export function moved(entry, columns, rows) {
  if (!entry.startsWith("=")) return entry;
  return entry.replace(REFERENCE, (all, keepColumn, letters, keepRow, digits) => {
    const place = placeOf(letters, digits);
    if (!place) return all;
    const column = place.column + (keepColumn ? 0 : columns);
    const row = place.row + (keepRow ? 0 : rows);
    if (!isInside(column, row)) return "#REF";
    return `${keepColumn}${String.fromCharCode(65 + column)}${keepRow}${row + 1}`;
  });
}
