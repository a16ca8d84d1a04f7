"""The tables of orders and vouchers."""

import django.core.validators
import django.db.models.deletion
import tickets.models
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Voucher",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=20, unique=True)),
                ("kind", models.CharField(choices=[("percent", "Percent"), ("amount", "Amount")], max_length=7)),
                ("value", models.DecimalField(decimal_places=2, max_digits=6)),
                ("valid_until", models.DateField()),
                (
                    "uses",
                    models.PositiveIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1)]),
                ),
            ],
            options={
                "ordering": ["code"],
            },
        ),
        migrations.CreateModel(
            name="Order",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=tickets.models.new_code, editable=False, max_length=8, unique=True)),
                ("starts", models.DateTimeField()),
                ("name", models.CharField(max_length=80)),
                ("email", models.EmailField(max_length=254)),
                ("adults", models.PositiveSmallIntegerField(default=0)),
                ("reduced", models.PositiveSmallIntegerField(default=0)),
                ("children", models.PositiveSmallIntegerField(default=0)),
                ("total", models.DecimalField(decimal_places=2, max_digits=8)),
                ("booked_at", models.DateTimeField(auto_now_add=True)),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("checked_in_at", models.DateTimeField(null=True)),
                (
                    "voucher",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="orders",
                        to="tickets.voucher",
                    ),
                ),
            ],
            options={
                "ordering": ["starts", "pk"],
            },
        ),
    ]
