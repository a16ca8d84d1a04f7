/* The data: one object in memory, written to a JSON file after every change. */
"use strict";

const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

/** Options of the poll with which the site opens, with the votes of former tenants. */
const FIRST_OPTIONS = { Wheelhouse: 11, "Spoke Room": 4, "The Garage": 1 };

function newData() {
  const options = Object.entries(FIRST_OPTIONS).map(([text, formerVotes]) => ({ text, formerVotes }));
  const closes = Date.UTC(2025, 2, 13, 18, 0);
  return {
    secret: crypto.randomBytes(32).toString("hex"),
    tenants: [],
    polls: [{ id: 1, question: "New name for the bicycle cellar?", creator: null, closes, options, votes: {} }],
    lastId: 1,
  };
}

class Store {
  /** Open the file, or create it with the first poll. */
  constructor(file) {
    this.file = file;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    this.data = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : newData();
    this.save();
  }

  /** Return a number that no tenant and no poll has had. */
  nextId() {
    this.data.lastId += 1;
    return this.data.lastId;
  }

  /** Write everything. The file is replaced in one step, so that it is complete whenever the program ends. */
  save() {
    fs.writeFileSync(`${this.file}.new`, JSON.stringify(this.data));
    fs.renameSync(`${this.file}.new`, this.file);
  }
}

module.exports = { Store };
