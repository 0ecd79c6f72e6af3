import { applyEdits } from '../../../proof/mutants/edits';

/** `proof/mutants/edits.ts`: an edit replaces a text that occurs exactly once. */

const texts = new Map([['a.ts', 'lock(row); read(row);']]);
const edit = (find: string, replace: string, file = 'a.ts') => ({ file, find, replace });

test('should replace each text, in the order of the edits', () => {
  const edits = [edit('lock(row); ', ''), edit('read(row)', "read('$& $1')"), edit("'$&", "'")];
  expect(applyEdits(texts, edits).get('a.ts')).toBe("read(' $1');");
  expect(texts.get('a.ts')).toBe('lock(row); read(row);');
});

test('should create a new file from an empty text', () => {
  expect(applyEdits(texts, [edit('', 'SELECT 1;', 'b.sql')]).get('b.sql')).toBe('SELECT 1;');
});

test.each([
  ['is missing', edit('write(row)', ''), 'a.ts contains 0 times'],
  ['occurs twice', edit('(row)', ''), 'a.ts contains 2 times'],
  ['is in a missing file', edit('lock', '', 'b.ts'), 'b.ts contains 0 times'],
  ['is empty', edit('', 'x'), 'a.ts contains 0 times'],
])('should refuse a text that %s', (_, wrong, message) => {
  expect(() => applyEdits(texts, [wrong])).toThrow(message);
});
