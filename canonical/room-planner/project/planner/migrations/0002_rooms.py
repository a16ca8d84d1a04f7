"""The rooms of the office."""

from django.db import migrations

ROOMS = (("Atlas", 12), ("Borealis", 6), ("Comet", 4))


def add_rooms(apps, schema_editor) -> None:
    """Add the rooms."""
    room = apps.get_model("planner", "Room")
    room.objects.bulk_create(room(name=name, seats=seats) for name, seats in ROOMS)


def remove_rooms(apps, schema_editor) -> None:
    """Remove the rooms."""
    apps.get_model("planner", "Room").objects.filter(name__in=[name for name, _ in ROOMS]).delete()


class Migration(migrations.Migration):
    """Runs once, after the tables are there."""

    dependencies = [("planner", "0001_initial")]
    operations = [migrations.RunPython(add_rooms, remove_rooms)]
