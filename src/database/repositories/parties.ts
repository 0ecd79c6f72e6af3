import { decode } from '../sql/codec';
import type { Db } from '../transactions/statement';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { BindingRow, HumanRow } from '../entities/party';
import type { Tx } from '../transactions/database';

/** Humans, and who of them looks after which principal (contract §2). */

/** A binding with the human it names, as it is shown. */
export type BindingWithHuman = BindingRow & Pick<HumanRow, 'provider' | 'subject'>;

/** The human, locked: what is made for a human is made once, whoever asks at the same time. */
export async function lockHuman(tx: Tx, provider: string, subject: string): Promise<HumanRow | undefined> {
  const [row] = await tx.query<object>({
    name: 'human_lock',
    text: 'SELECT * FROM human WHERE provider = $1 AND subject = $2 FOR NO KEY UPDATE',
    values: [provider, subject],
  });
  return row && decode<HumanRow>(row);
}

/** Two first calls at once meet at `human_identity`: the second is run again and finds the first one's row. */
export async function insertHuman(tx: Tx, row: Omit<HumanRow, 'closedAt'>): Promise<void> {
  await tx.query({
    text: 'INSERT INTO human (human_id, provider, subject, created_at) VALUES ($1, $2, $3, $4)',
    values: [row.humanId, row.provider, row.subject, row.createdAt],
  });
}

export async function insertBinding(tx: Tx, row: BindingRow): Promise<void> {
  await tx.query({
    text: 'INSERT INTO binding (binding_id, principal_id, human_id, role, created_at) VALUES ($1, $2, $3, $4, $5)',
    values: [row.bindingId, row.principalId, row.humanId, row.role, row.createdAt],
  });
}

/** The principal the human owns longest. */
export async function oldestOwned(db: Db, humanId: string): Promise<string | undefined> {
  const [row] = await db.query<{ principal_id: string }>({
    name: 'binding_oldest_owned',
    text: `SELECT principal_id FROM binding WHERE human_id = $1 AND role = 'owner' ORDER BY binding_id LIMIT 1`,
    values: [humanId],
  });
  return row?.principal_id;
}

const NAMED = 'b.*, h.provider, h.subject FROM binding b JOIN human h USING (human_id)';

/** Who looks after a principal, newest first. */
export async function bindingsOf(db: Db, principalId: string, args: PageArgs): Promise<Page<BindingWithHuman>> {
  return readPage(
    db,
    {
      name: 'bindings',
      select: NAMED,
      where: 'b.principal_id = (SELECT $1::uuid)',
      values: [principalId],
      key: 'b.binding_id',
      keyType: 'uuid',
    },
    args,
  );
}

export async function findBindings(db: Db, bindingIds: readonly string[]): Promise<BindingWithHuman[]> {
  const rows = await db.query<object>({
    name: 'bindings_by_id',
    text: `SELECT ${NAMED} WHERE b.binding_id = ANY ($1)`,
    values: [[...bindingIds]],
  });
  return rows.map((row) => decode<BindingWithHuman>(row));
}
