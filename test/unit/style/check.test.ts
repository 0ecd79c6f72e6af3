import { checkFile, isChecked } from '../../../scripts/style/check';
import { nameRules, checkNames, checkPath, checkSqlNames, wordsOf } from '../../../scripts/style/names';
import { formatCounts } from '../../../scripts/style/report';
import { parseScript } from '../../../scripts/style/typescript';

const check = (file: string, ...lines: string[]): string[] =>
  checkFile(file, lines.join('\n'), () => true).map(({ line, rule }) => `${line} ${rule}`);

describe('a TypeScript file', () => {
  it('should be checked in comments, titles and names', () => {
    expect(
      check(
        'test/a.test.ts',
        '/**',
        ' * Locks whoever waits.',
        ' */',
        'const told = 1; // Nobody reads it.',
        "it.each([1])('is told %s', (room) => room);",
      ),
    ).toEqual(['2 banned-word', '4 banned-word', '5 banned-word', '4 participle-name', '5 retired-name']);
  });

  it('should not be checked in strings, templates and regular expressions', () => {
    expect(
      check('src/a.ts', 'const text = `// nobody ${1} // nobody`;', "const other = /'/ ?? '/* nobody */';"),
    ).toEqual([]);
  });

  it('should be checked in its strings if it holds error texts', () => {
    expect(check('src/domain/errors/request.ts', "export const text = 'Nobody waits for it.';")).toEqual([
      '1 banned-word',
    ]);
  });

  it('should join neighbouring line comments', () => {
    expect(check('src/a.ts', '// The worker', '// waits so', '// long.', 'start();')).toEqual(['1 banned-word']);
  });

  it('should exempt a line with a reason', () => {
    expect(check('src/a.ts', 'const told = 1; // style-ok: the name in the protocol')).toEqual([]);
    expect(check('src/a.ts', 'const told = 1; // style-ok')).toEqual(['1 participle-name']);
  });
});

describe('other files', () => {
  it('should be checked in SQL comments and created names', () => {
    expect(
      check('sql/a.sql', "select '-- nobody'; -- Nobody.", 'create or replace function hold_credential()'),
    ).toEqual(['1 banned-word', '2 retired-name']);
  });

  it('should be checked in YAML comments', () => {
    expect(check('docs/a.yml', 'a: "# nobody"', 'b: 1 # Nobody.')).toEqual(['2 banned-word']);
  });

  it('should be checked in descriptions of the schema', () => {
    const sdl = ['"""Which."""', 'type A {', '  """', '  The key that nobody has.', '  """', '  id: ID', '}'];
    expect(check('schema.graphql', ...sdl)).toEqual(['1 short-description', '4 banned-word']);
  });

  it('should be checked in descriptions of the OpenAPI document', () => {
    expect(check('openapi.json', '{', '  "description": "Done."', '}')).toEqual(['2 short-description']);
  });

  it('should be checked in Markdown outside code blocks', () => {
    expect(check('docs/a.md', 'Nobody.', '', '```', 'nobody', '```', '', 'Nobody. <!-- style-ok -->')).toEqual([
      '1 banned-word',
    ]);
  });

  it('should be chosen by their endings, without generated ones', () => {
    expect(['src/a.ts', 'README.md', 'schema.graphql', 'openapi.json'].every(isChecked)).toBe(true);
    expect(['package-lock.json', 'test/vectors/a.md', 'test/rest/openapi-types.d.ts', 'a.svg'].some(isChecked)).toBe(
      false,
    );
  });
});

describe('names', () => {
  const retired = [
    { old: 'Hub', new: 'SubscriptionHub' },
    { old: 'sockets/', new: 'subscriptions/' },
    { old: 'inbox.ts', new: 'message-queue.ts' },
    { old: 'hold_credential', new: 'lock_credential_shared' },
  ];
  const allowed = [{ name: 'met', membersOnly: true as const, reason: 'API field' }];
  const rules = nameRules(retired, [{ old: 'room', new: 'channel' }], allowed);
  const checked = (source: string): string[] =>
    checkNames('a.ts', parseScript('a.ts', source).names, rules).map(({ text }) => text.split(':')[0] ?? '');

  it('should be checked in every kind of declaration', () => {
    expect(checked('class Hub { #known = 1; asked(given: number) {} }')).toEqual(['Hub', 'known', 'asked', 'given']);
    expect(checked('type Hub = { kept: 1 }; const { a: told } = f(); g((heard) => ({ kept: heard }));')).toEqual([
      'Hub',
      'kept',
      'told',
      'heard',
      'kept',
    ]);
  });

  it('should not be checked where they are only used', () => {
    expect(checked('new Hub(told); x.known; import { Hub } from "y";')).toEqual([]);
  });

  it('should be allowed for members only', () => {
    expect(checked('interface A { met: boolean } const met = 1;')).toEqual(['met']);
  });

  it('should not contain a retired word', () => {
    expect(checked('const roomsOf = 1, readRoom = 2, headroom = 3, ROOM_SIZE = 4;')).toEqual(['readRoom', 'ROOM_SIZE']);
    expect(wordsOf('readHTTPRoom_now-2')).toEqual(['read', 'http', 'room', 'now', '2']);
  });

  it('should be checked in paths and SQL', () => {
    expect(checkPath('src/sockets/inbox.ts', rules)).toHaveLength(2);
    expect(checkPath('test/room.test.ts', rules)).toHaveLength(1);
    expect(checkPath('src/subscriptions/queue.ts', rules)).toHaveLength(0);
    expect(checkSqlNames('a.sql', '\ncreate function hold_credential(', rules)).toMatchObject([{ line: 2 }]);
  });
});

describe('counts', () => {
  it('should have a row for each folder', () => {
    const rows = formatCounts(checkFile('src/a/b/c/d.ts', 'const told = 1;', () => true)).split('\n');
    expect(rows.map((row) => row.split(/\s+/).filter(Boolean).at(0))).toEqual(['folder', 'src/a/b', 'total']);
  });
});
