"""The tables as they are at first."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('version', models.PositiveIntegerField(default=0)),
            ],
            options={
                'ordering': [django.db.models.functions.text.Lower('name'), 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Card',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=100)),
                ('label', models.CharField(blank=True, choices=[('', 'No label'), ('bug', 'bug'), ('feature', 'feature'), ('chore', 'chore')], default='', max_length=7)),
                ('column', models.CharField(choices=[('todo', 'To do'), ('doing', 'Doing'), ('done', 'Done')], max_length=5)),
                ('position', models.PositiveIntegerField(default=0)),
                ('is_deleted', models.BooleanField(default=False)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cards', to='board.board')),
            ],
            options={
                'ordering': ['position', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Change',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=100)),
                ('label', models.CharField(blank=True, max_length=7)),
                ('column', models.CharField(max_length=5)),
                ('position', models.PositiveIntegerField()),
                ('was_deleted', models.BooleanField()),
                ('is_undone', models.BooleanField(default=False)),
                ('is_closed', models.BooleanField(default=False)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='board.board')),
                ('card', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='board.card')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
