/* Drawing the cards of a board, and messages. */

const template = document.getElementById("card");
const message = document.getElementById("message");
const filter = document.getElementById("filter");

let state = JSON.parse(document.getElementById("state").textContent);

/** The board as it is known now. */
export const currentState = () => state;

/** The element of a card; null when it is not shown. */
export const cardElement = (id) => document.querySelector(`li[data-card="${id}"]`);

export function say(text) {
  message.textContent = text;
  message.hidden = !text;
}

/** Take over a newer state of the board; an older one, overtaken on its way, is left out. */
export function takeOver(newer) {
  if (newer.version > state.version) {
    state = newer;
    draw();
  }
}

const isShown = (card) => filter.value === "all" || card.label === filter.value;

/** Draw all cards again. What has the focus keeps it; a title that is being renamed is left alone. */
export function draw() {
  const focused = document.activeElement?.closest("li[data-card]")?.dataset.card;
  const inList = document.activeElement?.matches("select.label");
  for (const column of state.columns) {
    const list = document.querySelector(`#${column.id} .cards`);
    list.replaceChildren(...column.cards.filter(isShown).map(drawn));
  }
  const element = focused && cardElement(focused);
  if (element) {
    (inList ? element.querySelector("select") : element.querySelector("input") ?? element).focus();
  }
}

function drawn(card) {
  const known = cardElement(card.id);
  if (known?.querySelector("input")) {
    return known;
  }
  const element = template.content.firstElementChild.cloneNode(true);
  element.dataset.card = card.id;
  element.querySelector(".card-title").textContent = card.title;
  element.querySelector("select").value = card.label;
  return element;
}

filter.addEventListener("change", draw);
