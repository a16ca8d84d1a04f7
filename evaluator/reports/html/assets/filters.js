/** @typedef {{q: string, outcome: string, kind: string, mission: string, agent: string, input: string, strategy: string}} Filters */

const FILTERS = /** @type {(keyof Filters)[]} */ (["q", "outcome", "kind", "mission", "agent", "input", "strategy"]);
const OF_ATTEMPTS = /** @type {("mission" | "agent" | "input" | "strategy")[]} */ (["mission", "agent", "input", "strategy"]);

/** @param {string} hash @returns {Filters} */
function filtersOf(hash) {
  const given = new URLSearchParams(hash.startsWith("#?") ? hash.slice(2) : "");
  return /** @type {Filters} */ (Object.fromEntries(FILTERS.map((name) => [name, given.get(name) || ""])));
}

/** @param {Filters} filters @returns {string} */
function hashOf(filters) {
  const given = FILTERS.filter((name) => filters[name]).map((name) => [name, filters[name]]);
  return given.length ? `#?${new URLSearchParams(given)}` : "#";
}

/**
 * Return the attempts that fit, each with the cases to show: those that fit, else those that did not pass.
 * @param {Attempt[]} attempts @param {Filters} filters @returns {{attempt: Attempt, cases: IndexCase[]}[]}
 */
function matching(attempts, filters) {
  const wanted = filters.q.trim().toLowerCase();
  /** @type {{attempt: Attempt, cases: IndexCase[]}[]} */
  const found = [];
  for (const attempt of attempts) {
    if (!OF_ATTEMPTS.every((name) => !filters[name] || attempt[name] === filters[name])) continue;
    const named = !wanted || `${attempt.mission} ${attemptName(attempt)}`.toLowerCase().includes(wanted);
    const choosy = Boolean(filters.outcome || filters.kind || !named);
    const cases = attempt.cases().filter((each) =>
      choosy
        ? (!filters.outcome || each.outcome === filters.outcome) &&
          (!filters.kind || each.kind === filters.kind) &&
          (named || each.searched.includes(wanted))
        : each.outcome !== "passed",
    );
    if (!choosy || cases.length) found.push({ attempt, cases });
  }
  return found;
}
