import type { RecordFacts } from '../../domain/trades/settlement';
import { decode } from '../sql/codec';
import type { Tx } from '../transactions/database';

/** The record of the principal at fault in a trade. The caller holds the lock of the principal. */
export async function loadFaultRecord(tx: Tx, tradeId: string, principalId: string): Promise<RecordFacts> {
  const [row] = await tx.query<{ record: object }>({
    name: 'fault_record',
    text: 'SELECT fault_record($1, $2, $3) AS record',
    values: [tradeId, principalId, tx.now],
  });
  return decode<RecordFacts>(row?.record ?? {});
}
