import type { PoolClient, QueryConfig } from 'pg';
import { type RequestBudget, queryWithinBudget } from '../transactions/request-budget';
import type { BatchableStatement, Statement } from '../transactions/statement';
import { NotBatchable } from './batchable';
import { SerialTransaction, type Tx } from '../transactions/serial-transaction';

interface QueuedStatement {
  readonly member: BatchedTransaction;
  readonly statement: Statement;
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Those who share a transaction go through it in step: once all that are still in it wait for a statement, those of one
 * kind are run as one.
 */
export class TransactionBatch {
  private asked: QueuedStatement[] = [];
  private readonly held = new Map<string, BatchedTransaction>();
  private present = 0;
  /** The first error of a statement: the transaction is spent. */
  spoiled: unknown;

  constructor(readonly client: PoolClient) {}

  enter(opened: { readonly at: Date }, allowance: RequestBudget): BatchedTransaction {
    this.present += 1;
    allowance.reset();
    return new BatchedTransaction(this, opened, allowance);
  }

  leave(): void {
    this.present -= 1;
    this.step();
  }

  ask(member: BatchedTransaction, statement: Statement): Promise<object[]> {
    return new Promise((resolve, reject) => {
      this.asked.push({ member, statement, resolve, reject });
      this.step();
    });
  }

  private step(): void {
    if (this.asked.length === 0 || this.asked.length < this.present) return;
    const asked = this.asked;
    this.asked = [];
    void this.answer(asked);
  }

  private async answer(all: readonly QueuedStatement[]): Promise<void> {
    for (const alike of byKind(all)) {
      try {
        if (this.spoiled !== undefined) throw new NotBatchable(this.spoiled);
        await this.run(alike);
      } catch (error) {
        this.spoiled ??= error;
        const who = error instanceof NotBatchable ? 'innocent' : 'suspect';
        for (const { reject } of alike) reject(new NotBatchable(error, who));
      }
    }
  }

  private async run(alike: readonly QueuedStatement[]): Promise<void> {
    const [{ member, statement, resolve }] = alike as [QueuedStatement];
    const kind = statement.batching?.kind;
    if (!kind) {
      member.changed = true;
      const { rows } = await queryWithinBudget(this.client, statement, member.allowance);
      resolve(rows as object[]);
      return;
    }
    if (kind.changes) for (const asking of alike) asking.member.changed = true;
    const parts = alike.map((one) => one.statement.batching?.parameters);
    const joined = kind.join(parts, member.now);
    const { rows } = await this.client.query(joined as QueryConfig);
    const shares = kind.share(rows as object[], parts);
    alike.forEach((one, at) => {
      const share = shares[at] ?? [];
      if (this.hold(one.member, kind.locked?.(share) ?? [])) one.resolve([...share]);
      else one.reject(new NotBatchable('what it asks for is held by another'));
    });
  }

  /** Whether these are the member's alone: a lock of the transaction keeps others out, not those who share it. */
  private hold(member: BatchedTransaction, names: readonly string[] | 'busy'): boolean {
    if (names === 'busy') return false;
    if (names.some((name) => (this.held.get(name) ?? member) !== member)) return false;
    for (const name of names) this.held.set(name, member);
    return true;
  }
}

/** In the order of the asking; what has no kind is alone. */
function byKind(all: readonly QueuedStatement[]): QueuedStatement[][] {
  const groups = new Map<BatchableStatement['kind'] | QueuedStatement, QueuedStatement[]>();
  for (const asked of all) {
    const kind = asked.statement.batching?.kind ?? asked;
    const group = groups.get(kind);
    if (group) group.push(asked);
    else groups.set(kind, [asked]);
  }
  return [...groups.values()];
}

/** The transaction, as one of those who share it sees it. */
export class BatchedTransaction extends SerialTransaction {
  /** Whether it has written, or may have. */
  changed = false;

  constructor(
    private readonly round: TransactionBatch,
    opened: { readonly at: Date },
    readonly allowance: RequestBudget,
  ) {
    super(opened.at, opened);
  }

  protected run(statement: Statement): Promise<object[]> {
    this.allowance.check();
    return this.round.ask(this, statement);
  }

  async rollbackToSavepoint(): Promise<void> {
    await this.tail;
    if (this.changed || this.firstError instanceof NotBatchable)
      throw new NotBatchable('what it wrote stands beside that of others');
    this.reset();
  }

  /** Its part of the transaction, from the opening to its answer. */
  async live<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.perform(run);
    } finally {
      await this.end();
      this.round.leave();
    }
  }
}
