"""The tables as they are at first."""

import django.core.validators
import django.db.models.deletion
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Item',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part_number', models.CharField(max_length=7, unique=True)),
                ('name', models.CharField(max_length=100)),
                ('category', models.CharField(choices=[('Brakes', 'Brakes'), ('Drivetrain', 'Drivetrain'), ('Wheels', 'Wheels'), ('Other', 'Other')], default='Other', max_length=10)),
                ('location', models.CharField(blank=True, max_length=60)),
                ('quantity', models.PositiveIntegerField(default=0, editable=False)),
                ('minimum', models.PositiveIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(9999)])),
                ('price', models.DecimalField(decimal_places=2, max_digits=9, validators=[django.core.validators.MinValueValidator(Decimal('0'))])),
                ('version', models.PositiveIntegerField(default=1, editable=False)),
            ],
            options={
                'ordering': ['part_number'],
            },
        ),
        migrations.CreateModel(
            name='Movement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('change', models.IntegerField()),
                ('stock', models.PositiveIntegerField()),
                ('note', models.CharField(blank=True, max_length=100)),
                ('booked_at', models.DateTimeField(auto_now_add=True)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='movements', to='stock.item')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
    ]
