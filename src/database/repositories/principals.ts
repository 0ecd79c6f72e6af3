import type { EconomicAnchor } from '../../domain/parties/principal-input';
import { quotaNames, quotas } from '../../domain/parties/quotas';
import { readAll, readOne } from '../sql/read';
import type { Db } from '../transactions/statement';
import type { Tx } from '../transactions/database';

/** A principal as its table has it. Decisions about money load it with its balances: `loadDecisionData`. */
export interface PrincipalRow extends EconomicAnchor {
  readonly principalId: string;
  readonly displayName: string;
  readonly createdAt: Date;
}

export async function findPrincipal(db: Db, principalId: string): Promise<PrincipalRow | undefined> {
  return readOne<PrincipalRow>(db, {
    name: 'principal_by_id',
    text: 'SELECT * FROM principal WHERE principal_id = $1',
    values: [principalId],
  });
}

/** Finds several principals, in no order. */
export async function findPrincipals(db: Db, principalIds: readonly string[]): Promise<PrincipalRow[]> {
  if (principalIds.length === 0) return [];
  return readAll<PrincipalRow>(db, {
    name: 'principals_by_id',
    text: 'SELECT * FROM principal WHERE principal_id = ANY ($1::uuid[])',
    values: [[...principalIds]],
  });
}

/** Locks the principal against all decisions about its money. */
export async function lockPrincipal(tx: Tx, principalId: string): Promise<PrincipalRow | undefined> {
  return readOne<PrincipalRow>(tx, {
    name: 'principal_lock',
    text: 'SELECT * FROM principal WHERE principal_id = $1 FOR NO KEY UPDATE',
    values: [principalId],
  });
}

const CHANGED = [
  'display_name',
  'max_open_trades',
  'bond_limit_stamps',
  'daily_spend_limit_stamps',
  ...Object.values(quotaNames),
];
const numbered = (from: number): string[] => CHANGED.map((_, at) => `$${String(from + at)}`);

function changedValues(row: PrincipalRow): unknown[] {
  const { displayName, maxOpenTrades, bondLimitStamps, dailySpendLimitStamps } = row;
  return [displayName, maxOpenTrades, bondLimitStamps, dailySpendLimitStamps, ...quotas.map((name) => row[name])];
}

export async function insertPrincipal(tx: Tx, row: PrincipalRow): Promise<void> {
  await tx.query({
    text: `INSERT INTO principal (principal_id, created_at, ${CHANGED.join(', ')}) VALUES ($1, $2, ${numbered(3).join(', ')})`,
    values: [row.principalId, row.createdAt, ...changedValues(row)],
  });
}

/** Changes the name and the limits. */
export async function updatePrincipal(tx: Tx, row: PrincipalRow): Promise<void> {
  await tx.query({
    text: `UPDATE principal SET (${CHANGED.join(', ')}) = (${numbered(2).join(', ')}) WHERE principal_id = $1`,
    values: [row.principalId, ...changedValues(row)],
  });
}
