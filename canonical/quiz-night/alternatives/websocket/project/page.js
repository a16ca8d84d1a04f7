"use strict";
const role = location.pathname.slice(1);
const shown = document.getElementById("shown");
const problem = document.querySelector(".problem");
let socket = null;
let state = null;
let isOpen = false;
let html = "";

const safe = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const button = (name, value, text, className, isOff) =>
  `<button data-do="${name}" data-value="${safe(value)}" class="${className}"${isOff || !isOpen ? " disabled" : ""}>${safe(text)}</button>`;

function question() {
  if (!["open", "closed"].includes(state.phase)) return "";
  const answers = state.answers.map((answer) => {
    const className = `answer${answer === state.picked ? " picked" : ""}${answer === state.right ? " solution" : ""}`;
    if (role !== "play") return `<li class="${className}">${safe(answer)}</li>`;
    return `<li>${button("choose", answer, answer, className, state.phase !== "open" || !state.me)}</li>`;
  });
  return `<h2 class="asked">${safe(state.text)}</h2><ol type="A">${answers.join("")}</ol><p>${safe(state.count ?? "")}</p>`;
}

function draw() {
  document.body.classList.toggle("is-broken", !isOpen);
  for (const each of document.querySelectorAll("[data-phases]")) {
    each.disabled = !isOpen || !state || !each.dataset.phases.split(" ").includes(state.phase);
  }
  if (!state) return;
  const join = document.querySelector("form[data-do=join]");
  if (join) join.hidden = Boolean(state.me) || state.phase === "over";
  const guests = (state.guests ?? []).map(
    ([key, name, away]) => `<tr class="guest"><td>${safe(name)}</td><td>${away}</td><td>${button("remove", key, "×", "", false)}</td></tr>`,
  );
  const ranking = state.ranking.map(
    ([place, name, points]) => `<tr><td>${place}.</td><td>${safe(name)}</td><td>${points} point${points === 1 ? "" : "s"}</td></tr>`,
  );
  const now = `${state.phase === "over" ? "<p>The quiz is over.</p>" : question()}
    <table class="ranking">${ranking.join("")}</table>${role === "host" ? `<table>${guests.join("")}</table>` : ""}`;
  if (now !== html) shown.innerHTML = html = now;
}

function send(command) {
  socket.send(JSON.stringify(command));
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/socket/${role}${location.search}`);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if ("done" in message) return answered(message);
    state = message;
    isOpen = true;
    draw();
  };
  socket.onclose = () => {
    isOpen = false;
    draw();
    setTimeout(connect, 300);
  };
}

function answered(message) {
  problem.hidden = !message.problem;
  problem.textContent = message.problem;
  if (message.done === "ask" && !message.problem) document.querySelector("form[data-do=ask]").reset();
}

document.addEventListener("click", (event) => {
  const clicked = event.target.closest("button[data-do]");
  if (!clicked || !isOpen) return;
  const { do: name, value } = clicked.dataset;
  if (name === "choose") send({ do: name, number: state.number, answer: value });
  else if (name === "remove") send({ do: name, key: value });
  else if (name === "end") send({ do: name });
  else send({ do: name, number: state.number });
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  event.preventDefault();
  if (!isOpen) return;
  const typed = Object.fromEntries(new FormData(form));
  if (form.dataset.do === "join") send({ do: "join", name: typed.name });
  else send({ do: "ask", after: state.number, text: typed.text, right: typed.right, wrong: [typed.wrong1, typed.wrong2, typed.wrong3] });
});

connect();
