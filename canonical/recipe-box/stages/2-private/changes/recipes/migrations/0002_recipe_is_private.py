"""Recipes that are kept to oneself."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Recipes that are there are for everybody."""

    dependencies = [("recipes", "0001_initial")]
    operations = [
        migrations.AddField("recipe", "is_private", models.BooleanField("Only for me", default=False)),
    ]
