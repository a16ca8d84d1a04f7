"""The account of the teacher."""

from django.contrib.auth.hashers import make_password
from django.db import migrations

NAME, PASSWORD = "teacher", "Red-pencil-1954"


def add_account(apps, schema_editor) -> None:
    """Make the account."""
    apps.get_model("auth", "User").objects.create(username=NAME, password=make_password(PASSWORD), is_staff=True)


def remove_account(apps, schema_editor) -> None:
    """Remove the account."""
    apps.get_model("auth", "User").objects.filter(username=NAME).delete()


class Migration(migrations.Migration):
    """Runs once, after the tables are there."""

    dependencies = [("grades", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(add_account, remove_account)]
