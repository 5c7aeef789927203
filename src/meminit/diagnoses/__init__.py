"""The diagnoses, one file each and named after its code; this tuple is all that the rest of meminit knows of them."""

from meminit.diagnoses import (
    cache_unwritable,
    docs_root_ignored,
    exclude_unmatched,
    field_forbidden,
    hook_missing,
    include_unmatched,
    index_stale,
    library_outdated,
    namespace_empty,
    namespace_overlaps,
    namespace_selects_nothing,
    namespace_shadowed,
    override_unmatched,
    protocol_drift,
    python_outdated,
    rule_idle,
    schema_contradictory,
    severity_unchanged,
    template_governed,
    template_invalid,
    template_missing,
    type_directory_missing,
)
from meminit.diagnosis import Diagnosis

MODULES = (
    namespace_overlaps,
    namespace_shadowed,
    namespace_selects_nothing,
    namespace_empty,
    docs_root_ignored,
    include_unmatched,
    exclude_unmatched,
    override_unmatched,
    rule_idle,
    severity_unchanged,
    schema_contradictory,
    field_forbidden,
    template_missing,
    template_invalid,
    template_governed,
    type_directory_missing,
    index_stale,
    protocol_drift,
    hook_missing,
    cache_unwritable,
    python_outdated,
    library_outdated,
)

DIAGNOSES: tuple[Diagnosis, ...] = tuple(module.DIAGNOSIS for module in MODULES)
