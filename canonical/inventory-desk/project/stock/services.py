"""All changes of the stock. A refused change raises `Refused` and has no effect."""

from django.contrib.auth.models import User
from django.db import transaction

from stock.models import Item, Movement


class Refused(Exception):
    """The change is not possible; the message says why."""


@transaction.atomic
def move(item: Item, change: int, note: str, user: User) -> None:
    """Add `change` pieces (negative: take them out), whatever happened since the item was read."""
    item = Item.objects.select_for_update().get(pk=item.pk)
    stock = item.quantity + change
    if stock < 0:
        raise Refused(f"Only {item.quantity} in stock.")
    Item.objects.filter(pk=item.pk).update(quantity=stock)
    Movement.objects.create(item=item, change=change, stock=stock, note=note, user=user)


@transaction.atomic
def save_item(item: Item, version: int) -> None:
    """Save a new item, or a changed one of which the user saw `version`; the quantity stays as it is."""
    if item.pk is None:
        item.save()
        return
    if Item.objects.get(pk=item.pk).version != version:
        raise Refused("This item has been changed meanwhile.")
    item.version = version + 1
    item.save(update_fields=["part_number", "name", "category", "location", "minimum", "price", "version"])


@transaction.atomic
def remove(item: Item) -> None:
    """Remove an item that is not in stock, with its movements."""
    quantity = Item.objects.get(pk=item.pk).quantity
    if quantity:
        raise Refused(f"There are still {quantity} in stock.")
    item.delete()
