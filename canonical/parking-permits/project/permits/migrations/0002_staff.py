"""The accounts of the staff."""

from django.contrib.auth.hashers import make_password
from django.db import migrations

DESK, DESK_PASSWORD = "desk", "Meter-2207"
CHIEF, CHIEF_PASSWORD = "chief", "Meter-2208"


def hire(apps, schema_editor) -> None:
    """Create both accounts."""
    users = apps.get_model("auth", "User").objects
    users.create(username=DESK, password=make_password(DESK_PASSWORD), is_staff=True)
    users.create(username=CHIEF, password=make_password(CHIEF_PASSWORD), is_staff=True, is_superuser=True)


def dismiss(apps, schema_editor) -> None:
    """Remove both accounts again."""
    apps.get_model("auth", "User").objects.filter(username__in=[DESK, CHIEF]).delete()


class Migration(migrations.Migration):
    """Data only."""

    dependencies = [("permits", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(hire, dismiss)]
