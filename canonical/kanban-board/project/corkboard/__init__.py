"""The site as a Django project: settings and addresses."""
