"""The tables of clubs, members, books, votes, meetings and answers."""

import club.models
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("token", models.CharField(default=club.models.new_token, max_length=32, unique=True)),
                ("invitation", models.CharField(default=club.models.new_token, max_length=32, unique=True)),
                ("next_book", models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("starts", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="meetings", to="club.club"
                    ),
                ),
            ],
            options={
                "ordering": ["starts", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                (
                    "zone",
                    models.CharField(
                        choices=[
                            ("UTC", "UTC"),
                            ("Europe/Berlin", "Europe/Berlin"),
                            ("Europe/London", "Europe/London"),
                            ("America/New_York", "America/New_York"),
                            ("Asia/Tokyo", "Asia/Tokyo"),
                            ("Australia/Sydney", "Australia/Sydney"),
                        ],
                        default="UTC",
                        max_length=30,
                    ),
                ),
                ("is_organizer", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="club.club"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Book",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=100)),
                ("author", models.CharField(max_length=80)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="books", to="club.club"
                    ),
                ),
                (
                    "proposed_by",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to="club.member"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Answer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "choice",
                    models.CharField(
                        choices=[("coming", "Coming"), ("maybe", "Maybe"), ("not", "Not coming")], max_length=6
                    ),
                ),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="club.meeting"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="club.member"
                    ),
                ),
            ],
            options={
                "ordering": ["member__name"],
                "constraints": [models.UniqueConstraint(fields=("meeting", "member"), name="one_answer_to_a_meeting")],
            },
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="club.book"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="club.member"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("book", "member"), name="one_vote_for_a_book")],
            },
        ),
    ]
