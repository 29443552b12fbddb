"""Pages of reference, made from what the program says of itself; `build_docs.py` writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import typer

REFERENCE = "#/components/schemas/{model}"


# -- the command line -----------------------------------------------------------------------------


def command_line() -> str:
    """Returns all commands with their help, arguments and options."""
    from tesuji.cli import build_app

    group: Any = typer.main.get_command(build_app())
    parts = ["# Command line\n\nEvery command takes `--help`.\n"]
    for name, command in sorted(group.commands.items()):
        if command.hidden:
            continue
        parts.append(f"## `tesuji {name}`\n\n{plain(command.help or '')}\n")
        parts += options_table(command)
        if hasattr(command, "commands"):
            parts += inner_commands(f"tesuji {name}", command.commands)
    return "\n".join(parts)


def inner_commands(above: str, commands: dict[str, Any]) -> Iterator[str]:
    """Commands of a command; those with the same options have one table, and say what differs."""
    told: dict[tuple[str, ...], str] = {}
    for name, command in commands.items():
        yield f"### `{above} {name}`\n\n{plain(command.help or '')}\n"
        options = tuple(parameter.opts[0] for parameter in command.params)
        first = told.setdefault(options, name)
        if first == name:
            yield from options_table(command)
            continue
        usual = {one.opts[0]: one.default for one in commands[first].params}
        own = [one for one in command.params if one.default != usual[one.opts[0]]]
        differing = ", ".join(f"`{one.opts[0]} {one.default}`" for one in own)
        yield f"Options as of `{above} {first}`{f'; usual here: {differing}' if own else ''}.\n"


def options_table(command: Any) -> list[str]:
    rows = [option_row(parameter) for parameter in command.params]
    return ["| | | default |\n|---|---|---|\n" + "\n".join(rows) + "\n"] if rows else []


def option_row(parameter: Any) -> str:
    names = ", ".join(f"`{name}`" for name in parameter.opts)
    if parameter.param_type_name == "argument":
        names = f"`{(parameter.metavar or parameter.name).upper()}`"
    default = parameter.default
    if default is None or default is False or callable(default) or default == ...:
        shown = ""
    else:
        shown = f"`{default}`"
    return f"| {names} | {cell(plain(getattr(parameter, 'help', None) or ''))} | {shown} |"


def plain(text: str) -> str:
    """Returns a help text without the markup of the terminal; examples become code."""
    text = re.sub(r"\[/?(?:bold|italic|dim|cyan|green|red|yellow)\]", "", text.replace("\b", ""))
    return re.sub(r"(?m)^ *(tesuji .*)$", r"    \1", text)


def cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


# -- players --------------------------------------------------------------------------------------


def players() -> str:
    """Returns all kinds of players with their options."""
    from tesuji.players import describe

    parts = [
        "# Players\n\nA player is a short text that works everywhere: a name, and options after a "
        "colon, such as `mcts:sims=2000,threads=2`.\n"
    ]
    for kind in describe():
        parts.append(f"## `{kind['name']}`\n\n{kind['help']}\n")
        rows = [
            f"| `{one['name']}` | {cell(one['help'])} | {default_of(one)} |"
            for one in kind["options"]
        ]
        if rows:
            parts.append("| option | | default |\n|---|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def default_of(option: dict[str, Any]) -> str:
    if option["required"]:
        return "required"
    return "" if option["default"] in (None, "") else f"`{option['default']}`"


# -- the HTTP interface ---------------------------------------------------------------------------


def http_interface(description: Path) -> str:
    """Returns the addresses of the server's interface and their types, from its own description."""
    described = json.loads(description.read_text(encoding="utf-8"))
    parts = [
        "# HTTP\n\n`tesuji serve` answers JSON under `/api/v1`; errors are problem details "
        "(RFC 9457) with one sentence. The same description, for programs, is at "
        "`/api/v1/openapi.json`. Games and analyses are followed live over a "
        "[WebSocket](#the-websocket).\n"
    ]
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            parts += address(method, path, operation)
    parts += websocket()
    parts.append("## Types\n")
    for name, schema in sorted(described["components"]["schemas"].items()):
        parts.append(f"### {name}\n\n{schema.get('description', '')}\n")
        parts += fields_table(schema)
    return "\n".join(parts)


def address(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    about = operation.get("description") or operation.get("summary") or ""
    yield f"## `{method.upper()} {path}`\n\n{about}\n"
    rows = [
        f"| `{one['name']}` | {one['in']} | {type_of(one['schema'])} |"
        for one in operation.get("parameters", [])
    ]
    if rows:
        yield "| parameter | in | |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield f"Body: {type_of(content['schema'])}.\n"
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            for kind, content in answer.get("content", {}).items():
                shown = type_of(content["schema"]) if kind == "application/json" else f"`{kind}`"
                yield f"Answer: {shown}.\n"


def websocket() -> Iterator[str]:
    """Yields what is said over the WebSocket, from the models that read and write it."""
    from tesuji.server import live_models

    yield (
        "## The WebSocket\n\nAt `/api/v1/live`. A client sends commands, JSON objects with a "
        '`type`; the server answers with events `{"type": …, "about": …, "body": …}`, where '
        "`about` is the game or the job.\n"
    )
    for command in get_args(live_models.Command):
        schema = command.model_json_schema(ref_template=REFERENCE)
        yield f"### `{schema['properties']['type']['const']}`\n\n{schema['description']}\n"
        yield from fields_table(schema)
    rows = []
    for event in get_args(live_models.Event):
        schema = event.model_json_schema(ref_template=REFERENCE)
        name, body = schema["properties"]["type"]["const"], schema["properties"]["body"]
        rows.append(f"| `{name}` | {type_of(body)} | {schema['description']} |")
    yield "### Events\n\n| type | body | |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def fields_table(schema: dict[str, Any]) -> list[str]:
    needed = schema.get("required", [])
    rows = []
    for name, field in schema.get("properties", {}).items():
        default = f"`{json.dumps(field['default'])}`" if "default" in field else ""
        shown = "required" if name in needed else default
        rows.append(
            f"| `{name}` | {type_of(field)} | {shown} | {cell(field.get('description', ''))} |"
        )
    return ["| field | | | |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"] if rows else []


def type_of(schema: dict[str, Any]) -> str:
    """Returns a type in a few words; those that are described on the page are links."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(type_of(one) for one in schema[several])
    if schema.get("type") == "array":
        inner = [type_of(one) for one in schema.get("prefixItems", [])]
        return f"list of {' and '.join(inner) or type_of(schema.get('items', {}))}"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"object of {type_of(values)}" if isinstance(values, dict) else "object"
    kind = str(schema.get("type", "anything"))
    return {"integer": "whole number", "string": "text", "boolean": "true or false"}.get(kind, kind)
