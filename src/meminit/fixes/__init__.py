"""The corrections, one file each; this mapping from codes is all that the rest of meminit knows of them."""

from collections.abc import Mapping

from meminit.correction import Correction
from meminit.fixes import (
    definitions,
    duplicate_key,
    empty_field,
    ids,
    invalid_encoding,
    invalid_field,
    invalid_front_matter,
    links,
    metadata_block,
    missing_field,
    missing_front_matter,
    missing_section,
    places,
    unknown_field,
    unresolved_reference,
)

_CORRECTIONS = (
    definitions.CORRECTION,
    duplicate_key.CORRECTION,
    empty_field.CORRECTION,
    ids.FORM,
    ids.DISTINCT,
    invalid_encoding.CORRECTION,
    invalid_field.CORRECTION,
    invalid_front_matter.CORRECTION,
    links.CORRECTION,
    metadata_block.CORRECTION,
    missing_field.CORRECTION,
    missing_front_matter.CORRECTION,
    missing_section.CORRECTION,
    places.NAME,
    places.FOLDER,
    unknown_field.CORRECTION,
    unresolved_reference.CORRECTION,
)
CORRECTIONS: Mapping[str, Correction] = {code: each for each in _CORRECTIONS for code in each.codes}
