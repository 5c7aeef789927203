"""What can go wrong with an agent that a blueprint describes."""

from meminit.fault import Fault
from meminit.model.outcome import Exit

BLUEPRINT_SCHEMA_INVALID = Fault(
    "BLUEPRINT_SCHEMA_INVALID",
    Exit.PRECONDITION,
    "A schema of a blueprint cannot be used.",
    "`parameters_schema` or `output_schema` is no JSON Schema, refers to a file that does not exist, is nested too"
    " deeply, or is missing where the agent is procedural. Nothing was run.",
    "Correct the schema; `meminit check` names the line.",
    ("meminit check",),
    since="0.13",
)
BLUEPRINT_EXECUTOR_MISSING = Fault(
    "BLUEPRINT_EXECUTOR_MISSING",
    Exit.PRECONDITION,
    "A blueprint does not say what to run.",
    "The blueprint has no `executor` with an `argv`. Nothing was run.",
    "Add `executor: {argv: [PROGRAM, ARGUMENT, ...]}` to the front matter of the blueprint.",
    since="0.13",
)
PARAMETERS_INVALID = Fault(
    "PARAMETERS_INVALID",
    Exit.BAD_ARGUMENT,
    "The parameters of an agent do not fit its parameters_schema.",
    "A parameter is missing, is not declared, or has a value that the schema does not allow; or the blueprint has no"
    " `parameters_schema`. Nothing was run.",
    "Correct the parameters; `meminit agent show NAME` prints the schema.",
    since="0.13",
)
OUTPUT_SCHEMA_INVALID = Fault(
    "OUTPUT_SCHEMA_INVALID",
    Exit.VIOLATIONS,
    "The output of an agent does not fit its output_schema.",
    "The agent gave no JSON, or JSON that breaks the schema; it was asked again once, where it can be resumed, and the"
    " second output did not fit either. What is invalid is never printed as a result.",
    "Read the errors. Correct the prompt or the schema of the blueprint; `--debug-dir` keeps what the agent gave.",
    since="0.13",
    phase="execution",
)
AGENT_UNAVAILABLE = Fault(
    "AGENT_UNAVAILABLE",
    Exit.UNAVAILABLE,
    "The process of an agent cannot be started.",
    "The program in `executor.argv` does not exist, or may not be run.",
    "Install the program, or correct `executor.argv` in the blueprint.",
    since="0.13",
    phase="execution",
)
AGENT_TIMEOUT = Fault(
    "AGENT_TIMEOUT",
    Exit.TIMED_OUT,
    "An agent took longer than its blueprint allows.",
    "It did not answer within `executor.timeout_s` seconds. It was ended, with all processes that it started.",
    "Run it again, or raise `timeout_s` in the blueprint.",
    since="0.13",
    phase="execution",
)
AGENT_FAILED = Fault(
    "AGENT_FAILED",
    Exit.VIOLATIONS,
    "The process of an agent failed.",
    "It ended with another exit code than 0, ended before it had answered, printed more than 8 MiB, or did not keep its"
    " protocol.",
    "Read what it printed to standard error, which the details of the error quote.",
    since="0.13",
    phase="execution",
)
TOKEN_EXPIRED = Fault(
    "TOKEN_EXPIRED",
    Exit.UNAUTHENTICATED,
    "The credentials of an agent have expired.",
    "The process of the agent said so.",
    "Renew the credentials, and run the command again.",
    since="0.13",
    phase="execution",
    is_passing=True,
)
TOKEN_INVALID = Fault(
    "TOKEN_INVALID",
    Exit.UNAUTHENTICATED,
    "The credentials of an agent are not accepted.",
    "The process of the agent ended with the exit code 8, or said so.",
    "Get new credentials for the program in `executor.argv`.",
    since="0.13",
    phase="execution",
)
TOKEN_MISSING = Fault(
    "TOKEN_MISSING",
    Exit.UNAUTHENTICATED,
    "An agent has no credentials.",
    "The process of the agent said so. Its environment has PATH, HOME, LANG, and the variables in `executor.env`.",
    "Set the credentials, and name their variable in `executor.env`.",
    since="0.13",
    phase="execution",
)
RATE_LIMIT_EXCEEDED = Fault(
    "RATE_LIMIT_EXCEEDED",
    Exit.RATE_LIMITED,
    "An agent was refused for now, since it was asked too often.",
    "The process of the agent ended with the exit code 11, or said so.",
    "Wait as long as `retry_after` says, and run the command again.",
    since="0.13",
    phase="execution",
)

AGENT_FAULTS = (
    BLUEPRINT_SCHEMA_INVALID,
    BLUEPRINT_EXECUTOR_MISSING,
    PARAMETERS_INVALID,
    OUTPUT_SCHEMA_INVALID,
    AGENT_UNAVAILABLE,
    AGENT_TIMEOUT,
    AGENT_FAILED,
    TOKEN_EXPIRED,
    TOKEN_INVALID,
    TOKEN_MISSING,
    RATE_LIMIT_EXCEEDED,
)
