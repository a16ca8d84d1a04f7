"""The accounts of the clerk and the manager."""

from django.contrib.auth.hashers import make_password
from django.db import migrations

CLERK, CLERK_PASSWORD = "karl", "Spanner-4711"
MANAGER, MANAGER_PASSWORD = "marta", "Torque-4711"


def hire(apps, schema_editor) -> None:
    """Create both accounts, and the group of managers."""
    users, groups = apps.get_model("auth", "User").objects, apps.get_model("auth", "Group").objects
    users.create(username=CLERK, password=make_password(CLERK_PASSWORD))
    manager = users.create(username=MANAGER, password=make_password(MANAGER_PASSWORD))
    manager.groups.add(groups.create(name="managers"))


def dismiss(apps, schema_editor) -> None:
    """Remove accounts and group again."""
    apps.get_model("auth", "User").objects.filter(username__in=[CLERK, MANAGER]).delete()
    apps.get_model("auth", "Group").objects.filter(name="managers").delete()


class Migration(migrations.Migration):
    """Data only."""

    dependencies = [("stock", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(hire, dismiss)]
