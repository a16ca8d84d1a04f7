# The first tables.

import django.db.models.deletion
import django.utils.timezone
import trips.models
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("position", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="Trip",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=trips.models.new_token, editable=False, max_length=32, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "currency",
                    models.CharField(
                        choices=[("EUR", "EUR"), ("USD", "USD"), ("GBP", "GBP"), ("CHF", "CHF")],
                        default="EUR",
                        max_length=3,
                    ),
                ),
                ("archived_on", models.DateField(blank=True, editable=False, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Expense",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("description", models.CharField(max_length=80)),
                ("amount", trips.models.AmountField(decimal_places=2, max_digits=9)),
                ("spent_on", models.DateField(default=django.utils.timezone.localdate, verbose_name="date")),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("food", "Food"),
                            ("lodging", "Lodging"),
                            ("transport", "Transport"),
                            ("activities", "Activities"),
                            ("other", "Other"),
                        ],
                        default="other",
                        max_length=10,
                    ),
                ),
                (
                    "split",
                    models.CharField(
                        choices=[("equally", "Equally"), ("shares", "By shares"), ("exact", "Exact amounts")],
                        default="equally",
                        max_length=7,
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="expenses",
                        to="trips.member",
                        verbose_name="paid by",
                    ),
                ),
                (
                    "trip",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="expenses", to="trips.trip"
                    ),
                ),
            ],
            options={
                "ordering": ["-spent_on", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("amount", trips.models.AmountField(decimal_places=2, max_digits=9)),
                ("paid_on", models.DateField(default=django.utils.timezone.localdate)),
                (
                    "payer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments_made",
                        to="trips.member",
                    ),
                ),
                (
                    "receiver",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments_received",
                        to="trips.member",
                    ),
                ),
                (
                    "trip",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="payments", to="trips.trip"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="member",
            name="trip",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="members", to="trips.trip"
            ),
        ),
        migrations.CreateModel(
            name="Part",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("shares", models.PositiveSmallIntegerField(null=True)),
                ("amount", trips.models.AmountField(decimal_places=2, max_digits=9)),
                (
                    "expense",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="trips.expense"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="parts", to="trips.member"
                    ),
                ),
            ],
            options={
                "ordering": ["member__position"],
                "constraints": [
                    models.UniqueConstraint(fields=("expense", "member"), name="one_part_per_member")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(fields=("trip", "name"), name="one_member_of_a_name"),
        ),
    ]
