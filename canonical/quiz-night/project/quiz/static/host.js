// The host page.

import { allow, byId, element, fill, follow, send } from "./live.js";

const form = byId("ask");
let number = 0;

follow((now) => {
  if (now.question) number = now.question.number;
  byId("answered").textContent = now.answered;
  allow(byId("close"), now.question?.open ?? false);
  allow(byId("take-back"), Boolean(now.question));
  allow(form.querySelector("button"), !now.over && !now.question?.open);
  allow(byId("end"), !now.over);
  const guests = byId("guests");
  fill(guests, now.guests, () => now.guests.map(entry));
});

function entry(guest) {
  const line = element("li", `${guest.name} `);
  const remove = element("button", "Remove");
  remove.addEventListener("click", () => send("remove", { key: guest.key }));
  allow(remove, true);
  line.append(element("span", guest.away ? "away" : "", "away"), " ", remove);
  return line;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  allow(button, false);
  const boxes = [...form.querySelectorAll("input")];
  const [text, right, ...wrong] = boxes.map((box) => box.value);
  if (!(await send("ask", { text, right, wrong }))) return allow(button, true);
  boxes.forEach((box, place) => {
    if (box.value === [text, right, ...wrong][place]) box.value = ""; // unless the next one is being typed already
  });
});
byId("close").addEventListener("click", () => send("close", { number }));
byId("take-back").addEventListener("click", () => send("take-back", { number }));
byId("end").addEventListener("click", () => send("end"));
