"""Addresses of the site: the admin site of the staff, and the public pages."""

from django.contrib import admin
from django.urls import include, path

admin.site.site_header = admin.site.site_title = "Brightwater parking office"

urlpatterns = [path("admin/", admin.site.urls), path("", include("permits.urls"))]
