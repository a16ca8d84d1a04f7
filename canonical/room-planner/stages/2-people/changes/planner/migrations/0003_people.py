"""The number of people of a booking."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Bookings that are there are for one person."""

    dependencies = [("planner", "0002_rooms")]
    operations = [
        migrations.AddField(
            model_name="booking",
            name="people",
            field=models.PositiveSmallIntegerField(default=1),
        ),
    ]
