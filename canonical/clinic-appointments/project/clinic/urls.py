"""Addresses of the practice's pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from clinic.forms import LoginForm
from clinic.views import accounts, doctors, patients

urlpatterns = [
    path("", accounts.home, name="home"),
    path("register/", accounts.register, name="register"),
    path("login/", LoginView.as_view(authentication_form=LoginForm), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("profile/", patients.profile, name="profile"),
    path("book/", patients.choose_time, name="choose-time"),
    path("book/<int:doctor>/<str:stamp>/", patients.book, name="book"),
    path("appointments/", patients.my_appointments, name="my-appointments"),
    path("appointments/<int:pk>/cancel/", patients.cancel, name="cancel"),
    path("appointments/<int:pk>/calendar.ics", patients.calendar_file, name="calendar-file"),
    path("calendar/", doctors.calendar, name="calendar"),
    path("calendar/<int:pk>/cancel/", doctors.cancel, name="cancel-by-clinic"),
    path("calendar/absences/<int:pk>/remove/", doctors.remove_absence, name="remove-absence"),
]
