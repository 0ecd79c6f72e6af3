import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { Refusal } from '../../domain/errors/errors';
import type { Statement } from './statement';

/** The memory for the rows of all requests. */
export interface RowMemory {
  /** Counts further bytes of rows. False: there is no room for them. */
  hold(bytes: number): boolean;
  /** The refusal of a request without room. */
  refusal(): Refusal;
}

/**
 * Limits one request: the bytes it reads from the database and the characters of its answer.
 *
 * The limits on a document bound what it can request. The budget bounds what the data turns out to be
 * (docs/decisions/0006-query-cost.md).
 */
export class RequestBudget {
  private bytesUsed = 0;
  private charactersUsed = 0;
  private isCancelled = false;

  constructor(
    private readonly maxBytes: number,
    private readonly maxCharacters: number,
    private readonly memory?: RowMemory,
  ) {}

  /** Starts a new attempt of the work. An earlier attempt does not count. */
  reset(): void {
    this.bytesUsed = 0;
    this.charactersUsed = 0;
  }

  /** Ends the work: its caller no longer waits. */
  cancel(): void {
    this.isCancelled = true;
  }

  /** @throws Refusal 503 after `cancel`, 400 `query_refused` after too many bytes or characters */
  check(): void {
    if (this.isCancelled) throw new Refusal('service_unavailable', 'The request took too long and had no effect.');
    if (this.exceeds(0)) throw this.readLimitRefusal();
    if (this.charactersUsed > this.maxCharacters) throw limitRefusal('answer', this.maxCharacters);
  }

  /** The bytes read so far. */
  get bytesRead(): number {
    return this.bytesUsed;
  }

  /** A measure of the work so far: the bytes read and the characters of the answer. */
  get volume(): number {
    return this.bytesUsed + this.charactersUsed;
  }

  /** Whether this many further bytes exceed the budget. */
  private exceeds(bytes: number): boolean {
    return this.bytesUsed + bytes > this.maxBytes;
  }

  private readLimitRefusal(): Refusal {
    return limitRefusal('read', this.maxBytes);
  }

  /** Counts bytes that arrive. @returns the refusal if they exceed the budget or the memory */
  refusalOfArriving(bytesBefore: number, bytes: number): Refusal | undefined {
    if (this.exceeds(bytesBefore + bytes)) return this.readLimitRefusal();
    return this.memory?.hold(bytes) === false ? this.memory.refusal() : undefined;
  }

  chargeBytes(bytes: number): void {
    this.bytesUsed += bytes;
  }

  /** Counts characters of the answer. @throws Refusal as `check`, and 400 `query_refused` after too many characters */
  chargeCharacters(characters: number): void {
    this.charactersUsed += characters;
    this.check();
  }
}

function limitRefusal(limit: string, maximum: number): Refusal {
  const detail = 'The answer is too large. Ask for smaller pages or fewer fields.';
  return new Refusal('query_refused', detail, { limit, maximum });
}

/**
 * Runs a statement, and closes the connection if its rows exceed the budget or the memory for rows.
 *
 * So excess rows are never collected in memory. The closed connection emits `error`, which its holder handles.
 */
export async function queryWithinBudget(
  client: PoolClient,
  statement: Statement,
  budget: RequestBudget,
): Promise<QueryResult> {
  budget.check();
  const { stream } = client.connection;
  let bytes = 0;
  let refusal: Refusal | undefined;
  const count = (chunk: Buffer): void => {
    refusal ??= budget.refusalOfArriving(bytes, chunk.length);
    bytes += chunk.length;
    if (refusal) stream.destroy();
  };
  stream.on('data', count);
  try {
    const result = await client.query(statement as QueryConfig);
    // All rows were in the last chunk, so they arrived although the connection is closed.
    if (refusal) throw refusal;
    return result;
  } catch (error) {
    throw refusal ?? error;
  } finally {
    stream.off('data', count);
    budget.chargeBytes(bytes);
  }
}
