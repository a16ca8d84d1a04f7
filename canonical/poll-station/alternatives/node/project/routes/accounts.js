/* Pages of the accounts: registering, logging in and out. */
"use strict";

const express = require("express");

const { field } = require("./common");

/** True for a path of this site, not one that browsers read as another host. */
const isOwn = (address) => /^\/(?![/\\])/.test(address);

module.exports = (accounts) => {
  const router = express.Router();

  const enter = (request, response, tenant, address) => {
    request.session = { tenant: tenant.id };
    response.redirect(303, address);
  };

  router.get("/register/", (request, response) => response.render("register", { name: "" }));

  router.post("/register/", (request, response) => {
    const name = field(request, "name");
    const { tenant, problem } = accounts.register(name, field(request, "password"));
    if (problem) return response.render("register", { name, problem });
    return enter(request, response, tenant, "/");
  });

  router.get("/login/", (request, response) => {
    const next = typeof request.query.next === "string" ? request.query.next : "/";
    response.render("login", { name: "", next });
  });

  router.post("/login/", (request, response) => {
    const [name, next] = [field(request, "name"), field(request, "next")];
    const tenant = accounts.enter(name, field(request, "password"));
    if (!tenant) return response.render("login", { name, next, problem: "Name or password is wrong." });
    return enter(request, response, tenant, isOwn(next) ? next : "/");
  });

  router.post("/logout/", (request, response) => {
    request.session = null;
    response.redirect(303, "/");
  });

  return router;
};
