// Questions about the page as a whole, and how still it is.
const changes = { count: 0, last: -Infinity };
const noteChange = () => {
  if (page.state(document) === "loading") return;  // the parser builds the page
  changes.count += 1;
  changes.last = performance.now();
};
new MutationObserver(noteChange).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

addEventListener("scroll", (event) => { if (event.target !== document && !isOwnScroll()) noteChange(); }, { capture: true, passive: true });

// Elements that move or change others without a script and without an animation of styles.
const MOVING = "marquee, animate, animateMotion, animateTransform, set";

// Milliseconds since a script last changed the page (null when none did and nothing is animated), and which document
// it is and since how many milliseconds: a page may also replace itself.
const stillness = () => {
  const which = { document: performance.timeOrigin, age: performance.now() };
  const animated = page.animations(document).some((animation) => animation.playState === "running");
  if (animated || roots().some((root) => allBelow(root, MOVING).length)) return { still: 0, ...which };
  return { still: changes.count ? Math.round(performance.now() - changes.last) : null, ...which };
};

const pageText = () => {
  const body = page.body(document);
  const rendering = new Rendering();
  const text = body ? renderedText(body, rendering) : native.textContent(page.root(document) || document) ?? "";
  return { text: cut(text), ...stillness(), ...rendering.doubts.answer() };
};

const MAX_DOCUMENT_CHARS = 1_000_000;

// The document as HTML that needs neither scripts nor files: what was typed and chosen, and the rules of its styles. A
// copy in a document without a window runs nothing of the page.
const snapshot = () => {
  const root = page.root(document);
  if (!root) return "";
  const copy = document.implementation.createHTMLDocument("").importNode(root, true);
  const controls = "input, textarea, option";
  const shown = root.querySelectorAll(controls);
  copy.querySelectorAll(controls).forEach((each, position) => {
    const from = shown[position];
    if (each instanceof HTMLOptionElement) each.toggleAttribute("selected", from.selected);
    else if (each instanceof HTMLTextAreaElement) each.textContent = from.value;
    else if (from.type !== "file") each.setAttribute("value", from.value);
    if (each instanceof HTMLInputElement) each.toggleAttribute("checked", from.checked);
  });
  copy.querySelectorAll("script, link, style, meta, base, noscript, iframe, object, embed").forEach((each) => each.remove());
  const rules = [...document.styleSheets].map((sheet) => {
    try {
      return [...sheet.cssRules].map((rule) => rule.cssText).join("\n");
    } catch {
      return "";  // of another site
    }
  });
  const style = copy.ownerDocument.createElement("style");
  style.textContent = rules.join("\n");
  copy.prepend(style);
  return copy.outerHTML.slice(0, MAX_DOCUMENT_CHARS);
};

const MAX_TASK_MILLISECONDS = 50;
const pause = (milliseconds) => scheduler.postTask(() => null, { delay: milliseconds });

// Resolves to true when what was seen stays so: `request` is of `operate`, or null for the page; `hold` says what must stay.
//   {op: "contains" | "lacks", text}    in the element's or page's text, white space folded
//   {op: "same", field}                 a field of the answer, or of its facts
async function hold({ request, hold, milliseconds }) {
  const observed = () => {
    presumed = hold.op === "lacks";  // a word about which the experiment has not decided
    try {
      return request === null ? pageText() : operate(request);
    } finally {
      presumed = true;
    }
  };
  const field = (answer) => JSON.stringify(answer.facts?.[hold.field] ?? answer[hold.field] ?? null);
  const textIn = (answer) => folded(answer.texts ? answer.texts.join("\n") : answer.facts ? answer.facts.text : answer.text);
  const first = observed();
  const before = hold.op === "same" ? field(first) : null;
  const holds = () => {
    const answer = observed();
    if (hold.op === "same") return field(answer) === before;
    const found = textIn(answer).includes(folded(hold.text));
    return hold.op === "contains" ? found : !found;
  };
  let changed = !holds();
  const watcher = new MutationObserver(() => { changed ||= !holds(); });
  watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const end = performance.now() + milliseconds;
  while (!changed && performance.now() < end) {
    await pause(8);
    changed ||= !holds();
  }
  watcher.disconnect();
  return !changed;
}

const judge = {
  operate,
  element,
  hold,
  pageText,
  snapshot,
  places,
  viewport,
  reveal,
  restore,
  switchOff,
  switchOn,
  setVerdicts,
  forgetVerdicts,
  doubtAll,
  url: () => page.url(document),
  state: () => page.state(document),
  title: () => cut(page.title(document), 2000),
  status: () => performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0,
  now: () => Date.now(),
  // Ends after the tasks that an action has queued; a page can cancel the timer, but not the posted task.
  nextTask: () => Promise.race([new Promise((done) => setTimeout(() => done(true), 0)), pause(MAX_TASK_MILLISECONDS)]),
  copy: (text) => navigator.clipboard.writeText(text).then(() => null),
  paste: () => navigator.clipboard.readText().then((text) => cut(text)),
  readForm,
  sendForm,
};
