import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

/** Each function, trigger and view has one file in sql/; migrations change tables (docs/decisions/0031-sql-homes.md). */

const root = resolve(__dirname, '..', '..');
const order = readFileSync(join(root, 'sql', 'order.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const files = order.map((name) => ({ name, text: readFileSync(join(root, 'sql', name), 'utf8') }));

const defined = (text: string): string[] =>
  Array.from(text.matchAll(/^CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW|PROCEDURE) (\w+)/gm), ([, name = '']) => name);

test('should list every file in order.txt, once', () => {
  const found = readdirSync(join(root, 'sql'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.sql'),
  );
  expect(order.toSorted()).toEqual(found.toSorted());
});

test.each(files)('$name should define one object, named after the file', ({ name, text }) => {
  const [area = '', base = ''] = name.replace('.sql', '').split('/');
  const [object, ...others] = defined(text);
  expect(others).toEqual([]);
  expect([base, `${area.replace(/s$/, '')}_${base}`]).toContain(object);
});

test.each(files.filter(({ text }) => text.includes('CREATE OR REPLACE FUNCTION')))(
  '$name should name callers and locks in its header',
  ({ text }) => {
    const header = text.slice(0, text.indexOf('CREATE OR REPLACE'));
    expect(header).toMatch(/^-- Callers: /m);
    expect(header).toMatch(/^-- Locks/m);
  },
);

// A new argument makes a second function of the name, which an upgraded database has beside the old one. If the argument has
// a default, a call of the previous release fits both and fails.
test.each(files.filter(({ name }) => name !== 'ledger/record_audit.sql'))(
  '$name should have no default of an argument',
  ({ text }) => {
    const [, head = ''] = /^CREATE OR REPLACE FUNCTION ([^]*?)(?= LANGUAGE | AS \$\$)/m.exec(text) ?? [];
    expect(head).not.toMatch(/ DEFAULT /);
  },
);

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name.replaceAll(sep, '/')}`)
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

/** The names by which a header may name what uses a function: objects of SQL, and files of src or their folders. */
const users = [
  ...files.map(({ name, text }) => {
    const isOfAudit = name.startsWith('audit/');
    const code = text.replaceAll(/--.*/g, '');
    return { names: [...defined(text), ...(isOfAudit ? ['the audit', 'views of this folder'] : [])], code };
  }),
  ...sources.map(({ name, text }) => {
    return {
      names: [name, name.slice(0, name.lastIndexOf('/'))],
      code: text.replaceAll(/^\s*(\*|\/\*|\/\/).*$/gm, ''),
    };
  }),
];

/** The part of a header that names the callers. */
const callersIn = (text: string): string => /^-- Callers: ([^]*?)(?=^-- [A-Z][a-z ]*:|^[^-])/m.exec(text)?.[1] ?? '';

const named = (callers: string, name: string): boolean => new RegExp(`(?<![\\w/])${name}(?!\\w)`).test(callers);

test.each(files.filter(({ text }) => text.includes('CREATE OR REPLACE FUNCTION')))(
  '$name should name those that call its function, and no others',
  ({ text }) => {
    const [object = ''] = defined(text);
    const callers = callersIn(text);
    const calls = users.filter(({ names: [own] }) => own !== object);
    const isCall = ({ code }: { code: string }): boolean => new RegExp(`\\b${object}\\b`).test(code);
    const missing = calls.filter((user) => isCall(user) && !user.names.some((name) => named(callers, name)));
    const items = callers.replaceAll(/\s+(?:-- )?/g, ' ').split(/, | and |\.(?:\s|$)/);
    const wrong = calls.filter((user) => !isCall(user) && items.includes(user.names[0] ?? ''));
    expect({ missing: missing.map(({ names }) => names[0]), wrong: wrong.map(({ names }) => names[0]) }).toEqual({
      missing: [],
      wrong: [],
    });
  },
);

test.each(files.filter(({ text }) => text.includes('CREATE OR REPLACE VIEW')))(
  '$name should grant its view',
  ({ text }) => {
    expect(text).toContain(`GRANT SELECT ON ${String(defined(text)[0])} TO ats_app;`);
  },
);

test('should have the names of migrations that are applied', () => {
  const migrations = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'));
  expect(migrations.filter((name) => !/^\d{4}-[a-z-]+\.sql$/.test(name))).toEqual([]);
});

test('should define no object twice', () => {
  const names = files.flatMap(({ text }) => defined(text));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('should define functions and views in no migration, except functions of indexes in the baseline', () => {
  const migrations = readdirSync(join(root, 'migrations'));
  const found = migrations.flatMap((name) =>
    defined(readFileSync(join(root, 'migrations', name), 'utf8')).map((object) => `${name}: ${object}`),
  );
  expect(found).toEqual(['0001-baseline.sql: payment_position']);
});
