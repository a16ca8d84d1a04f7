"""The table of deleted bookings."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def to_user() -> models.ForeignKey:
    """Return a reference to a user that has no name on the user's side."""
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
    )


class Migration(migrations.Migration):
    """Nothing is in the table at first."""

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("planner", "0003_people")]
    operations = [
        migrations.CreateModel(
            name="DeletedBooking",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=80)),
                ("start", models.DateTimeField()),
                ("end", models.DateTimeField()),
                ("people", models.PositiveSmallIntegerField()),
                ("moment", models.DateTimeField()),
                ("deleter", to_user()),
                ("owner", to_user()),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deleted_bookings",
                        to="planner.room",
                    ),
                ),
            ],
            options={"ordering": ["-moment", "start", "pk"]},
        ),
    ]
