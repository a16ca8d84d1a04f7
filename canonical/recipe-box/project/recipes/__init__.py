"""Recipes of a group of friends: ingredients that scale, tags, photos, shopping lists."""
