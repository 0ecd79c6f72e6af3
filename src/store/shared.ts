import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { assert } from '../domain/errors';
import { type Allowance, runWithin } from './allowance';
import type { Joinable, Statement } from './db';
import { Gathering } from './gathering';
import { LeftBehind } from './together';
import { type Lent, type Opening, rollBack, sqlState, type Store, type Tx } from './tx';

/**
 * One transaction for several requests (docs/decisions/0029-shared-transactions.md; performance.md §2.5): what each costs by
 * itself – round trips, BEGIN, COMMIT and its write to disk – they pay once.
 */

/** What a request does, as `Store.inTransaction` takes it. */
interface Work {
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly opening: Opening;
  readonly allowance: Allowance;
}

// Two: while one is PostgreSQL's turn, another's is ours.
const GROUPS = { groups: 2, most: 32, patienceMs: 1_000 };
// Nothing in a shared transaction waits for what others have locked: it asks whether it can have it. This is for what
// cannot be asked, a unique index for one.
const LOCK_TIMEOUT_MS = 200;

/** Transactions of requests that may share one. */
export class SharedTransactions {
  private readonly gathering: Gathering<Work>;

  constructor(private readonly store: Store) {
    this.gathering = new Gathering((works) => this.carry(works), GROUPS);
  }

  /**
   * As `Store.inTransaction`, maybe with others. The work has no effect outside the database, and is run again by itself
   * where it cannot go on among others.
   *
   * @param apart names that tell requests apart which must not share one: of the same key, or sure to want the same rows
   */
  async inTransaction<T>(
    run: (tx: Tx) => Promise<T>,
    opening: Opening,
    allowance: Allowance,
    apart: readonly string[],
  ): Promise<T> {
    try {
      return (await this.gathering.add({ run, opening, allowance }, apart)) as T;
    } catch (error) {
      if (!(error instanceof LeftBehind)) throw error;
      return this.store.inTransaction(run, opening, allowance);
    }
  }

  private carry(works: readonly Work[]): Promise<PromiseSettledResult<unknown>[]> {
    return this.store.lend(async (lent) => {
      const round = new Round(lent.client);
      try {
        const members = await begin(this.store, round, works);
        const outcomes = await Promise.allSettled(members.map((member, at) => member.live(works[at] as Work)));
        const spoiled = round.spoiled ?? spoiledBy(members, outcomes);
        if (spoiled !== undefined) {
          await rollBack(lent, spoiled);
          return outcomes.map(undone);
        }
        return await commit(lent, members, outcomes);
      } catch (error) {
        await rollBack(lent, error);
        return works.map(() => leftBehind(error));
      }
    });
  }
}

function leftBehind(cause: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason: new LeftBehind(cause) };
}

/** Who was refused is told so: it had no effect. The others are to try by themselves. */
function undone(outcome: PromiseSettledResult<unknown>): PromiseRejectedResult {
  return outcome.status === 'rejected' ? outcome : leftBehind('undone');
}

/** Why nothing of it may be committed: one failed that had written, and what it wrote cannot be told from the others'. */
function spoiledBy(members: readonly Member[], outcomes: readonly PromiseSettledResult<unknown>[]): unknown {
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected' && members[at]?.changed) return outcome.reason ?? 'failed';
  }
  return undefined;
}

async function begin(store: Store, round: Round, works: readonly Work[]): Promise<Member[]> {
  const now = store.nowSql();
  const calls = works.map(({ opening }) => `SELECT ${now} AS at, opened.* FROM ${opening(now, false)} AS opened`);
  const results = (await round.client.query(
    `BEGIN; SET LOCAL lock_timeout = ${String(LOCK_TIMEOUT_MS)}; ${calls.join(' UNION ALL ')}`,
  )) as unknown as QueryResult[];
  const rows = (results.at(-1) as QueryResult).rows as { at: Date }[];
  assert(rows.length === works.length, 'every request has its opening');
  return works.map((work, at) => round.enter(rows[at] as { at: Date }, work.allowance));
}

async function commit(
  lent: Lent,
  members: readonly Member[],
  outcomes: PromiseSettledResult<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const done = members.filter((_, at) => outcomes[at]?.status === 'fulfilled');
  try {
    await lent.client.query(`${done.map(({ last }) => last).join('')} COMMIT`);
  } catch (error) {
    // Nothing was heard of it: whether it was committed is known when the key comes again.
    if (sqlState(error) === undefined) {
      lent.lost ??= error as Error;
      return outcomes.map((outcome) =>
        outcome.status === 'rejected' ? outcome : { status: 'rejected', reason: error },
      );
    }
    await rollBack(lent, error);
    return outcomes.map(undone);
  }
  for (const hook of done.flatMap(({ hooks }) => hooks)) hook();
  return outcomes;
}

