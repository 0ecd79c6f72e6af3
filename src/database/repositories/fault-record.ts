import type { RecordData } from '../../domain/trades/settlement';
import { decode } from '../sql/codec';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** The record of the principal at fault in a trade. The caller holds the lock of the principal. */
export async function loadFaultRecord(tx: Tx, tradeId: string, principalId: string): Promise<RecordData> {
  const [row] = await tx.query<{ record: object }>({
    name: 'fault_record',
    text: 'SELECT fault_record($1, $2, $3) AS record',
    values: [tradeId, principalId, tx.now],
  });
  return decode<RecordData>(row?.record ?? {});
}

/** A principal whose record is read. Without a trade, `sameOwner` is empty. */
export interface RecordKey {
  readonly principalId: string;
  readonly tradeId: string | null;
}

/** The records that principals would have if they were at fault now, in one statement and the order of the keys. */
export async function readFaultRecords(db: Db, keys: readonly RecordKey[], now: Date): Promise<RecordData[]> {
  const rows = await db.query<{ record: object }>({
    name: 'fault_records',
    text: `SELECT fault_record(trade_id, principal_id, $3) AS record
      FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k (trade_id, principal_id, n) ORDER BY n`,
    values: [keys.map(({ tradeId }) => tradeId), keys.map(({ principalId }) => principalId), now],
  });
  return rows.map(({ record }) => decode<RecordData>(record));
}
