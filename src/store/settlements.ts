import { decode } from './codec';
import type { Db } from './db';
import type { SettlementRow } from './rows/settlement';

/** A settlement by its id; who may see it is the caller's question. */
export async function findSettlement(db: Db, settlementId: string): Promise<SettlementRow | undefined> {
  const [row] = await db.query<object>({
    name: 'settlement_by_id',
    text: 'SELECT * FROM settlement WHERE settlement_id = $1',
    values: [settlementId],
  });
  return row && decode<SettlementRow>(row);
}
