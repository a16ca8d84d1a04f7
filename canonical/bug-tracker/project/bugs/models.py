"""Accounts with their roles, issues, comments, and what changed when."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.urls import reverse


class Account(AbstractUser):
    """Someone who may log in."""

    class Role(models.TextChoices):
        """What an account may do."""

        REPORTER = "reporter", "Reporter"
        DEVELOPER = "developer", "Developer"
        MANAGER = "manager", "Manager"

    role = models.CharField(max_length=9, choices=Role, default=Role.REPORTER)

    @property
    def is_manager(self) -> bool:
        """True for who assigns issues and gives roles."""
        return self.role == self.Role.MANAGER


class Component(models.Model):
    """A part of the product that issues are about."""

    name = models.CharField(max_length=40, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Status(models.TextChoices):
    """Where an issue stands."""

    NEW = "New"
    ASSIGNED = "Assigned"
    IN_PROGRESS = "In progress"
    FIXED = "Fixed"
    CLOSED = "Closed"
    REOPENED = "Reopened"


class Severity(models.IntegerChoices):
    """How bad an issue is; the larger the worse."""

    LOW = 1, "Low"
    MEDIUM = 2, "Medium"
    HIGH = 3, "High"
    CRITICAL = 4, "Critical"


class IssueQuerySet(models.QuerySet["Issue"]):
    """Issues by who may see them and what is in them."""

    def visible_to(self, account: Account) -> "IssueQuerySet":
        """Leave out confidential issues of other people."""
        if account.is_manager:
            return self
        return self.filter(Q(confidential=False) | Q(reporter=account) | Q(assignee=account))

    def matching(self, words: str) -> "IssueQuerySet":
        """Keep issues that have every word in the title, the description or a comment."""
        found = self
        for word in words.split():
            commented = Comment.objects.filter(text__icontains=word).values("issue")
            found = found.filter(Q(title__icontains=word) | Q(description__icontains=word) | Q(pk__in=commented))
        return found


class Issue(models.Model):
    """Something that is wrong. `version` counts its changes, so that nobody overwrites what they did not see."""

    title = models.CharField(max_length=80)
    description = models.TextField(blank=True)
    component = models.ForeignKey(Component, on_delete=models.PROTECT, related_name="issues")
    severity = models.PositiveSmallIntegerField(choices=Severity, default=Severity.MEDIUM)
    confidential = models.BooleanField(default=False)
    status = models.CharField(max_length=11, choices=Status, default=Status.NEW)
    reporter = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="reported")
    assignee = models.ForeignKey(Account, null=True, on_delete=models.PROTECT, related_name="assigned")
    reported_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1)

    objects = IssueQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"#{self.pk} {self.title}"

    def get_absolute_url(self) -> str:
        """Address of the issue's page."""
        return reverse("issue", args=[self.pk])

    def may_be_edited_by(self, account: Account) -> bool:
        """Managers always may, the reporter until the issue is assigned."""
        return account.is_manager or (account == self.reporter and self.status == Status.NEW)


class Comment(models.Model):
    """What somebody says about an issue."""

    issue = models.ForeignKey(Issue, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(Account, on_delete=models.PROTECT)
    text = models.TextField()
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.author} on {self.issue}"


class Change(models.Model):
    """One line of the history of an issue."""

    issue = models.ForeignKey(Issue, on_delete=models.CASCADE, related_name="changes")
    author = models.ForeignKey(Account, on_delete=models.PROTECT)
    what = models.CharField(max_length=200)
    done_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.what
