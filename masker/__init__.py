"""Source code → skeleton: the input of level 3. Deterministic; needs only the standard library."""

from masker.model import MaskedFile, Skeleton, Treatment
from masker.project import MaskError, mask, mask_file, mask_folder

__all__ = ["MaskError", "MaskedFile", "Skeleton", "Treatment", "mask", "mask_file", "mask_folder"]
