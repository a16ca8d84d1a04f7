"use strict";

/* The name is kept in the browser, so that the page greets by it when it is loaded again. */

const greeting = document.querySelector("#greeting");
const missing = document.querySelector("#missing");

function show(name) {
  greeting.textContent = `Hello, ${name}!`;
  greeting.hidden = !name;
}

document.querySelector("#greet").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = document.querySelector("#name").value.trim();
  localStorage.setItem("name", name);
  missing.hidden = Boolean(name);
  show(name);
});

show(localStorage.getItem("name") || "");
