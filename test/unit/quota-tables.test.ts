import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(resolve(ROOT, ...path), 'utf8');

test('the page on quotas says who can write each table, and what bounds it', () => {
  const [, list = ''] = read('docs', 'operations', 'quotas.md').split('## Who can write which table without paying');
  const names = Array.from(list.matchAll(/`([a-z_]+)(…?)`/g), ([, name = '', more]) => ({
    name,
    isPrefix: more !== '',
  }));
  const tables = Array.from(read('schema.sql').matchAll(/^CREATE TABLE (\w+)/gm), ([, table = '']) => table);
  expect(tables.length).toBeGreaterThan(50);
  const isListed = (table: string): boolean =>
    names.some(({ name, isPrefix }) => (isPrefix ? table.startsWith(name) : table === name));
  expect(tables.filter((table) => !isListed(table))).toEqual([]);
});
