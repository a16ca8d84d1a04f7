/** @type {Attempt[]} */
let attempts = attemptsOf(JSON.parse(byId("index").textContent || ""));

/** Begin: the further parts of the index follow when the first one is on the screen. */
async function begin() {
  const overview = new Overview(attempts);
  attempts = overview.attempts;
  listenToKeys(overview);
  const route = () => show(overview, location.hash);
  window.addEventListener("hashchange", route);
  window.addEventListener("beforeprint", () => document.querySelectorAll("#detail details").forEach((each) => each.setAttribute("open", "")));
  route();
  for (const address of /** @type {string[]} */ (JSON.parse(byId("index-parts").textContent || "[]"))) {
    overview.add(attemptsOf(await load(address.replace(/^report\/|\.js$/g, ""))));
    if (!byId("overview").hidden) overview.open(location.hash);
    else if (!byId("detail").dataset.attempt) route();
  }
}

/** @param {Overview} overview @param {string} hash */
function show(overview, hash) {
  const place = /^#attempt-(\d+)(?:\/(.*))?$/.exec(hash);
  byId("overview").hidden = Boolean(place);
  byId("detail").hidden = !place;
  byId("result").hidden = Boolean(place);
  if (place) {
    showAttempt(Number(place[1]), place[2] ? decodeURIComponent(place[2]) : "");
  } else if (hash === "#content") {
    byId("content").focus();
  } else {
    overview.open(hash);
    if (hash.startsWith("#?")) byId("attempts-heading").focus();
    else window.scrollTo(0, 0);
  }
}

/** @param {number} number @param {string} wanted id of a case */
async function showAttempt(number, wanted) {
  const place = byId("detail");
  if (place.dataset.attempt !== String(number)) {
    const attempt = attempts.find((each) => each.number === number);
    place.dataset.attempt = attempt ? String(number) : "";
    if (!attempt) return place.replaceChildren(make("p", { class: "notice", role: "alert" }, `There is no attempt ${number} in this run.`));
    const heading = make("h2", { tabindex: -1 }, make("bdi", {}, attempt.mission), " ", make("small", {}, attemptName(attempt)));
    place.replaceChildren(localLinks(number), heading, make("p", { id: "loading" }, "Loading …"));
    try {
      const details = await load(`attempt-${number}`);
      if (place.dataset.attempt !== String(number)) return;
      place.replaceChildren(localLinks(number), heading, ...attemptElements(attempt, details));
    } catch (error) {
      place.dataset.attempt = "";
      return place.replaceChildren(localLinks(number), heading, make("p", { class: "notice", role: "alert" }, String(error)));
    }
  }
  openCase(place, wanted);
}

/** @param {HTMLElement} place @param {string} wanted */
function openCase(place, wanted) {
  const found = wanted ? [...place.querySelectorAll("details.case")].find((each) => /** @type {HTMLElement} */ (each).dataset.case === wanted) : null;
  if (found instanceof HTMLDetailsElement) {
    for (const other of place.querySelectorAll("details.case[open]")) if (other !== found) other.removeAttribute("open");
    found.open = true;
    found.querySelector("summary")?.focus();
    found.scrollIntoView({ block: "start" });
  } else {
    place.querySelector("h2")?.focus();
    window.scrollTo(0, 0);
  }
}

/** @param {number} number */
function localLinks(number) {
  const link = (/** @type {number} */ to, /** @type {string} */ text) => to >= 1 && to <= attempts.length && make("a", { href: `#attempt-${to}` }, text);
  return make("nav", { class: "local", "aria-label": "Attempts" }, make("a", { href: "#" }, "All attempts"), link(number - 1, "Previous attempt"), link(number + 1, "Next attempt"));
}

begin();
