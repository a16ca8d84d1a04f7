"use strict";

/* Clock and random numbers of a mission in every Node.js of the environment, loaded before the project (NODE_OPTIONS).

PROJECTEVAL_CLOCK is the difference between the mission's time and the real one in seconds, or, as @SECONDS, the time at
which every process starts; PROJECTEVAL_CLOCK_FILE is a file with the nanoseconds by which a testcode has moved the clock
since, read at every reading of the time; PROJECTEVAL_SEED is an integer. Timers, `performance` and `crypto` are
unchanged. */

const { openSync, readSync } = require("node:fs");
const { ServerResponse } = require("node:http");
const { endianness } = require("node:os");

const RealDate = Date;
const clock = process.env.PROJECTEVAL_CLOCK || "0";
const seed = process.env.PROJECTEVAL_SEED;

/* Return a function for the milliseconds by which the clock has been moved; `path` is empty where it never is. */
function moves(path) {
  if (!path) return () => 0;
  const file = openSync(path, "r");
  const bytes = Buffer.alloc(8);
  const number = endianness() === "LE" ? () => bytes.readBigInt64LE() : () => bytes.readBigInt64BE();
  return () => {
    readSync(file, bytes, 0, 8, 0);
    return Number(number() / 1000000n);
  };
}

const offset = clock.startsWith("@") ? 1000 * Number(clock.slice(1)) - RealDate.now() : 1000 * Number(clock);
const moved = moves(process.env.PROJECTEVAL_CLOCK_FILE);
const now = () => Math.floor(RealDate.now() + offset) + moved();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, made) => Reflect.construct(target, values.length ? values : [now()], made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = globalThis.Date;

/* Node.js writes the header `Date` by a clock of its own. Browsers take the time of the server from it when they decide
how long a cookie with `Expires` lives, so that the real time there would make all of a mission in the past void. What
the project itself writes into the header is kept. */
const writeHead = ServerResponse.prototype.writeHead;
ServerResponse.prototype.writeHead = function (...given) {
  if (this.sendDate && !this.headersSent && !this.hasHeader("Date")) this.setHeader("Date", new Date().toUTCString());
  return writeHead.apply(this, given);
};

/* The generator mulberry32. */
function generator(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

if (seed) Math.random = generator(Number(seed));
