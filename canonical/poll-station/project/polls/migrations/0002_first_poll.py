"""The poll with which the site opens, and the votes of former tenants in it."""

from datetime import UTC, datetime

from django.db import migrations

QUESTION = "New name for the bicycle cellar?"
CLOSED = datetime(2025, 3, 13, 18, 0, tzinfo=UTC)
VOTES = {"Wheelhouse": 11, "Spoke Room": 4, "The Garage": 1}
FORMER_TENANT = "former-tenant-{}"
NO_PASSWORD = "!"
"""Password hash that Django stores for an account that cannot log in."""


def open_site(apps, schema_editor) -> None:
    """Create the poll."""
    user_model, poll_model = apps.get_model("auth", "User"), apps.get_model("polls", "Poll")
    option_model, vote_model = apps.get_model("polls", "Option"), apps.get_model("polls", "Vote")
    poll = poll_model.objects.create(question=QUESTION, closes=CLOSED)
    number = 0
    for position, (text, count) in enumerate(VOTES.items()):
        option = option_model.objects.create(poll=poll, text=text, position=position)
        for _ in range(count):
            number += 1
            voter = user_model.objects.create(username=FORMER_TENANT.format(number), password=NO_PASSWORD)
            vote_model.objects.create(poll=poll, option=option, voter=voter)


def close_site(apps, schema_editor) -> None:
    """Remove the poll again."""
    apps.get_model("polls", "Poll").objects.filter(question=QUESTION, creator=None).delete()
    names = [FORMER_TENANT.format(number + 1) for number in range(sum(VOTES.values()))]
    apps.get_model("auth", "User").objects.filter(username__in=names).delete()


class Migration(migrations.Migration):
    """Data only."""

    dependencies = [("polls", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(open_site, close_site)]
