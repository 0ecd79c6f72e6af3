import type { QueryResult } from 'pg';
import { assert } from '../domain/errors';
import type { Allowance } from './allowance';
import { sqlState } from './failures';
import { Gathering } from './gathering';
import { type Member, Round } from './round';
import { Spoilers } from './spoilers';
import { LeftBehind, type Who } from './together';
import { isTransient } from './transient';
import { type Lent, type Opening, rollBack, type Store, type Tx } from './tx';

/**
 * One transaction for several requests (docs/decisions/0029-transaction-batching.md; performance.md §2.5): what each costs by
 * itself – round trips, BEGIN, COMMIT and its write to disk – they pay once.
 */

/** What others must know of a request to share a transaction with it. */
export interface Among {
  /** Whoever spoils what others share is known again by this. */
  readonly sender: string;
  /** Names that tell requests apart which must not share: of the same key, or sure to want the same rows. */
  readonly apart: readonly string[];
}

/** What a request does, as `Store.inTransaction` takes it. */
interface Work {
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly opening: Opening;
  readonly allowance: Allowance;
  readonly sender: string;
}

// Two: while one is PostgreSQL's turn, another's is ours. The longest is as long as a connection of the pool is waited for.
const GROUPS = { groups: 2, most: 32, patienceMs: 1_000, longestMs: 5_000 };
// Nothing in a shared transaction waits for what others have locked: it asks whether it can have it. This is for what
// cannot be asked, a unique index for one.
const LOCK_TIMEOUT_MS = 200;

/** Who counts what becomes of them. */
export interface Counts {
  readonly transactionShared: (requests: number) => void;
  readonly transactionLeft: (who: Who) => void;
}

/** Transactions of requests that may share one. */
export class SharedTransactions {
  private readonly gathering: Gathering<Work>;
  private readonly spoilers = new Spoilers();

  constructor(
    private readonly store: Store,
    private readonly counts: Counts,
  ) {
    this.gathering = new Gathering((works) => this.carry(works), GROUPS);
  }

  /**
   * As `Store.inTransaction`, maybe with others. The work has no effect outside the database, and is run again by itself
   * where it cannot go on among others.
   */
  async inTransaction<T>(
    run: (tx: Tx) => Promise<T>,
    opening: Opening,
    allowance: Allowance,
    { sender, apart }: Among,
  ): Promise<T> {
    const alone = (): Promise<T> => this.store.inTransaction(run, opening, allowance);
    if (this.spoilers.has(sender)) return alone();
    try {
      return (await this.gathering.add({ run, opening, allowance, sender }, apart)) as T;
    } catch (error) {
      if (!(error instanceof LeftBehind)) throw error;
      this.counts.transactionLeft(error.who);
      // One of those whose statement failed is at fault: whoever fails without the others.
      return error.who === 'suspect' ? this.watched(sender, alone()) : alone();
    }
  }

  private async watched<T>(sender: string, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.blame(sender, error);
      throw error;
    }
  }

  /** Not where the database is at fault, or busy: then all would be blamed. */
  private blame(sender: string, error: unknown): void {
    if (!isTransient(error)) this.spoilers.add(sender);
  }

  /** Why nothing of it may be committed: one failed that had written, and what it wrote cannot be told from the others’. */
  private spoiledBy(
    works: readonly Work[],
    members: readonly Member[],
    outcomes: readonly PromiseSettledResult<unknown>[],
  ): unknown {
    let spoiled: unknown;
    for (const [at, { sender }] of works.entries()) {
      const outcome = outcomes[at];
      if (outcome?.status !== 'rejected' || !members[at]?.changed) continue;
      spoiled ??= outcome.reason ?? 'failed';
      this.blame(sender, outcome.reason);
    }
    return spoiled;
  }

  private carry(works: readonly Work[]): Promise<PromiseSettledResult<unknown>[]> {
    this.counts.transactionShared(works.length);
    return this.store.lend(async (lent) => {
      const round = new Round(lent.client);
      try {
        const members = await begin(this.store, round, works);
        const outcomes = await Promise.allSettled(members.map((member, at) => member.live((works[at] as Work).run)));
        const spoiled = round.spoiled ?? this.spoiledBy(works, members, outcomes);
        if (spoiled !== undefined) {
          await rollBack(lent, spoiled);
          return outcomes.map((outcome) => undone(outcome, 'innocent'));
        }
        return await commit(lent, members, outcomes);
      } catch (error) {
        await rollBack(lent, error);
        return works.map(() => leftBehind(error, 'suspect'));
      }
    });
  }
}

function leftBehind(cause: unknown, who: Who): PromiseRejectedResult {
  return { status: 'rejected', reason: new LeftBehind(cause, who) };
}

/** Who was refused is told so: it had no effect. The others are to try by themselves. */
function undone(outcome: PromiseSettledResult<unknown>, who: Who): PromiseRejectedResult {
  return outcome.status === 'rejected' ? outcome : leftBehind('undone', who);
}

async function begin(store: Store, round: Round, works: readonly Work[]): Promise<Member[]> {
  const now = store.nowSql();
  const calls = works.map(
    ({ opening }, n) => `SELECT ${String(n)} AS n, ${now} AS at, opened.* FROM ${opening(now, false)} AS opened`,
  );
  const results = (await round.client.query(
    `BEGIN; SET LOCAL lock_timeout = ${String(LOCK_TIMEOUT_MS)}; ${calls.join(' UNION ALL ')}`,
  )) as unknown as QueryResult[];
  const rows = (results.at(-1) as QueryResult).rows as { n: number; at: Date }[];
  return works.map(({ allowance }, n) => {
    const opened = rows[n];
    // Nothing but our asking for it in this order says that it comes so, and it is who may act, and what was answered before.
    assert(opened?.n === n, 'every request has its own opening');
    return round.enter(opened, allowance);
  });
}

async function commit(
  lent: Lent,
  members: readonly Member[],
  outcomes: PromiseSettledResult<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const done = members.filter((_, at) => outcomes[at]?.status === 'fulfilled');
  const text = `${done.map(({ last }) => last).join('')} COMMIT`;
  try {
    await lent.client.query(text);
  } catch (error) {
    // Nothing was heard of it: whether it was committed is known when the key comes again.
    if (sqlState(error) === undefined) {
      lent.lost ??= error as Error;
      return outcomes.map((outcome) =>
        outcome.status === 'rejected' ? outcome : { status: 'rejected', reason: error },
      );
    }
    await rollBack(lent, error);
    return outcomes.map((outcome) => undone(outcome, 'suspect'));
  }
  for (const hook of done.flatMap(({ hooks }) => hooks)) hook();
  return outcomes;
}
