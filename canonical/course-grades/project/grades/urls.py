"""Addresses of teachers and students."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from grades.views import people, teaching

urlpatterns = [
    path("", people.start, name="start"),
    path("mine/", people.mine, name="mine"),
    path("mine/<int:pk>/", people.my_course, name="my-course"),
    path("courses/", teaching.courses, name="courses"),
    path("courses/<int:pk>/", teaching.course, name="course"),
    path("courses/<int:pk>/students/", teaching.add_student, name="add-student"),
    path("courses/<int:pk>/assessments/", teaching.add_assessment, name="add-assessment"),
    path("courses/<int:pk>/publish/", teaching.publish, name="publish"),
    path("courses/<int:pk>/grades.csv", teaching.export, name="export"),
    path("assessments/<int:pk>/", teaching.assessment, name="assessment"),
    path("assessments/<int:pk>/import/", teaching.import_points, name="import"),
    path("account/register/", people.register, name="register"),
    path("account/login/", LoginView.as_view(template_name="grades/login.html"), name="login"),
    path("account/logout/", LogoutView.as_view(), name="logout"),
]
