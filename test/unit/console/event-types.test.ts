import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes } from '../../../src/domain/effects';

const file = join(__dirname, '..', '..', '..', 'packages', 'console', 'src', 'ui', 'event-types.tsx');

test('The console offers every event type', () => {
  const names = eventTypes.map((type) => `'${type.replace('.', '_').toUpperCase()}'`);
  const source = readFileSync(file, 'utf8');
  expect(names.filter((name) => !source.includes(name))).toEqual([]);
});
