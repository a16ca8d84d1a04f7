"""Canonical code → skeleton: what an agent is given at level 3. Deterministic; needs only the standard library."""

from masker.folder import MaskError, mask_folder
from masker.model import MaskedFile, Outcome, Skeleton
from masker.project import mask, mask_file

__all__ = ["MaskError", "MaskedFile", "Outcome", "Skeleton", "mask", "mask_file", "mask_folder"]
