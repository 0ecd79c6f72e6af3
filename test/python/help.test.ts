import 'reflect-metadata';
import { join } from 'node:path';
import { isEnumType } from 'graphql';
import { createSchema } from '../../src/api/graphql/schema';
import { findPython, PACKAGE, runOrThrow } from './interpreter';

/** The texts that `help()` of Python shows of the package. */

interface Help {
  /** Fields of each dataclass that `help()` shows without a text. */
  readonly withoutText: readonly string[];
  readonly classes: number;
  /** The output of `help()` for each enum. */
  readonly enums: Readonly<Record<string, string>>;
}

const PROGRAM = `
import dataclasses, json, pydoc, re, typing
from agent_trading import models

def help_of(value):
    return pydoc.render_doc(value, renderer=pydoc.plaintext)

def without_text(name, value):
    shown = help_of(value)
    for field in dataclasses.fields(value):
        if not re.search(rf"^ \\|      {field.name} \\(.+\\): ..", shown, re.MULTILINE):
            yield f"{name}.{field.name}"

classes = {name: value for name, value in vars(models).items() if dataclasses.is_dataclass(value)}
enums = {name: value for name, value in vars(models).items() if typing.get_origin(value) is typing.Literal}
print(json.dumps({
    "withoutText": [field for name, value in classes.items() for field in without_text(name, value)],
    "classes": len(classes),
    "enums": {name: help_of(value) for name, value in enums.items()},
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
