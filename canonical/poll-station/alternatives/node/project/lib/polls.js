/* Polls: the rules by which they change, and their results. The program has one thread, so that nothing happens between
a check and the change after it. */
"use strict";

const [FEWEST_OPTIONS, MOST_OPTIONS] = [2, 8];
const [LONGEST_QUESTION, LONGEST_OPTION] = [200, 100];
const CLOSED = "This poll is closed.";

/** Width of the bar of the option with most votes, in pixels. */
const LONGEST_BAR = 400;

/** Return a time as the pages show it, in UTC: 2025-03-20 18:00. */
const written = (time) => new Date(time).toISOString().slice(0, 16).replace("T", " ");

/** Return the share of votes in percent to one decimal, half a tenth upwards, calculated with whole numbers. */
function percentage(votes, total) {
  const tenths = total ? Math.floor((2000 * votes + total) / (2 * total)) : 0;
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** Return the options of a box: one per line, without blanks at both ends and empty lines. */
const optionsIn = (text) => text.split(/\r?\n|\r/).map((line) => line.trim()).filter(Boolean);

/** Return a closing time as milliseconds; NaN for a text that is none. */
const timeIn = (text) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : NaN);

class Polls {
  constructor(store) {
    this.store = store;
  }

  find(id) {
    return this.store.data.polls.find((poll) => poll.id === id);
  }

  isClosed(poll) {
    return poll.closes <= Date.now();
  }

  /** Return the open polls, the next to close first; then the closed ones, the last closed first. */
  all() {
    const polls = [...this.store.data.polls].sort((one, other) => one.closes - other.closes || one.id - other.id);
    const closed = polls.filter((poll) => this.isClosed(poll));
    return [...polls.filter((poll) => !this.isClosed(poll)), ...closed.reverse()];
  }

  /** Return the polls of their creator, the newest first. */
  of(tenant) {
    return this.store.data.polls.filter((poll) => poll.creator === tenant.id).sort((one, other) => other.id - one.id);
  }

  /** Return what is wrong with a new poll, a message each. */
  problems(question, options, closes) {
    const texts = optionsIn(options);
    const found = [];
    if (!question.trim()) found.push("Ask a question.");
    if (question.length > LONGEST_QUESTION) found.push(`A question has at most ${LONGEST_QUESTION} characters.`);
    if (texts.length < FEWEST_OPTIONS || texts.length > MOST_OPTIONS) found.push("Give two to eight options.");
    else if (new Set(texts.map((text) => text.toLowerCase())).size < texts.length) found.push("The options must differ.");
    if (texts.some((text) => text.length > LONGEST_OPTION)) {
      found.push(`An option has at most ${LONGEST_OPTION} characters.`);
    }
    if (!(timeIn(closes) > Date.now())) found.push("The closing time must be in the future.");
    return found;
  }

  /** Create a poll without problems. */
  create(creator, question, options, closes) {
    const poll = {
      id: this.store.nextId(),
      question: question.trim(),
      creator: creator.id,
      closes: timeIn(closes),
      options: optionsIn(options).map((text) => ({ text, formerVotes: 0 })),
      votes: {},
    };
    this.store.data.polls.push(poll);
    this.store.save();
    return poll;
  }

  hasVoted(poll, tenant) {
    return Boolean(tenant) && tenant.id in poll.votes;
  }

  isOf(poll, tenant) {
    return Boolean(tenant) && poll.creator === tenant.id;
  }

  /** Count a vote for the option at this place. Return why not, empty when it counts. */
  vote(poll, tenant, place) {
    if (this.isClosed(poll)) return CLOSED;
    if (this.hasVoted(poll, tenant)) return "You have voted already.";
    poll.votes[tenant.id] = place;
    this.store.save();
    return "";
  }

  /** Close an open poll at once. */
  close(poll) {
    if (this.isClosed(poll)) return;
    poll.closes = Date.now();
    this.store.save();
  }

  /** Delete a poll without votes. Return why not, empty when it is gone. */
  delete(poll) {
    if (this.results(poll).total) return "There are votes already.";
    this.store.data.polls = this.store.data.polls.filter((each) => each !== poll);
    this.store.save();
    return "";
  }

  /** Return a line for each option in their order, and the sum of the votes. */
  results(poll) {
    const votes = poll.options.map((option) => option.formerVotes);
    for (const place of Object.values(poll.votes)) votes[place] += 1;
    const total = votes.reduce((sum, each) => sum + each, 0);
    const most = Math.max(1, ...votes);
    const lines = poll.options.map(({ text }, place) => ({
      text,
      votes: votes[place],
      percentage: percentage(votes[place], total),
      width: Math.round((LONGEST_BAR * votes[place]) / most),
    }));
    return { lines, total };
  }
}

module.exports = { Polls, written };
