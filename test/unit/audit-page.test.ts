import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processorCheck } from '../../src/cli/audit-payments';
import { secretsCheck } from '../../src/cli/audit-secrets';
import { checks } from '../../src/ledger/audit';

/** docs/operations/audit.md against the checks of the code. */

const PAGE = readFileSync(join(__dirname, '..', '..', 'docs', 'operations', 'audit.md'), 'utf8');
const all = [...checks, processorCheck, secretsCheck];

it('should list every check', () => {
  const listed = [...PAGE.matchAll(/^\| ([A-Z]\d) +\|/gm)].map(([, id]) => id);
  // S4 runs only with --head, and I6 has two rows for one check in TypeScript.
  expect([...new Set(listed)].filter((id) => id !== 'S4').toSorted()).toEqual(
    [...new Set(all.map(({ id }) => id))].toSorted(),
  );
});

it('should show the titles and the number of the checks in its examples', () => {
  const shown = [...PAGE.matchAll(/^(?:ok|BROKEN) +([A-Z]\d) +(.+)$/gm)].map(
    ([, id, title]) => `${id ?? ''} ${title ?? ''}`,
  );
  const titles = new Set(all.map(({ id, title }) => `${id} ${title}`));
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.filter((line) => !titles.has(line))).toEqual([]);
  expect(PAGE).toContain(`The books balance: ${String(all.length)} checks, no findings.`);
});
