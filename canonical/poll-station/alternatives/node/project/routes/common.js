/* What all pages share: the tenant who is logged in, messages, errors. */
"use strict";

const { written } = require("../lib/polls");

const TITLES = { 403: "Not allowed", 404: "Not found" };

/** Find the tenant of each request, and give the views what they need. */
const withTenant = (accounts) => (request, response, next) => {
  request.tenant = accounts.find(request.session.tenant);
  Object.assign(response.locals, { tenant: request.tenant, message: "", problem: "", written, plural });
  if (request.method === "GET" && request.session.message) {
    response.locals.message = request.session.message;
    request.session.message = undefined;
  }
  next();
};

/** Return a number with its noun: "1 vote", "3 votes". */
const plural = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Lead to the login where an account is needed, and from there back. */
const needsTenant = (request, response, next) => {
  if (request.tenant) return next();
  const wanted = request.method === "GET" ? request.originalUrl : "/";
  return response.redirect(303, `/login/?next=${encodeURIComponent(wanted)}`);
};

const showError = (response, status) =>
  response.status(status).render("error", { title: TITLES[status] || "This cannot be answered" });

/** Return a field of a form as text, whatever was sent. */
const field = (request, name) => {
  const value = request.body?.[name];
  return typeof value === "string" ? value : "";
};

module.exports = { field, needsTenant, showError, withTenant };
