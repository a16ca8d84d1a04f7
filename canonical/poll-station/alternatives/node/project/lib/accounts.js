/* Tenants and their passwords. */
"use strict";

const crypto = require("node:crypto");

const SHORTEST_PASSWORD = 8;

/** Return a name without the difference of capital and small letters. */
const folded = (name) => name.trim().toLowerCase();

const hashOf = (password, salt) => crypto.scryptSync(password, Buffer.from(salt, "hex"), 64).toString("hex");

class Accounts {
  constructor(store) {
    this.store = store;
  }

  /** Return the tenant with this number, if there is one. */
  find(id) {
    return this.store.data.tenants.find((tenant) => tenant.id === id);
  }

  named(name) {
    return this.store.data.tenants.find((tenant) => folded(tenant.name) === folded(name));
  }

  /** Create an account. Return it, or what is wrong with name or password. */
  register(name, password) {
    if (!name.trim()) return { problem: "Give your name." };
    if (this.named(name)) return { problem: "This name is taken." };
    if (password.length < SHORTEST_PASSWORD) return { problem: "The password needs at least 8 characters." };
    const salt = crypto.randomBytes(16).toString("hex");
    const tenant = { id: this.store.nextId(), name: name.trim(), salt, hash: hashOf(password, salt) };
    this.store.data.tenants.push(tenant);
    this.store.save();
    return { tenant };
  }

  /** Return the tenant with this name and password, if there is one. */
  enter(name, password) {
    const tenant = this.named(name);
    if (!tenant) return undefined;
    const [given, stored] = [hashOf(password, tenant.salt), tenant.hash].map((hash) => Buffer.from(hash, "hex"));
    return crypto.timingSafeEqual(given, stored) ? tenant : undefined;
  }
}

module.exports = { Accounts };
