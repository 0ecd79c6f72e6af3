import type { Db, Statement } from '../../src/database/transactions/statement';
import { type Party, plannedStep, TradeScenario } from '../unit/domain/setup';

/** A trade of one confirmed step, whose contract has 64 notes of 1,000 characters. */
export function confirmedWithNotes(from: Party, to: Party): TradeScenario {
  const world = new TradeScenario([plannedStep(from, to, 100)]);
  world.activate(to);
  const items = Array.from({ length: 64 }, (_, at) => ({
    ...{ item_id: String(at), description: 'An item', weight: 1, note: 'x'.repeat(1000) },
  }));
  world.publish(1, { summary: 'What is delivered', items });
  world.submitCheckpoint(1, { status: 'confirmed' });
  return world;
}

/** Bytes that the facts and the evidence of `confirmedWithNotes` exceed each. */
export const NOTES_BYTES = 64_000;

/** A database that keeps the rows of each statement. */
export function keepingRows(db: Db): { readonly db: Db; readonly rows: object[][] } {
  const rows: object[][] = [];
  const query = async <T>(statement: Statement): Promise<T[]> => {
    const found = await db.query<T>(statement);
    // A text of several statements has no rows.
    if (Array.isArray(found)) rows.push(found as object[]);
    return found;
  };
  return { db: { query }, rows };
}
