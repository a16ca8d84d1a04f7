// What all live pages do: follow the server's events, and send what somebody does.

const allowed = new Map(); // buttons, and whether they may be used while there is a connection
const drawn = new Map(); // elements, and the data that they show
let isConnected = false;

export const byId = (id) => document.getElementById(id);

/** Create an element with a text. */
export function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

/** Allow or forbid a button; without a connection all are forbidden. */
export function allow(button, isAllowed) {
  allowed.set(button, isAllowed);
  button.disabled = !(isConnected && isAllowed);
}

/** Fill an element anew, unless it shows this data already: nothing that somebody is using is replaced. */
export function fill(box, data, parts) {
  const key = JSON.stringify(data);
  if (drawn.get(box) === key) return;
  drawn.set(box, key);
  for (const button of box.querySelectorAll("button")) allowed.delete(button);
  box.replaceChildren(...parts());
}

/** Draw what the server says, now and whenever it changes; the browser connects again by itself. */
export function follow(draw) {
  const events = new EventSource(`${location.pathname}/live`);
  const connect = (is) => {
    isConnected = is;
    byId("offline").hidden = is;
    for (const [button, isAllowed] of allowed) button.disabled = !(is && isAllowed);
  };
  events.onmessage = (event) => {
    connect(true);
    const now = JSON.parse(event.data);
    byId("over").hidden = !now.over;
    byId("present").hidden = !now.question;
    byId("question").textContent = now.question ? now.question.text : "";
    fill(byId("ranking"), now.ranking, () => now.ranking.map((line) => element("li", line)));
    draw(now);
  };
  events.onerror = () => {
    connect(false);
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => follow(draw), 400); // the browser has given up
  };
}

/** Send what somebody did. Return true if it was accepted; say why not otherwise. */
export async function send(action, body = {}) {
  const refusal = byId("refusal");
  try {
    const answer = await fetch(`${location.pathname}/${action}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    refusal.textContent = answer.ok ? "" : (await answer.json()).reason;
  } catch {
    refusal.textContent = "This did not arrive, please try again.";
  }
  refusal.hidden = !refusal.textContent;
  return refusal.hidden;
}

// Whoever clicks twice means it once: the second click would meet whatever is there by then.
addEventListener(
  "click",
  (event) => {
    if (event.detail < 2 || !event.target.closest("button")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);
