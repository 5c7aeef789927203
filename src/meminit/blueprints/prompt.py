"""The texts for an agent: its prompt, the format of its output, and what was wrong with what it gave.

The words about the output are those of the specification, to the letter.
"""

import json
from collections.abc import Mapping, Sequence

from meminit.blueprints.blueprint import PLACEHOLDER
from meminit.blueprints.verdict import Wrong
from meminit.model.node import Plain


def enriched(prompt: str, schema: Mapping[str, Plain] | None) -> str:
    """With the format of the output as the last section; unchanged without a schema."""
    if schema is None:
        return prompt
    return f"""{prompt}

## Required Output Format

You MUST provide structured output as JSON conforming to this schema:

```json
{json.dumps(schema, indent=2)}
```

Your response MUST be valid JSON that matches this schema exactly. Output ONLY the JSON, no additional text."""


def of_errors(errors: Sequence[Wrong], schema: Mapping[str, Plain]) -> str:
    """The second and last request, after an output that does not fit."""
    lines = "\n".join(f"- {each.path}: {each.message}" for each in errors)
    return f"""<output-validation-error>
Your output did not match the required schema.

## Validation Errors
{lines}

## Required Schema
```json
{json.dumps(schema, indent=2)}
```

Please provide output matching the schema exactly.
</output-validation-error>"""


def filled(prompt: str, parameters: Mapping[str, Plain], declared: Mapping[str, Plain] | None) -> str:
    """With values in place of parameters; one that is declared and not given is left out, others stay as they are."""
    properties = declared.get("properties") if declared else None
    known = properties if isinstance(properties, dict) else {}

    def value(name: str, written: str) -> str:
        if name in parameters:
            return _text(parameters[name])
        own = known.get(name)
        if isinstance(own, dict) and "default" in own:
            return _text(own["default"])
        return "" if name in known else written

    return PLACEHOLDER.sub(lambda found: value(found[1], found.group()), prompt)


def _text(value: Plain) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
