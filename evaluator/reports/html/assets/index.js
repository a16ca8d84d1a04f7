/**
 * One case as the index has it.
 * @typedef {{id: string, outcome: string, kind: string, reason: string, searched: string}} IndexCase
 *
 * One attempt as the index has it; its cases are decoded when they are needed.
 * @typedef {{number: number, mission: string, agent: string, input: string, strategy: string, sample: number, passed: number,
 *   total: number, seconds: number, tokens: number, cost: number | null, evaluated: boolean, cases: () => IndexCase[]}} Attempt
 *
 * @typedef {{begin: number, attempts: any[][], texts: string[]}} IndexPart
 */

/** @param {IndexPart} part @returns {Attempt[]} */
function attemptsOf(part) {
  const { texts } = part;
  return part.attempts.map((row, position) => ({
    number: part.begin + position + 1,
    mission: texts[row[0]],
    agent: texts[row[1]],
    input: texts[row[2]],
    strategy: texts[row[3]],
    sample: row[4],
    passed: row[5],
    total: row[6],
    seconds: row[7],
    tokens: row[8],
    cost: row[9],
    evaluated: Boolean(row[10]),
    cases: once(() => casesOf(row[11], texts)),
  }));
}

/** Return a function that makes its value at the first call. @template T @param {() => T} make @returns {() => T} */
function once(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

/** @param {number[]} numbers @param {string[]} texts @returns {IndexCase[]} */
function casesOf(numbers, texts) {
  const found = [];
  for (let at = 0; at < numbers.length; at += 4) {
    found.push({ id: texts[numbers[at]], outcome: texts[numbers[at + 1]], kind: texts[numbers[at + 2]], reason: texts[numbers[at + 3]], searched: `${texts[numbers[at]]} ${texts[numbers[at + 3]]}`.toLowerCase() });
  }
  return found;
}

/** @param {Attempt} attempt */
function attemptName(attempt) {
  const sample = attempt.sample > 1 ? `, sample ${attempt.sample}` : "";
  return `${attempt.agent}, ${attempt.input}, ${attempt.strategy}${sample}`;
}
