import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { activate, startTrade } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { Connection } from '../../support/ledger';
import { auditOf, twoParties } from '../../support/trades';

/** The migration that adds the kind to the entries of the ledger. */

const app = useTestApp({ ATS_ROLE: 'api' });

const migration = readFileSync(join(__dirname, '..', '..', '..', 'migrations', '0030-entry-kinds.sql'), 'utf8');
const backfill = migration.slice(
  migration.indexOf('ALTER TABLE ledger_entry DISABLE'),
  migration.indexOf('CREATE INDEX'),
);

test('should give the entries of principals the kinds that the ledger gives them', async () => {
  const { provider, consumer } = await twoParties(app);
  await activate(await startTrade(provider, consumer));
  const owner = await Connection.open(app.ownerUrl);
  const kinds = () =>
    owner.sql<{ kind: string | null; own: boolean }>(
      'SELECT account_id, seq, kind, principal_id IS NOT NULL AS own FROM ledger_entry ORDER BY 1, 2',
    );
  try {
    const posted = await kinds();
    expect(posted.length).toBeGreaterThan(3);
    expect(posted.filter(({ kind, own }) => (kind !== null) !== own)).toEqual([]);
    await owner.sql(`BEGIN; SET LOCAL session_replication_role = replica; UPDATE ledger_entry SET kind = NULL; COMMIT`);
    await owner.sql(`BEGIN; ${backfill}; COMMIT`);
    expect(await kinds()).toEqual(posted);
    await expect(owner.sql('UPDATE ledger_entry SET kind = NULL')).rejects.toThrow('ledger_entry');
  } finally {
    await owner.close();
  }
  expect(await auditOf(app)).toEqual([]);
});
