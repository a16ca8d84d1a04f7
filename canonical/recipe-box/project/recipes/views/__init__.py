"""The pages: accounts, recipes, shopping lists."""
