import 'reflect-metadata';
import { join } from 'node:path';
import { isEnumType } from 'graphql';
import { NEXT_STEPS } from '../../scripts/python/next-steps';
import { createSchema } from '../../src/api/graphql/schema';
import { findPython, PACKAGE, runOrThrow } from '../support/python';

/** The texts that `help()` of Python shows of the package. */

interface Help {
  /** Fields of each dataclass that `help()` shows without a text. */
  readonly withoutText: readonly string[];
  readonly classes: number;
  /** The output of `help()` for each enum. */
  readonly enums: Readonly<Record<string, string>>;
  /** Functions and arguments that the docstrings leave out, and functions that they name and that do not exist. */
  readonly withoutArgument: readonly string[];
  readonly withoutFunction: readonly string[];
  readonly nextSteps: number;
  /** Short forms that leave out an argument, or name an error or a function that does not exist. */
  readonly errorsOfShortForms: readonly string[];
  /** The errors that each short form names. */
  readonly shortForms: Readonly<Record<string, readonly string[]>>;
  /** Docstrings of the groups. */
  readonly groups: readonly string[];
}

const PROGRAM = `
import builtins, dataclasses, inspect, json, pydoc, re, typing
from agent_trading import Client, Credential, errors, models

def help_of(value):
    return pydoc.render_doc(value, renderer=pydoc.plaintext)

def without_text(name, value):
    shown = help_of(value)
    for field in dataclasses.fields(value):
        if not re.search(rf"^ \\|      {field.name} \\(.+\\): ..", shown, re.MULTILINE):
            yield f"{name}.{field.name}"

client = Client("http://127.0.0.1", Credential("key", "secret"))
# Some groups have short forms in a class of their own, above the generated one.
groups = {
    name: generated
    for name, value in vars(client).items()
    for generated in type(value).__mro__
    if generated.__name__.endswith("Operations")
}
functions = {
    f"{group}.{name}": value
    for group, members in groups.items()
    for name, value in vars(members).items()
    if not name.startswith("_")
}

def exists(path):
    value = client
    for name in path.split("."):
        value = getattr(value, name, None)
    return callable(value)

def next_calls(value):
    _, _, step = inspect.getdoc(value).partition("Next: ")
    return [name for name in re.findall(r"\`(\\w+\\.\\w+|accept_and_start)\`", step)]

# Functions that are written by hand.
short_forms = {
    f"{group}.{name}": value
    for group, members in vars(client).items()
    if type(members).__module__.startswith("agent_trading._")
    for name, value in vars(type(members)).items()
    if inspect.isfunction(value) and not name.startswith("_") and name not in vars(groups.get(group, object))
}
for name in ["principal", "reserve_bond", "release_bond", "act", "accept_and_start"]:
    short_forms[name] = getattr(type(client), name)

def raised(text):
    return re.findall(r"\\b[A-Z]\\w+", " ".join(re.findall(r"[Rr]aises? ([A-Z][^.]*)\\.", text)))

classes = {name: value for name, value in vars(models).items() if dataclasses.is_dataclass(value)}
enums = {name: value for name, value in vars(models).items() if typing.get_origin(value) is typing.Literal}
print(json.dumps({
    "withoutText": [field for name, value in classes.items() for field in without_text(name, value)],
    "classes": len(classes),
    "enums": {name: help_of(value) for name, value in enums.items()},
    "withoutArgument": [
        f"{path}({name})"
        for path, value in functions.items()
        for name in list(inspect.signature(value).parameters)[1:]
        if not re.search(rf"^- \`{name}\`: ..", inspect.getdoc(value), re.MULTILINE)
    ],
    "withoutFunction": [
        name for value in functions.values() for name in next_calls(value) if not exists(name)
    ] + [
        name
        for value in [*functions.values(), *groups.values()]
        for name in raised(inspect.getdoc(value))
        if not issubclass(getattr(errors, name, object), errors.ApiError)
    ],
    "nextSteps": len([value for value in functions.values() if "Next: " in inspect.getdoc(value)]),
    "errorsOfShortForms": [
        f"{path}({name})"
        for path, value in short_forms.items()
        for name in list(inspect.signature(value).parameters)[1:]
        if not re.search(rf"^- \`{name}\`: ..", inspect.getdoc(value), re.MULTILINE)
    ] + [
        name for value in short_forms.values() for name in next_calls(value) if not exists(name)
    ] + [
        name
        for value in short_forms.values()
        for name in raised(inspect.getdoc(value))
        if not issubclass(getattr(errors, name, getattr(builtins, name, object)), (errors.ApiError, TimeoutError))
    ],
    "shortForms": {path: raised(inspect.getdoc(value)) for path, value in short_forms.items()},
    "groups": [inspect.getdoc(value) for value in groups.values()],
}))
`;

let shown: Help;
beforeAll(async () => {
  const output = await runOrThrow(findPython(), ['-c', PROGRAM], PACKAGE, { PYTHONPATH: join(PACKAGE, 'src') });
  shown = JSON.parse(output) as Help;
});

// @spec PY5
it('should show a text for each field of an answer and of an input in help()', () => {
  expect(shown.classes).toBeGreaterThan(80);
  expect(shown.withoutText).toEqual([]);
});

// @spec PY5
it('should show the text of each value of an enum in help()', () => {
  const schema = createSchema();
  const texts = Object.entries(shown.enums);
  expect(texts.length).toBeGreaterThan(40);
  const missing = texts.flatMap(([name, text]) => {
    const type = schema.getType(name);
    if (!isEnumType(type)) return [`${name} is no enum`];
    const words = text.split(/\s+/).join(' ');
    return type
      .getValues()
      .filter((value) => !words.includes(`- \`${value.name}\`: ${String(value.description)}`))
      .map((value) => `${name}.${value.name}`);
  });
  expect(missing).toEqual([]);
});

it('should have a text for each argument, the errors of each call, and the next call in the docstrings', () => {
  expect(shown.withoutArgument).toEqual([]);
  expect(shown.withoutFunction).toEqual([]);
  expect(shown.nextSteps).toBe(Object.keys(NEXT_STEPS).length);
  expect(shown.errorsOfShortForms).toEqual([]);
  expect(shown.groups.length).toBeGreaterThanOrEqual(7);
  for (const text of shown.groups) expect(text).toMatch(/ValidationFailed[^]*RateLimited[^]*says what to do/);
});

// @spec PY5
it('should have the errors of each short form in its docstring', () => {
  expect(shown.shortForms['accept_and_start']).toEqual(
    expect.arrayContaining(['ApprovalRequired', 'MandateExceeded', 'PrincipalBondInsufficientBalance', 'AgentRetired']),
  );
  expect(Object.keys(shown.shortForms)).toEqual(
    expect.arrayContaining(['listings.pause', 'proposals.accept', 'deliveries.publish', 'settlements.wait']),
  );
  // An act raises the errors of its operation.
  const silent = Object.entries(shown.shortForms).filter(([, errors]) => errors.length === 0);
  expect(silent.map(([path]) => path)).toEqual(['act']);
});
