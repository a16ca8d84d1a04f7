import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import library.isbn


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Book",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=200)),
                ("author", models.CharField(max_length=120)),
                (
                    "isbn",
                    models.CharField(
                        error_messages={"unique": "A book with this ISBN is in the catalogue already."},
                        max_length=13,
                        unique=True,
                        validators=[library.isbn.validate_isbn],
                        verbose_name="ISBN",
                    ),
                ),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("Fiction", "Fiction"),
                            ("Science", "Science"),
                            ("History", "History"),
                            ("Children", "Children"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "copies",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(20),
                        ]
                    ),
                ),
            ],
            options={
                "ordering": ["title", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Loan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("borrowed_on", models.DateField()),
                ("due_on", models.DateField()),
                ("returned_on", models.DateField(blank=True, null=True)),
                ("fine_paid_on", models.DateField(blank=True, null=True)),
                (
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="loans", to="library.book"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="loans",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-borrowed_on", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("returned_on", None)),
                        fields=("book", "member"),
                        name="one_current_loan_of_a_book_per_member",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Reservation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reservations",
                        to="library.book",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reservations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["made_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("book", "member"), name="one_reservation_of_a_book_per_member"
                    )
                ],
            },
        ),
    ]
