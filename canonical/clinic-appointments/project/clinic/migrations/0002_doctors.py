"""The doctors of the practice, with their accounts and hours."""

from datetime import time

from django.contrib.auth.hashers import make_password
from django.db import migrations

WORKING_WEEK = range(5)
DOCTORS = [
    # account, password, name, minutes, weekdays, from, to
    ("okafor", "Stethoscope-31", "Dr. Okafor", 30, WORKING_WEEK, time(9), time(12)),
    ("brandt", "Stethoscope-32", "Dr. Brandt", 45, (0, 2), time(11), time(14, 15)),
]


def engage(apps, schema_editor) -> None:
    """Create the doctors."""
    user_model = apps.get_model("auth", "User")
    doctor_model, hours_model = apps.get_model("clinic", "Doctor"), apps.get_model("clinic", "WorkingHours")
    for account, password, name, minutes, weekdays, starts, ends in DOCTORS:
        user = user_model.objects.create(username=account, password=make_password(password))
        doctor = doctor_model.objects.create(user=user, name=name, minutes=minutes)
        hours_model.objects.bulk_create(
            hours_model(doctor=doctor, weekday=weekday, starts=starts, ends=ends) for weekday in weekdays
        )


def dismiss(apps, schema_editor) -> None:
    """Remove the doctors again."""
    apps.get_model("auth", "User").objects.filter(username__in=[doctor[0] for doctor in DOCTORS]).delete()


class Migration(migrations.Migration):
    """Data only."""

    dependencies = [("clinic", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(engage, dismiss)]
