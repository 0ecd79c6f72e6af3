import 'reflect-metadata';
import { join } from 'node:path';
import { isEnumType } from 'graphql';
import { NEXT_STEPS } from '../../scripts/python/next-steps';
import { createSchema } from '../../src/api/graphql/schema';
import { findPython, PACKAGE, runOrThrow } from './interpreter';

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
  /** Docstrings of the groups. */
  readonly groups: readonly string[];
}

const PROGRAM = `
import dataclasses, inspect, json, pydoc, re, typing
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
  expect(shown.groups.length).toBeGreaterThanOrEqual(7);
  for (const text of shown.groups) expect(text).toMatch(/ValidationFailed[^]*RateLimited[^]*says what to do/);
});
