import { audit, checks } from '../../src/ledger/audit';
import type { Connection } from './database';

/**
 * Checks of the ledger and the settlements only. The benches insert parties and tickets without the events of the
 * service.
 */
const proofs = checks.filter(({ id }) => /^[IS]/.test(id));

/** Describes what is wrong in a database after a run. Empty if it is healthy. */
export async function findingsIn(name: string, db: Connection): Promise<string[]> {
  const [row] = await db.query<Record<'begun' | 'ended' | 'settlements' | 'trades', bigint>>({
    text: `SELECT (SELECT count(*) FROM trade) AS begun, (SELECT count(*) FROM trade WHERE state = 'completed') AS ended,
      (SELECT count(*) FROM settlement) AS settlements, (SELECT count(DISTINCT trade_id) FROM settlement) AS trades`,
  });
  const once = row && row.begun > 0n && new Set([row.begun, row.ended, row.settlements, row.trades]).size === 1;
  return [
    ...(once === true ? [] : [`${name}: not every trade was settled once: ${String(row && Object.values(row))}`]),
    ...(await failedChecks(name, db)),
  ];
}

/** Describes the failed ledger checks. */
export async function failedChecks(name: string, db: Connection): Promise<string[]> {
  return (await audit(db, proofs)).map(({ check, detail }) => `${name}: ${check}: ${detail}`);
}
