/* Pages of the polls, and the buttons on them. */
"use strict";

const express = require("express");

const { field, needsTenant, showError } = require("./common");

module.exports = (polls) => {
  const router = express.Router();

  router.param("id", (request, response, next, id) => {
    request.poll = /^\d{1,9}$/.test(id) ? polls.find(Number(id)) : undefined;
    if (request.poll) return next();
    return showError(response, 404);
  });

  const onlyCreator = (request, response, next) =>
    polls.isOf(request.poll, request.tenant) ? next() : showError(response, 403);

  const showPoll = (request, response, problem = "") => {
    const { poll, tenant } = request;
    const [isClosed, hasVoted, isCreator] = [polls.isClosed(poll), polls.hasVoted(poll, tenant), polls.isOf(poll, tenant)];
    const { lines, total } = polls.results(poll);
    const results = isClosed || hasVoted || isCreator ? lines : null;
    response.render("poll", { poll, isClosed, hasVoted, isCreator, results, total, problem });
  };

  const backTo = (request, response, message = "") => {
    if (message) request.session.message = message;
    response.redirect(303, `/polls/${request.poll.id}/`);
  };

  router.get("/", (request, response) => {
    const entries = polls.all().map((poll) => ({ ...poll, isClosed: polls.isClosed(poll) }));
    response.render("polls", { polls: entries });
  });

  router.get("/mine/", needsTenant, (request, response) => {
    const own = polls.of(request.tenant).map((poll) => ({ ...poll, total: polls.results(poll).total }));
    response.render("my_polls", { polls: own });
  });

  router.get("/polls/new/", needsTenant, (request, response) =>
    response.render("new_poll", { question: "", options: "", closes: "", problems: [] }),
  );

  router.post("/polls/new/", needsTenant, (request, response) => {
    const [question, options, closes] = ["question", "options", "closes"].map((name) => field(request, name));
    const problems = polls.problems(question, options, closes);
    if (problems.length) return response.render("new_poll", { question, options, closes, problems });
    return response.redirect(303, `/polls/${polls.create(request.tenant, question, options, closes).id}/`);
  });

  router.get("/polls/:id/", (request, response) => showPoll(request, response));

  router.post("/polls/:id/vote/", needsTenant, (request, response) => {
    const place = request.poll.options.findIndex((option, index) => String(index) === field(request, "option"));
    if (place < 0) return showPoll(request, response, "Choose an option.");
    return backTo(request, response, polls.vote(request.poll, request.tenant, place));
  });

  router.post("/polls/:id/close/", needsTenant, onlyCreator, (request, response) => {
    polls.close(request.poll);
    backTo(request, response);
  });

  router.post("/polls/:id/delete/", needsTenant, onlyCreator, (request, response) => {
    const refusal = polls.delete(request.poll);
    if (refusal) return backTo(request, response, refusal);
    return response.redirect(303, "/");
  });

  return router;
};
