/* The poll station: tenants of a house decide small things by vote. `node server.js` serves it on PORT (8000). */
"use strict";

const path = require("node:path");
const cookieSession = require("cookie-session");
const express = require("express");

const { Accounts } = require("./lib/accounts");
const { Polls } = require("./lib/polls");
const { Store } = require("./lib/store");
const accountPages = require("./routes/accounts");
const pollPages = require("./routes/polls");
const { showError, withTenant } = require("./routes/common");

const store = new Store(path.join(__dirname, "data", "polls.json"));
const accounts = new Accounts(store);
const polls = new Polls(store);

const app = express();
app.set("view engine", "ejs");
app.set("views", path.join(__dirname, "views"));
app.use("/static", express.static(path.join(__dirname, "static")));
app.use(express.urlencoded({ extended: false }));
// The cookie is not sent with forms of other sites, so that those cannot vote in a tenant's name.
app.use(cookieSession({ name: "session", keys: [store.data.secret], httpOnly: true, sameSite: "lax" }));
app.use(withTenant(accounts));
app.use(accountPages(accounts));
app.use(pollPages(polls));
app.use((request, response) => showError(response, 404));
app.use((error, request, response, next) => {
  if (response.headersSent) return next(error);
  console.error(error);
  return showError(response, error.status || 500);
});

app.listen(Number(process.env.PORT || 8000), "127.0.0.1");
