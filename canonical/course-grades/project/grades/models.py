"""Courses, who takes them, what is assessed, and the points."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse


class Course(models.Model):
    """A course of the school; students see its results while it is published."""

    name = models.CharField(max_length=60, unique=True)
    is_published = models.BooleanField(default=False)
    students = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="courses")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Address of the teacher's page of the course."""
        return reverse("course", args=[self.pk])

    @property
    def whole_weight(self) -> int:
        """Sum of the weights of all assessments."""
        return sum(assessment.weight for assessment in self.assessments.all())


class Assessment(models.Model):
    """Something that points are given for."""

    course = models.ForeignKey(Course, on_delete=models.CASCADE, related_name="assessments")
    title = models.CharField(max_length=60)
    weight = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(100)])
    most = models.DecimalField(max_digits=5, decimal_places=1, validators=[MinValueValidator(1)])

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title


class Points(models.Model):
    """What one student got in one assessment."""

    assessment = models.ForeignKey(Assessment, on_delete=models.CASCADE, related_name="points")
    student = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="points")
    value = models.DecimalField(max_digits=5, decimal_places=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["assessment", "student"], name="one_value_each")]

    def __str__(self) -> str:
        return f"{self.student}: {self.value}"
