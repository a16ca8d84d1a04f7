// The page of the guests.

import { allow, byId, element, fill, follow, send } from "./live.js";

const form = byId("join");

follow((now) => {
  form.hidden = now.me !== null || now.over;
  allow(form.querySelector("button"), true);
  byId("me").hidden = now.me === null;
  byId("me").textContent = `You are ${now.me}.`;
  const { question } = now;
  const answers = byId("answers");
  fill(answers, question && [question.number, question.answers], () =>
    (question?.answers ?? []).map((answer) => choice(question.number, answer)),
  );
  for (const button of answers.children) {
    button.classList.toggle("chosen", button.textContent === now.chosen);
    button.setAttribute("aria-pressed", String(button.textContent === now.chosen));
    button.classList.toggle("right", button.textContent === question.right);
    allow(button, question.open && now.me !== null);
  }
});

function choice(number, answer) {
  const button = element("button", answer);
  button.addEventListener("click", () => send("choose", { number, answer }));
  return button;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await send("join", { name: new FormData(form).get("name") })) form.reset();
});
