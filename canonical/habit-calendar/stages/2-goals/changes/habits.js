/* The habits and what can be done with them. They are kept in the browser, and written after every change. */

import { day, isDay, week } from "./days.js";

const KEY = "habits";
const EMPTY_NAME = "Give the habit a name.";
const TAKEN = "This habit is there already.";
const NOTHING_TO_UNDO = "Nothing to undo.";
const WRONG_GOAL = "A goal is a number from 1 to 7.";
const USUAL_GOAL = 7;
const WRONG_FILE = "This is not a file of habits.";

/** What was asked for is not possible; the message says why. */
export class Refused extends Error {}

const folded = (name) => name.trim().toLowerCase();
const byName = (one, other) => (folded(one.name) < folded(other.name) ? -1 : 1);

/** Return the number of days in a row, back from today, or from yesterday if today is not among them. */
export function inARow(days) {
  const done = new Set(days);
  const first = done.has(day(0)) ? 0 : 1;
  let back = first;
  while (done.has(day(back))) back += 1;
  return back - first;
}

/** Return on how many of the last seven days something was done. */
export const doneInWeek = (days) => week().filter((each) => days.includes(each)).length;

const isGoal = (goal) => Number.isInteger(goal) && goal >= 1 && goal <= 7;

export class Habits {
  #deleted = [];

  constructor(storage = localStorage) {
    this.storage = storage;
    this.all = JSON.parse(storage.getItem(KEY) ?? "[]").map((habit) => ({ goal: USUAL_GOAL, ...habit }));
  }

  /** Add a habit without days. */
  add(name) {
    if (!name.trim()) throw new Refused(EMPTY_NAME);
    this.#insert({ name: name.trim(), days: [], goal: USUAL_GOAL });
  }

  /** Set on how many of seven days a habit is to be done. */
  aim(habit, text) {
    if (!/^[1-7]$/.test(text)) throw new Refused(WRONG_GOAL);
    habit.goal = Number(text);
    this.#save();
  }

  /** Note that a habit was done on a day, or was not. */
  tick(habit, when, isDone) {
    const others = habit.days.filter((each) => each !== when);
    habit.days = (isDone ? [...others, when] : others).sort();
    this.#save();
  }

  delete(habit) {
    this.#deleted.push(habit);
    this.#save(this.all.filter((each) => each !== habit));
  }

  /** Bring back what was deleted last. */
  undo() {
    if (!this.#deleted.length) throw new Refused(NOTHING_TO_UNDO);
    this.#insert(this.#deleted.at(-1));
    this.#deleted.pop();
  }

  /** Return the number of habits that are done today. */
  doneToday() {
    return this.all.filter((habit) => habit.days.includes(day())).length;
  }

  asText() {
    return JSON.stringify({ habits: this.all.map(({ name, days, goal }) => ({ name, days, goal })) }, null, 1);
  }

  /** Replace all habits by those of a file. */
  replace(text) {
    const habits = habitsIn(text);
    if (!habits) throw new Refused(WRONG_FILE);
    this.#save(habits);
  }

  #insert(habit) {
    if (this.all.some((each) => folded(each.name) === folded(habit.name))) throw new Refused(TAKEN);
    this.#save([...this.all, habit]);
  }

  #save(habits = this.all) {
    this.all = habits.sort(byName);
    this.storage.setItem(KEY, JSON.stringify(this.all));
  }
}

/** Return the habits in the text of a file; null when it is none. */
function habitsIn(text) {
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  if (!hasKeys(content, "habits") || !Array.isArray(content.habits) || !content.habits.every(isHabit)) return null;
  const names = content.habits.map((habit) => folded(habit.name));
  if (new Set(names).size < names.length) return null;
  return content.habits.map(({ name, days, goal = USUAL_GOAL }) => ({ name: name.trim(), days: [...days].sort(), goal }));
}

function isHabit(habit) {
  const known = hasKeys(habit, "days", "name") || (hasKeys(habit, "days", "goal", "name") && isGoal(habit.goal));
  if (!known || typeof habit.name !== "string" || !habit.name.trim()) return false;
  const { days } = habit;
  return Array.isArray(days) && days.every(isDay) && new Set(days).size === days.length;
}

/** True for an object with exactly these keys, given in alphabetical order. */
const hasKeys = (value, ...keys) =>
  value !== null && typeof value === "object" && Object.keys(value).sort().join() === keys.join();
