import { audit, checks } from '../../src/ledger/audit';
import type { Connection } from './database';

/** The ledger's proofs: parties and tickets are put there by statements, without what the service would tell of them. */
const proofs = checks.filter(({ id }) => /^[IS]/.test(id));

/** What is wrong in a database after a run, in words; nothing in health. */
export async function faults(name: string, db: Connection): Promise<string[]> {
  const [row] = await db.query<Record<'begun' | 'ended' | 'settlements' | 'trades', bigint>>({
    text: `SELECT (SELECT count(*) FROM trade) AS begun, (SELECT count(*) FROM trade WHERE state = 'completed') AS ended,
      (SELECT count(*) FROM settlement) AS settlements, (SELECT count(DISTINCT trade_id) FROM settlement) AS trades`,
  });
  const once = row && row.begun > 0n && new Set([row.begun, row.ended, row.settlements, row.trades]).size === 1;
  return [
    ...(once === true ? [] : [`${name}: not every trade was settled once: ${String(row && Object.values(row))}`]),
    ...(await broken(name, db)),
  ];
}

/** Which of the ledger's proofs fail, in words. */
export async function broken(name: string, db: Connection): Promise<string[]> {
  return (await audit(db, proofs)).map(({ check, detail }) => `${name}: ${check}: ${detail}`);
}