interface Asked {
  readonly member: Member;
  readonly statement: Statement;
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Those who share a transaction go through it in step: once all that are still in it wait for a statement, those of one
 * kind are run as one.
 */
class Round {
  private asked: Asked[] = [];
  private readonly held = new Map<string, Member>();
  private present = 0;
  /** The first error of a statement: the transaction is spent. */
  spoiled: unknown;

  constructor(readonly client: PoolClient) {}

  enter(opened: { readonly at: Date }, allowance: Allowance): Member {
    this.present += 1;
    return new Member(this, opened.at, opened, allowance);
  }

  leave(): void {
    this.present -= 1;
    this.step();
  }

  ask(member: Member, statement: Statement): Promise<object[]> {
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

  private async answer(all: readonly Asked[]): Promise<void> {
    for (const alike of byKind(all)) {
      try {
        if (this.spoiled !== undefined) throw new LeftBehind(this.spoiled);
        await this.run(alike);
      } catch (error) {
        this.spoiled ??= error;
        for (const { reject } of alike) reject(new LeftBehind(error));
      }
    }
  }

  private async run(alike: readonly Asked[]): Promise<void> {
    const [{ member, statement, resolve }] = alike as [Asked];
    const kind = statement.together?.kind;
    if (!kind) {
      member.changed = true;
      const { rows } = await runWithin(this.client, statement, member.allowance);
      resolve(rows as object[]);
      return;
    }
    if (kind.changes) for (const asking of alike) asking.member.changed = true;
    const parts = alike.map((one) => one.statement.together?.part);
    const joined = kind.join(parts, member.now);
    const { rows } = await this.client.query(joined as QueryConfig);
    const shares = kind.share(rows as object[], parts);
    alike.forEach((one, at) => {
      const share = shares[at] ?? [];
      if (this.hold(one.member, kind.locked?.(share) ?? [])) one.resolve([...share]);
      else one.reject(new LeftBehind('what it asks for is held by another'));
    });
  }

  /** Whether these are the member's alone: a lock of the transaction keeps others out, not those who share it. */
  private hold(member: Member, names: readonly string[] | 'busy'): boolean {
    if (names === 'busy') return false;
    if (names.some((name) => (this.held.get(name) ?? member) !== member)) return false;
    for (const name of names) this.held.set(name, member);
    return true;
  }
}

/** In the order of the asking; what has no kind is alone. */
function byKind(all: readonly Asked[]): Asked[][] {
  const groups = new Map<Joinable['kind'] | Asked, Asked[]>();
  for (const asked of all) {
    const kind = asked.statement.together?.kind ?? asked;
    const group = groups.get(kind);
    if (group) group.push(asked);
    else groups.set(kind, [asked]);
  }
  return [...groups.values()];
}

/** The transaction, as one of those who share it sees it. */
class Member implements Tx {
  private tail: Promise<unknown> = Promise.resolve();
  private broken: unknown;
  private ended = false;
  /** Whether it has written, or may have. */
  changed = false;
  last = '';
  readonly hooks: (() => void)[] = [];

  constructor(
    private readonly round: Round,
    readonly now: Date,
    readonly opened: unknown,
    readonly allowance: Allowance,
  ) {}

  query<T>(statement: Statement): Promise<T[]> {
    const run = (): Promise<object[]> => {
      // Work that was given up on (a timeout) may still ask.
      assert(!this.ended, 'the transaction has ended');
      this.allowance.check();
      return this.round.ask(this, statement);
    };
    const result = this.tail.then(run, run);
    // What ended it here is kept: an executor may have turned it into an answer.
    this.tail = result.catch((error: unknown) => {
      this.broken ??= error;
    });
    return result as Promise<T[]>;
  }

  async rollbackToSavepoint(): Promise<void> {
    await this.tail;
    if (this.changed || this.broken instanceof LeftBehind)
      throw new LeftBehind('what it wrote stands beside that of others');
    this.broken = undefined;
    this.last = '';
    this.hooks.length = 0;
  }

  beforeCommit(sql: string): void {
    this.last += `${sql};`;
  }

  afterCommit(hook: () => void): void {
    this.hooks.push(hook);
  }

  /** Its part of the transaction, from the opening to its answer. */
  async live({ run }: Work): Promise<unknown> {
    try {
      const result = await run(this);
      if (this.broken !== undefined) throw this.broken as Error;
      return result;
    } finally {
      this.ended = true;
      await this.tail;
      this.round.leave();
    }
  }
}
