"""The first manager and the first components."""

from django.contrib.auth.hashers import make_password
from django.db import migrations

NAME, PASSWORD = "lead", "Needle-and-thread-7"
COMPONENTS = ("Website", "Printer driver", "Mobile app")


def begin(apps, schema_editor) -> None:
    """Add what is there at the beginning."""
    apps.get_model("bugs", "Account").objects.create(username=NAME, password=make_password(PASSWORD), role="manager")
    component = apps.get_model("bugs", "Component")
    component.objects.bulk_create(component(name=name) for name in COMPONENTS)


def undo(apps, schema_editor) -> None:
    """Remove what was there at the beginning."""
    apps.get_model("bugs", "Account").objects.filter(username=NAME).delete()
    apps.get_model("bugs", "Component").objects.filter(name__in=COMPONENTS).delete()


class Migration(migrations.Migration):
    """Runs once, after the tables are there."""

    dependencies = [("bugs", "0001_initial")]
    operations = [migrations.RunPython(begin, undo)]
