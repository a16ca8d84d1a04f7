/* The page: shows the habits, and passes on what is done with it. */

import { day, week } from "./days.js";
import { Habits, Refused, doneInWeek, inARow } from "./habits.js";

const at = (id) => document.getElementById(id);
const habits = new Habits();

/** Do something, and show the page as it is then, with a message if it was refused. */
function attempt(action) {
  let message = "";
  try {
    action();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    message = error.message;
  }
  at("message").textContent = message;
  at("message").hidden = !message;
  show();
  return !message;
}

function show() {
  at("summary").textContent = `${habits.doneToday()} of ${habits.all.length} done today`;
  const last = habits.deleted.at(-1);
  at("deleted").textContent = last ? `Undo would bring back ${last.name}` : "";
  const shown = habits.all.filter((habit) => !at("left").checked || !habit.days.includes(day()));
  const focused = document.activeElement?.getAttribute("aria-label");
  at("habits").replaceChildren(...shown.map(entry));
  if (focused) [...document.querySelectorAll("#habits input")].find((box) => box.ariaLabel === focused)?.focus();
}

function entry(habit) {
  const row = document.createElement("li");
  const count = inARow(habit.days);
  row.append(
    element("span", habit.name, "name"),
    ...week().map((each) => dayBox(habit, each)),
    element("span", `${count} day${count === 1 ? "" : "s"} in a row`),
    goalBox(habit),
    element("span", reached(habit)),
    renameButton(habit),
    deleteButton(habit),
  );
  return row;
}

function element(tag, text, kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = kind;
  return made;
}

function dayBox(habit, when) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = habit.days.includes(when);
  box.ariaLabel = `${habit.name} on ${when}`;
  box.title = when;
  box.addEventListener("change", () => attempt(() => habits.tick(habit, when, box.checked)));
  return box;
}

function goalBox(habit) {
  const box = document.createElement("input");
  box.type = "number";
  box.value = habit.goal;
  box.ariaLabel = `Goal of ${habit.name}`;
  box.addEventListener("change", () => attempt(() => habits.aim(habit, box.value)));
  return box;
}

function reached({ days, goal }) {
  const done = doneInWeek(days);
  return `${done} of ${goal} days done${done >= goal ? " (reached)" : ""}`;
}

function renameButton(habit) {
  const button = element("button", "Rename");
  button.addEventListener("click", () => {
    const name = window.prompt(`New name of “${habit.name}”`, habit.name);
    if (name !== null) attempt(() => habits.rename(habit, name));
  });
  return button;
}

function deleteButton(habit) {
  const button = element("button", "Delete");
  button.addEventListener("click", () => {
    if (window.confirm(`Delete “${habit.name}” with all its days?`)) attempt(() => habits.delete(habit));
  });
  return button;
}

at("new-habit").addEventListener("submit", (event) => {
  event.preventDefault();
  if (attempt(() => habits.add(at("name").value))) at("name").value = "";
});

at("left").addEventListener("change", show);
at("undo").addEventListener("click", () => attempt(() => habits.undo()));

at("download").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([habits.asText()], { type: "application/json" }));
  link.download = "habits.json";
  link.click();
  URL.revokeObjectURL(link.href);
});

at("file").addEventListener("change", async () => {
  const text = await at("file").files[0]?.text();
  at("file").value = "";
  if (text !== undefined) attempt(() => habits.replace(text));
});

show();
