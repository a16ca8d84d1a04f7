/* Days of the browser's clock and time zone, written like 2025-03-14. */

/** Return the day that is `back` days before today. */
export function day(back = 0) {
  const now = new Date();
  return written(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back));
}

/** Return the last seven days, today last. */
export const week = () => [6, 5, 4, 3, 2, 1, 0].map(day);

/** True for the text of a day that exists. */
export function isDay(text) {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [year, month, date] = text.split("-").map(Number);
  return written(new Date(year, month - 1, date)) === text;
}

function written(date) {
  const parts = [String(date.getFullYear()).padStart(4, "0"), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
