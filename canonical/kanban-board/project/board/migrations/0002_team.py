"""The accounts of the team."""

from django.contrib.auth.hashers import make_password
from django.db import migrations

NAMES = ["mia", "tom", "uma"]
PASSWORD = "Sticky-1101"


def hire(apps, schema_editor) -> None:
    """Create the accounts."""
    users = apps.get_model("auth", "User").objects
    users.bulk_create(users.model(username=name, password=make_password(PASSWORD)) for name in NAMES)


def dismiss(apps, schema_editor) -> None:
    """Remove the accounts again."""
    apps.get_model("auth", "User").objects.filter(username__in=NAMES).delete()


class Migration(migrations.Migration):
    """Data only."""

    dependencies = [("board", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(hire, dismiss)]
