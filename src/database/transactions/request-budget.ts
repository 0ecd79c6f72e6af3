import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { Refusal } from '../../domain/errors/errors';
import type { Statement } from './statement';

/**
 * What one request may take: so many bytes from the database, so many characters of long text into its answer, and all
 * that only while somebody waits for it. The limits on a document bound what it can ask for; this, what there turns out
 * to be (docs/decisions/0006-query-cost.md).
 */
export class RequestBudget {
  private bytesUsed = 0;
  private charactersUsed = 0;
  private reason = false;

  constructor(
    private readonly bytes: number,
    private readonly characters: number,
  ) {}

  /** The work begins, maybe once more: what an earlier run took was for nothing. */
  reset(): void {
    this.bytesUsed = 0;
    this.charactersUsed = 0;
  }

  /** Nobody waits any more. */
  cancel(): void {
    this.reason = true;
  }

  /** @throws Refusal 503 once nobody waits, 400 `query_refused` once too much was read */
  check(): void {
    if (this.reason) throw new Refusal('service_unavailable', 'The request took too long and had no effect.');
    if (this.exceeds(0)) throw this.tooMuchRead();
  }

  /** Whether this much more would be too much. */
  exceeds(bytes: number): boolean {
    return this.bytesUsed + bytes > this.bytes;
  }

  tooMuchRead(): Refusal {
    return tooMuch('read', this.bytes);
  }

  chargeBytes(bytes: number): void {
    this.bytesUsed += bytes;
  }

  /** Counts what goes into the answer. @throws Refusal as `check`, and once too much was told */
  chargeCharacters(characters: number): void {
    this.charactersUsed += characters;
    if (this.charactersUsed > this.characters) throw tooMuch('answer', this.characters);
    this.check();
  }
}

function tooMuch(limit: string, maximum: number): Refusal {
  const detail = 'There is more of this than one answer holds: ask for smaller pages or fewer fields.';
  return new Refusal('query_refused', detail, { limit, maximum });
}

/**
 * Runs a statement, and cuts the connection when more comes than is allowed: rows that nobody will be given are not
 * gathered first. A connection that was cut tells so by its `error` event; whoever holds it listens.
 */
export async function queryWithinBudget(
  client: PoolClient,
  statement: Statement,
  allowance: RequestBudget,
): Promise<QueryResult> {
  allowance.check();
  const { stream } = client.connection;
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (allowance.exceeds(bytes)) stream.destroy();
  };
  stream.on('data', count);
  try {
    return await client.query(statement as QueryConfig);
  } catch (error) {
    if (allowance.exceeds(bytes)) throw allowance.tooMuchRead();
    throw error;
  } finally {
    stream.off('data', count);
    allowance.chargeBytes(bytes);
  }
}
