import { idOf } from '../../src/domain/keys';
import type { World } from './state';

/** The costs of an act to its payer, by the postings of the ledger. Only the walk posts, so all new postings are of the act. */

export interface Costs {
  readonly cost: number;
  readonly bond: number;
}

const LAST = 'SELECT coalesce(max(posting_id), 0)::text AS last FROM ledger_posting';

// Stamps that leave the tickets or the available bond of the payer, for another owner or for a bond.
const SINCE = `SELECT coalesce(sum(p.amount) FILTER (WHERE c.principal_id IS DISTINCT FROM d.principal_id OR c.kind = 'trade_escrow'), 0)::int AS cost,
    coalesce(sum(p.amount) FILTER (WHERE c.principal_id = d.principal_id AND (c.kind = 'trade_bond' OR (d.kind = 'ticket' AND c.kind = 'bond_available'))), 0)::int AS bond
  FROM ledger_posting p JOIN ledger_account d ON d.account_id = p.debit_account_id JOIN ledger_account c ON c.account_id = p.credit_account_id
  WHERE p.posting_id > $1 AND d.principal_id = $2 AND d.kind IN ('ticket', 'bond_available')`;

/** Notes the last posting now. The function that it returns adds up the later ones. */
export async function costsSince({ app }: World, principalKey: string): Promise<() => Promise<Costs>> {
  const [now] = await app.sql<{ last: string }>(LAST);
  return async () => {
    const [costs] = await app.sql<Costs>(SINCE, [now?.last, idOf('prn', principalKey)]);
    return costs ?? { cost: 0, bond: 0 };
  };
}
