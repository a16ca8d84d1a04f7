const ROWS = 25;
const MAX_CASES = 8;

/** Table of attempts with filters and pages. */
class Overview {
  /** @param {Attempt[]} attempts */
  constructor(attempts) {
    /** @type {Attempt[]} */
    this.attempts = [];
    this.page = 0;
    /** @type {Set<string>} */
    this.outcomes = new Set();
    /** @type {Set<string>} */
    this.kinds = new Set();
    /** @type {{attempt: Attempt, cases: IndexCase[]}[]} */
    this.found = [];
    this.form = /** @type {HTMLFormElement} */ (byId("filters"));
    this.add(attempts);
    this.form.addEventListener("input", () => this.filter(this.given()));
    this.form.addEventListener("reset", () => this.filter(filtersOf("")));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      byId("attempts-heading").focus();
    });
    byId("previous").addEventListener("click", () => this.turn(-1));
    byId("next").addEventListener("click", () => this.turn(1));
  }

  /** Add a further part of the index, and offer all that occurs as filters. @param {Attempt[]} part */
  add(part) {
    this.attempts.push(...part);
    for (const name of OF_ATTEMPTS) this.offer(name, new Set(this.attempts.map((each) => each[name])));
    for (const each of part.flatMap((attempt) => attempt.cases())) {
      this.outcomes.add(each.outcome);
      if (each.kind) this.kinds.add(each.kind);
    }
    this.offer("outcome", this.outcomes);
    this.offer("kind", this.kinds);
  }

  /** Offer the values of a filter; one that has a single value is hidden. @param {string} name @param {Set<string>} values */
  offer(name, values) {
    const select = /** @type {HTMLSelectElement} */ (this.form.elements.namedItem(name));
    const chosen = select.value;
    select.replaceChildren(make("option", { value: "" }, "any"), ...[...values].sort().map((value) => make("option", { value }, words(value))));
    select.value = chosen;
    /** @type {HTMLElement} */ (select.closest("label")).hidden = values.size < 2;
  }

  /** @returns {Filters} */
  given() {
    const data = new FormData(this.form);
    return /** @type {Filters} */ (Object.fromEntries(FILTERS.map((name) => [name, String(data.get(name) || "")])));
  }

  /** Show what fits and keep it in the address. @param {Filters} filters */
  filter(filters) {
    history.replaceState(null, "", hashOf(filters));
    this.show(filters);
  }

  /** @param {Filters} filters */
  show(filters) {
    this.found = matching(this.attempts, filters);
    this.page = 0;
    this.draw();
  }

  /** Show the filters of an address. @param {string} hash */
  open(hash) {
    const filters = filtersOf(hash);
    for (const name of FILTERS) /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name)).value = filters[name];
    this.show(filters);
  }

  /** @param {number} by */
  turn(by) {
    this.page += by;
    this.draw();
    byId("attempts-heading").focus();
  }

  draw() {
    const found = this.found;
    const begin = this.page * ROWS;
    const rows = found.slice(begin, begin + ROWS).map(({ attempt, cases }) => attemptRow(attempt, cases));
    byId("attempts").querySelector("tbody")?.replaceChildren(...rows);
    const cases = found.reduce((sum, each) => sum + each.cases.length, 0);
    byId("found").textContent = `${found.length} of ${this.attempts.length} attempts, ${cases} ${cases === 1 ? "case" : "cases"} shown`;
    byId("pages").hidden = found.length <= ROWS;
    byId("page").textContent = `${begin + 1}–${Math.min(begin + ROWS, found.length)} of ${found.length}`;
    /** @type {HTMLButtonElement} */ (byId("previous")).disabled = begin === 0;
    /** @type {HTMLButtonElement} */ (byId("next")).disabled = begin + ROWS >= found.length;
  }
}

/** @param {Attempt} attempt @param {IndexCase[]} cases */
function attemptRow(attempt, cases) {
  const chips = cases.slice(0, MAX_CASES).map((each) =>
    make("li", {}, make("a", { href: caseLink(attempt.number, each.id), class: each.outcome, title: each.reason }, make("bdi", {}, each.id)),
      make("small", {}, ` ${words(each.kind || each.outcome)}`)));
  const more = cases.length - MAX_CASES;
  if (more > 0) chips.push(make("li", {}, make("a", { href: `#attempt-${attempt.number}` }, `and ${more} more`)));
  const figures = [attempt.tokens > 0 && `${attempt.tokens.toLocaleString("en")} tokens`, attempt.cost !== null && attempt.cost > 0 && `$${attempt.cost.toFixed(4)}`];
  return make("tr", {},
    make("th", { scope: "row" }, make("a", { href: `#attempt-${attempt.number}` }, make("bdi", {}, attempt.mission)), make("br", {}),
      make("small", {}, [attemptName(attempt), ...figures.filter(Boolean)].join(", "))),
    make("td", { class: "n" }, attempt.evaluated ? `${attempt.passed}/${attempt.total}` : "not evaluated"),
    make("td", {}, make("ul", { class: "chips" }, chips)));
}
