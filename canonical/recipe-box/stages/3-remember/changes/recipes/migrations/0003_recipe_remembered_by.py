"""Who has remembered a recipe."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Recipes that are there are remembered by none."""

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("recipes", "0002_recipe_is_private")]
    operations = [
        migrations.AddField(
            "recipe",
            "remembered_by",
            models.ManyToManyField(blank=True, related_name="remembered", to=settings.AUTH_USER_MODEL),
        ),
    ]
