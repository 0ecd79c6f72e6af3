import type { PoolClient, QueryConfig } from 'pg';
import { type Allowance, runWithin } from '../transactions/request-budget';
import type { Joinable, Statement } from '../transactions/statement';
import { LeftBehind } from './batchable';
import { OrderedTx, type Tx } from '../transactions/serial-transaction';

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
export class Round {
  private asked: Asked[] = [];
  private readonly held = new Map<string, Member>();
  private present = 0;
  /** The first error of a statement: the transaction is spent. */
  spoiled: unknown;

  constructor(readonly client: PoolClient) {}

  enter(opened: { readonly at: Date }, allowance: Allowance): Member {
    this.present += 1;
    allowance.renew();
    return new Member(this, opened, allowance);
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
        const who = error instanceof LeftBehind ? 'innocent' : 'suspect';
        for (const { reject } of alike) reject(new LeftBehind(error, who));
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
export class Member extends OrderedTx {
  /** Whether it has written, or may have. */
  changed = false;

  constructor(
    private readonly round: Round,
    opened: { readonly at: Date },
    readonly allowance: Allowance,
  ) {
    super(opened.at, opened);
  }

  protected run(statement: Statement): Promise<object[]> {
    this.allowance.check();
    return this.round.ask(this, statement);
  }

  async rollbackToSavepoint(): Promise<void> {
    await this.tail;
    if (this.changed || this.broken instanceof LeftBehind)
      throw new LeftBehind('what it wrote stands beside that of others');
    this.forget();
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
