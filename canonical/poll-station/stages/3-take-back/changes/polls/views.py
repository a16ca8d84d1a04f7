"""The pages, and the buttons on them."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from polls import services
from polls.forms import BallotForm, CommentForm, PollForm, RegistrationForm
from polls.models import Poll
from polls.results import count_votes


def register(request: HttpRequest) -> HttpResponse:
    """Create an account, and log in."""
    form = RegistrationForm(request.POST or None)
    if form.is_valid():
        login(request, form.save())
        return redirect("polls")
    return render(request, "registration/register.html", {"form": form})


def polls(request: HttpRequest) -> HttpResponse:
    """List all polls."""
    return render(request, "polls/polls.html", {"open": Poll.objects.open(), "closed": Poll.objects.closed()})


@login_required
def my_polls(request: HttpRequest) -> HttpResponse:
    """List the polls that the tenant has created."""
    own = request.user.polls.annotate(count=Count("votes")).order_by("-pk")
    return render(request, "polls/my_polls.html", {"polls": own})


@login_required
def new_poll(request: HttpRequest) -> HttpResponse:
    """Create a poll."""
    form = PollForm(request.POST or None)
    if form.is_valid():
        return redirect(services.create(creator=request.user, **form.cleaned_data))
    return render(request, "polls/new_poll.html", {"form": form})


def poll_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a poll: options to vote for, results, or both."""
    return _poll_page(request, get_object_or_404(Poll, pk=pk))


def _poll_page(
    request: HttpRequest, poll: Poll, form: BallotForm | None = None, comment_form: CommentForm | None = None
) -> HttpResponse:
    """Answer with the page of `poll`; `form` holds a choice that was not accepted, `comment_form` a comment."""
    context = {
        "poll": poll,
        "form": form or BallotForm(poll=poll),
        "has_voted": poll.has_vote_of(request.user),
        "is_creator": poll.is_of(request.user),
        "has_votes": poll.votes.exists(),
        "comment_form": comment_form or CommentForm(),
        "comments": poll.comments.select_related("author"),
        "results": count_votes(poll) if poll.shows_results_to(request.user) else None,
    }
    return render(request, "polls/poll.html", context)


@require_POST
@login_required
def vote(request: HttpRequest, pk: int) -> HttpResponse:
    """Count a vote."""
    poll = get_object_or_404(Poll, pk=pk)
    form = BallotForm(request.POST, poll=poll)
    if not form.is_valid():
        return _poll_page(request, poll, form)
    try:
        services.vote(poll, request.user, form.cleaned_data["option"])
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(poll)


@require_POST
@login_required
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the own vote back."""
    poll = get_object_or_404(Poll, pk=pk)
    try:
        services.take_back(poll, request.user)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(poll)


@login_required
def my_votes(request: HttpRequest) -> HttpResponse:
    """List the polls in which the tenant has voted."""
    votes = request.user.votes.select_related("poll", "option").order_by("-poll__closes", "-poll__pk")
    return render(request, "polls/my_votes.html", {"votes": votes})


@require_POST
@login_required
def comment(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a comment."""
    poll = get_object_or_404(Poll, pk=pk)
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _poll_page(request, poll, comment_form=form)
    services.comment(poll, request.user, form.cleaned_data["text"])
    return redirect(poll)


@require_POST
@login_required
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a poll at once."""
    poll = get_object_or_404(Poll, pk=pk)
    services.close(poll, request.user)
    return redirect(poll)


@require_POST
@login_required
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a poll without votes."""
    poll = get_object_or_404(Poll, pk=pk)
    try:
        services.delete(poll, request.user)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(poll)
    return redirect("polls")
