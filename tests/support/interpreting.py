"""How the response envelope is to be interpreted: a second reading of its specification, rule by rule.

It shares nothing with `meminit.client`, which the tests hold to it on random answers.
"""

import json

RETRYABLE_EXITS = {3: "arguments", 10: "time", 11: "rate", 12: "unavailable", 13: "redirected"}


def reading(exit_code, text):
    """Each rule of the specification as a statement about the answer."""
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    said = dict.fromkeys(("success", "retry", "complete", "not_modified"), False)
    said.update(malformed=True, retry_after=0, redirect=None, warnings=[], deprecations=[], code="GENERAL_ERROR")
    if type(answer) is not dict:
        return said
    # "warnings key absent: treat as empty array; do not fail"
    lines = answer.get("warnings", [])
    said["warnings"] = [line for line in lines if type(line) is str] if type(lines) is list else []
    said["deprecations"] = [
        line for line in said["warnings"] if "deprecated" in line.lower() or "will be removed" in line.lower()
    ]
    meta = answer.get("meta")
    meta = meta if type(meta) is dict else {}
    # "error key absent entirely: malformed response; treat as GENERAL_ERROR; do not retry blindly"
    if "error" not in answer:
        return said
    error = answer["error"] if type(answer["error"]) is dict else None
    # "data: null and error: null simultaneously: malformed", but with "not_modified: true: data is intentionally null"
    if answer.get("data") is None and error is None and meta.get("not_modified") is not True:
        return said
    said["malformed"] = False
    # "meta.truncated: true: data is incomplete"
    said["complete"] = meta.get("truncated") is not True
    # "Primary signal: exit code. If they conflict, trust exit code"
    if exit_code == 0:
        return {**said, "success": True, "code": None, "not_modified": meta.get("not_modified") is True}
    error = error or {"code": "GENERAL_ERROR"}
    said["code"] = error.get("code")
    retryable = error.get("retryable")
    if type(retryable) is not bool:  # "error.retryable absent: fall back to the exit code's retryability"
        retryable = exit_code in RETRYABLE_EXITS or error.get("code") == "TOKEN_EXPIRED"
    if error.get("code") in ("TOKEN_INVALID", "TOKEN_MISSING"):  # "do not retry; acquire new credentials"
        retryable = False
    said["retry"] = retryable
    if retryable:
        wait = error.get("retry_after")
        # "retry immediately for ARG_ERROR; apply 1s default back-off for all others"
        default = 0 if exit_code == 3 else 1
        said["retry_after"] = max(wait, 0) if type(wait) is int else default
    redirect = error.get("redirect")
    # "error.redirect is only meaningful when the exit code is REDIRECTED (13)"
    if exit_code == 13 and type(redirect) is dict and type(redirect.get("command")) is str:
        said["redirect"] = (redirect["command"], redirect.get("permanent") is True)
    return said


def retries(answers):
    """Whether each of these failures, (exit code, text), may be followed by another try; None is a success between."""
    met, found = {}, []
    for each in answers:
        if each is None:
            met.clear()
            continue
        said = reading(*each)
        place = (said["code"], said["redirect"] and said["redirect"][0])
        met[place] = met.get(place, 0) + 1
        # "Never retry more than 3 times on the same error code"; an expired token: "retry the original call once"
        found.append(said["retry"] and met[place] <= (1 if said["code"] == "TOKEN_EXPIRED" else 3))
    return found
