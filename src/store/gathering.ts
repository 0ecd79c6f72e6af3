import { LeftBehind } from './together';

export interface GatheringLimits {
  /** So many groups are under way at once. */
  readonly groups: number;
  /** So many are taken along in one. */
  readonly most: number;
  /** Who has waited for so long goes by itself: what keeps the groups may keep them for longer. */
  readonly patienceMs: number;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly apart: readonly string[];
  readonly timer: NodeJS.Timeout;
  readonly settle: (outcome: PromiseSettledResult<unknown>) => void;
}

/**
 * Gathers what comes while others are under way, and runs it in groups: first come, first taken. Alone, one begins at once.
 * Two with a name in common are never under way at once.
 */
export class Gathering<Item> {
  private waiting: Waiting<Item>[] = [];
  private readonly taken = new Set<string>();
  private underWay = 0;
  private called = false;

  /** @param run answers an outcome for each, in their order; what it throws is the outcome of all */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<unknown>[]>,
    private readonly limits: GatheringLimits,
  ) {}

  /**
   * @param apart names that no other has while it is under way
   * @throws LeftBehind once it has waited for too long
   */
  add(item: Item, apart: readonly string[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: PromiseSettledResult<unknown>): void => {
        if (outcome.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome.reason as Error);
      };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== one);
        reject(new LeftBehind());
      }, this.limits.patienceMs);
      const one = { item, apart, timer, settle };
      this.waiting.push(one);
      this.call();
    });
  }

  /** After all that has arrived by now: it goes along. */
  private call(): void {
    if (this.called) return;
    this.called = true;
    setImmediate(() => {
      this.called = false;
      this.begin();
    });
  }

  private begin(): void {
    while (this.underWay < this.limits.groups) {
      const group = this.take();
      if (group.length === 0) return;
      void this.carry(group);
    }
  }

  private take(): Waiting<Item>[] {
    const group: Waiting<Item>[] = [];
    this.waiting = this.waiting.filter((one) => {
      if (group.length === this.limits.most || one.apart.some((name) => this.taken.has(name))) return true;
      for (const name of one.apart) this.taken.add(name);
      clearTimeout(one.timer);
      group.push(one);
      return false;
    });
    return group;
  }

  private async carry(group: readonly Waiting<Item>[]): Promise<void> {
    this.underWay += 1;
    const outcomes = await this.run(group.map(({ item }) => item)).catch((reason: unknown) =>
      group.map(() => ({ status: 'rejected' as const, reason })),
    );
    this.underWay -= 1;
    for (const name of group.flatMap(({ apart }) => apart)) this.taken.delete(name);
    group.forEach(({ settle }, at) => {
      const outcome = outcomes[at];
      if (outcome) settle(outcome);
    });
    this.call();
  }
}
