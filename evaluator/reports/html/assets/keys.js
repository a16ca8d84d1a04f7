/** Keys of the whole page, where no text is typed and no dialog is open. @param {Overview} overview */
function listenToKeys(overview) {
  const help = /** @type {HTMLDialogElement} */ (byId("keys"));
  byId("show-keys").addEventListener("click", () => help.showModal());
  /** @type {Record<string, () => void>} */
  const actions = {
    "/": () => search(),
    "?": () => help.showModal(),
    n: () => turnFailed(overview, 1),
    p: () => turnFailed(overview, -1),
    j: () => turnEntry(1),
    k: () => turnEntry(-1),
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog[open]")) return;
    if (Object.hasOwn(actions, event.key)) {
      event.preventDefault();
      actions[event.key]();
    }
  });
}

function search() {
  if (byId("overview").hidden) location.hash = "#?";
  const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (byId("filters")).elements.namedItem("q"));
  // The overview appears with the change of the address, which is an event of its own.
  if (byId("overview").hidden) window.addEventListener("hashchange", () => field.focus(), { once: true });
  else field.focus();
}

/** Go to the next case that did not pass, of those that the filters leave. @param {Overview} overview @param {number} by */
function turnFailed(overview, by) {
  const failed = overview.found.flatMap(({ attempt, cases }) =>
    cases.filter((each) => each.outcome !== "passed").map((each) => caseLink(attempt.number, each.id)));
  if (!failed.length) return;
  const at = failed.map(decodeURIComponent).indexOf(decodeURIComponent(location.hash));
  const next = at < 0 ? (by > 0 ? 0 : failed.length - 1) : Math.min(Math.max(at + by, 0), failed.length - 1);
  location.hash = failed[next];
}

/** Move the focus in the list that is shown: attempts, cases, or steps of an open case. @param {number} by */
function turnEntry(by) {
  const inside = byId("overview").hidden
    ? "#detail details.case > summary, #detail details.case[open] .steps > li"
    : ".causes li > a, #attempts tbody th a";
  const entries = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(inside)]);
  const at = entries.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = entries[at < 0 ? (by > 0 ? 0 : entries.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
