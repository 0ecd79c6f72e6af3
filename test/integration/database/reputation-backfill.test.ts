import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { activate, checkpoint, mutate, publishContract, startTrade } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { Connection } from '../../support/ledger';
import { auditOf, fundedParties } from '../../support/trades';
import type { Party } from '../../support/actors';

/** Migrations count the trades that were settled before them. */

const app = useTestApp({ ATS_ROLE: 'api' });

const readMigration = (file: string): string =>
  readFileSync(join(__dirname, '..', '..', '..', 'migrations', file), 'utf8');
const migration = readMigration('0011-market.sql');
const backfill = migration.slice(
  migration.indexOf('-- Trades that were settled before'),
  migration.indexOf('GRANT SELECT, INSERT ON settlement_owner'),
);
const TABLES = ['settlement_owner', 'reputation_counterparty', 'principal_reputation'] as const;

async function withdrawn(provider: Party, consumer: Party): Promise<void> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
}

async function disputed(provider: Party, consumer: Party): Promise<void> {
  const { tradeKey } = await startDispute(provider, consumer);
  app.clock.advance(14 * 86_400 + 1);
  await mutate(app.operator, 'settleTrade', { tradeKey }, 'trade { state }');
}

async function startDispute(provider: Party, consumer: Party): Promise<{ readonly tradeKey: string }> {
  const trade = await startTrade(provider, consumer);
  const { tradeKey } = trade;
  await activate(trade);
  const items = [{ itemId: 'a', description: 'All', weight: 1 }];
  const contract = { tradeKey, stepNo: 1, summary: 'All of it.', items };
  await mutate(provider.api, 'publishDeliveryContract', contract, 'step { state }');
  await mutate(consumer.api, 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'FAILED' }, 'step { state }');
  await mutate(provider.api, 'fileRebuttal', { tradeKey, stepNo: 1, statement: 'It is there.' }, 'step { state }');
  return { tradeKey };
}

test('should count the settled trades again as the settlements did', async () => {
  const [one, two, three] = (await fundedParties(app, 'One', 'Two', 'Three')) as [Party, Party, Party];
  await withdrawn(one, two);
  await withdrawn(two, three);
  await disputed(one, three);
  const owner = await Connection.open(app.ownerUrl);
  const rows = async () => Promise.all(TABLES.map((table) => owner.sql(`SELECT * FROM ${table} ORDER BY 1, 2`)));
  try {
    const counted = await rows();
    expect(counted.map((table) => table.length)).toEqual([6, 6, 3]);
    await owner.sql('BEGIN; SET LOCAL session_replication_role = replica');
    for (const table of TABLES) await owner.sql(`DELETE FROM ${table}`);
    await owner.sql(backfill);
    await owner.sql('COMMIT');
    expect(await rows()).toEqual(counted);
  } finally {
    await owner.close();
  }
  expect(await auditOf(app)).toEqual([]);
});

test('should compute the owners of counterparties again where an owner has not accepted its binding', async () => {
  const [one, two] = (await fundedParties(app, 'One', 'Two')) as [Party, Party];
  const trade = await startTrade(one, two);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await mutate(app.operator, 'settleTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
  const binding = { principalKey: one.principalKey, provider: 'test', subject: two.subject, role: 'OWNER' };
  await mutate(one.owner, 'putBinding', binding, 'binding { role }');
  const owner = await Connection.open(app.ownerUrl);
  const rows = () => owner.sql('SELECT * FROM completed_counterparty ORDER BY 1, 2');
  try {
    const counted = await rows();
    await owner.sql('UPDATE completed_counterparty SET owner_id = NULL');
    await owner.sql(readMigration('0034-accepted-counterparty-owners.sql'));
    expect(await rows()).toEqual(counted);
  } finally {
    await owner.close();
  }
  expect(await auditOf(app)).toEqual([]);
});
