"""The tables as they are at first."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Permit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reference', models.CharField(editable=False, max_length=11, unique=True)),
                ('name', models.CharField(max_length=100)),
                ('plate', models.CharField(max_length=20, verbose_name='license plate')),
                ('zone', models.CharField(choices=[('A', 'A'), ('B', 'B'), ('C', 'C')], max_length=1)),
                ('first_day', models.DateField(default=django.utils.timezone.localdate, verbose_name='first day')),
                ('months', models.PositiveSmallIntegerField(choices=[(1, '1 month'), (3, '3 months'), (6, '6 months'), (12, '12 months')], verbose_name='duration')),
                ('electric', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('approved', 'approved'), ('rejected', 'rejected')], default='waiting', editable=False, max_length=8)),
                ('last_day', models.DateField(editable=False, verbose_name='last day')),
                ('fee', models.DecimalField(decimal_places=2, editable=False, max_digits=8)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=8, validators=[django.core.validators.MinValueValidator(Decimal('0.01'), 'Give an amount of at least 0.01.')])),
                ('day', models.DateField(default=django.utils.timezone.localdate)),
                ('permit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='permits.permit')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('time', models.DateTimeField(auto_now_add=True)),
                ('who', models.CharField(max_length=150)),
                ('what', models.CharField(max_length=300)),
                ('permit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to='permits.permit')),
            ],
            options={
                'verbose_name_plural': 'audit log',
                'ordering': ['-pk'],
            },
        ),
    ]
