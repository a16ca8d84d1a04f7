"use strict";

/* Keeps the page of an item up to date, and watches without loading the page. */

const article = document.querySelector("#item");
const PAUSE = 1000; // milliseconds between two looks at the item

let seen = article.dataset.seen;

/* Take over the parts of the page that have changed. What is being typed into a box that stays is kept. */
function update(page) {
  for (const part of article.querySelectorAll("[data-part]")) {
    const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (fresh && fresh.innerHTML !== part.innerHTML) {
      const typed = new Map([...part.querySelectorAll("input")].map((box) => [box.name, box.value]));
      const focused = part.contains(document.activeElement) ? document.activeElement.name : "";
      part.replaceChildren(...fresh.childNodes);
      for (const box of part.querySelectorAll("input")) {
        box.value = typed.get(box.name) ?? box.value;
        if (focused && box.name === focused) box.focus();
      }
    }
  }
}

async function refresh() {
  const answer = await fetch(article.dataset.page);
  if (answer.ok) {
    update(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } else if (answer.status === 404) {
    document.querySelector("#standing").textContent = "Withdrawn.";
    for (const part of article.querySelectorAll("[data-part]:not([data-part=standing])")) part.replaceChildren();
  }
}

async function look() {
  const answer = await fetch(article.dataset.api);
  const now = answer.ok ? String((await answer.json()).revision) : String(answer.status);
  if (now !== seen) {
    await refresh();
    seen = now;
  }
}

async function keepLooking() {
  try {
    await look();
  } catch {
    // the network is away: the next look may succeed
  }
  setTimeout(keepLooking, PAUSE);
}

/* The forms come and go with the parts of the page, so their events are handled here. */
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.confirm && !window.confirm(form.dataset.confirm)) {
    event.preventDefault();
  } else if (form.matches("[data-live]")) {
    event.preventDefault();
    await fetch(form.action, { method: "POST" });
    await refresh();
  }
});

setTimeout(keepLooking, PAUSE);
