"use strict";

/* The week of a room, fetched again every second, so that bookings of others appear by themselves. Days and times
   are handled as texts of the office's clock: the browser may be in another time zone. */
const EVERY = 1000;
const NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const element = (id) => document.getElementById(id);
const days = element("days");
const address = days.dataset.bookings;

let monday = mondayOf(days.dataset.today);
let shown = "";

function plusDays(day, number) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + number);
  return date.toISOString().slice(0, 10);
}

function mondayOf(day) {
  return plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

async function send(url, method, content) {
  const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? "";
  const answer = await fetch(url, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: content === undefined ? undefined : JSON.stringify(content),
  });
  return [answer.ok, await answer.json()];
}

/* Fetch the week, and draw it if it has changed since it was drawn last. */
async function refresh() {
  const room = element("room").value;
  const wanted = new URLSearchParams({ room, from: monday, to: plusDays(monday, 6) });
  const answer = await fetch(`${address}?${wanted}`);
  if (!answer.ok) return;
  const { bookings } = await answer.json();
  const now = JSON.stringify([wanted.toString(), bookings]);
  if (now === shown || wanted.get("from") !== monday || room !== element("room").value) return;
  shown = now;
  draw(bookings);
}

function draw(bookings) {
  element("week").textContent = `${element("room").value}, ${monday} to ${plusDays(monday, 6)}`;
  element("calendar").href = element("room").selectedOptions[0].dataset.calendar;
  days.replaceChildren(...NAMES.map((name, number) => drawDay(name, plusDays(monday, number), bookings)));
}

function drawDay(name, day, bookings) {
  const column = document.createElement("section");
  const heading = document.createElement("h2");
  heading.textContent = `${name} ${day}`;
  column.append(heading, ...bookings.filter((booking) => booking.start.startsWith(day)).map(drawBooking));
  return column;
}

function drawBooking(booking) {
  const entry = document.createElement("article");
  entry.className = "booking";
  const text = document.createElement("p");
  const [day, start] = booking.start.slice(0, 16).split("T");
  text.textContent = `${day} ${start}–${booking.end.slice(11, 16)} ${booking.title} (${booking.by}, ${inWords(booking.people)})`;
  entry.append(text);
  if (booking.mine) entry.append(button("Delete", booking, ""));
  if (booking.mine && booking.repeated) entry.append(button("Delete following", booking, "?following"));
  return entry;
}

function inWords(people) {
  return people === 1 ? "1 person" : `${people} people`;
}

function button(words, booking, query) {
  const control = document.createElement("button");
  control.textContent = words;
  control.addEventListener("click", async () => {
    const [done, content] = await send(`${address}${booking.id}/${query}`, "DELETE");
    element("message").textContent = done ? "" : content.message;
    refresh();
  });
  return control;
}

element("wish").addEventListener("submit", async (event) => {
  event.preventDefault();
  const wish = { room: element("room").value };
  for (const name of ["title", "day", "start", "end", "repeats", "people"]) wish[name] = element(name).value;
  const [done, content] = await send(address, "POST", wish);
  element("message").textContent = done ? "" : content.message;
  if (done) element("title").value = "";
  refresh();
});

function goTo(day) {
  monday = day;
  refresh();
}

element("previous").addEventListener("click", () => goTo(plusDays(monday, -7)));
element("this").addEventListener("click", () => goTo(mondayOf(days.dataset.today)));
element("next").addEventListener("click", () => goTo(plusDays(monday, 7)));
element("room").addEventListener("change", refresh);
setInterval(refresh, EVERY);
refresh();
