"""The books that the library opens with, and the librarian's account."""

from django.contrib.auth.hashers import make_password
from django.db import migrations

LIBRARIAN = "librarian"
PASSWORD = "Quiet-please-1907"

BOOKS = [
    # title, author, ISBN, category, copies
    ("The Salt Road", "Ines Calloway", "9781907000119", "Fiction", 2),
    ("Night Ferry to Odda", "Tormod Lie", "9781907000188", "Fiction", 1),
    ("Letters from the Weir", "Ines Calloway", "9781907000256", "Fiction", 2),
    ("The Glass Harbour", "Maud Perrin", "9781907000324", "Fiction", 2),
    ("Lamplighters", "Oskar Brandt", "9781907000393", "Fiction", 6),
    ("Clouds, Explained", "Hanna Voss", "9781907000461", "Science", 2),
    ("Moss and Lichen", "Piet van Aalst", "9781907000539", "Science", 2),
    ("Pocket Astronomy", "Hanna Voss", "9781907000607", "Science", 1),
    ("How Bees Decide", "Rosa Quintero", "9781907000676", "Science", 6),
    ("A Short History of Bread", "Emil Castor", "9781907000744", "History", 3),
    ("Rivers of Ash", "Leonie Hart", "9781907000812", "History", 2),
    ("Harbour Lights at Noon", "Tormod Lie", "9781907000881", "History", 3),
    ("Iron and Water", "Emil Castor", "9781907000959", "History", 6),
    ("Otter Goes to Market", "Bea Lindqvist", "9781907001024", "Children", 4),
    ("The Paper Kite", "Bea Lindqvist", "9781907001093", "Children", 4),
    ("The Blue Notebook", "Samir Dahl", "9781907001161", "Children", 1),
    ('The "Good" Weather Book, Revised', "Samir Dahl", "9781907001239", "Children", 3),
]


def open_library(apps, schema_editor) -> None:
    """Add the first books and the librarian."""
    User = apps.get_model("auth", "User")
    User.objects.create(username=LIBRARIAN, password=make_password(PASSWORD), is_staff=True)
    Book = apps.get_model("library", "Book")
    Book.objects.bulk_create(
        Book(title=title, author=author, isbn=isbn, category=category, copies=copies)
        for title, author, isbn, category, copies in BOOKS
    )


def close_library(apps, schema_editor) -> None:
    """Remove the first books and the librarian."""
    apps.get_model("library", "Book").objects.filter(isbn__in=[isbn for _, _, isbn, _, _ in BOOKS]).delete()
    apps.get_model("auth", "User").objects.filter(username=LIBRARIAN).delete()


class Migration(migrations.Migration):
    """Adds the first books and the librarian."""

    dependencies = [("library", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(open_library, close_library)]
