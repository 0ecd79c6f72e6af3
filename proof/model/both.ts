import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/client';
import { mutate } from '../../test/support/actors';
import { expectSame } from './compare';
import type { Model, Trade } from './model';
import { ModelRefusal } from './rules';
import { outcomeOf, type Life, type Service } from './service';

/** Runs each call in the model and in the service. Both must give the same outcome and the same state. */
export class Both {
  private readonly ended = new Set<Trade>();
  /** Sends each call a second time under its key. */
  repeat = false;

  /** `tally` counts the outcomes of each call. */
  constructor(
    readonly life: Life,
    private readonly tally: Map<string, number>,
  ) {}

  get model(): Model {
    return this.life.model;
  }

  protected get service(): Service {
    return this.life.service;
  }

  /**
   * Runs one call in both. `expected` runs the model and throws `ModelRefusal`. `send` calls the service under the given key.
   * `learn` gives the model what only the service can know. A refused call leaves the database unchanged.
   */
  protected async call<T>(
    what: string,
    expected: () => void,
    send: (key: string) => Promise<T>,
    learn?: (answer: T) => void,
  ): Promise<T | null> {
    const code = codeOf(expected);
    const before = code === 'taken' ? undefined : await this.service.digest();
    const key = randomUUID();
    const answer = await outcomeOf(() => send(key));
    this.count(`${what} ${code}`);
    expect(`${what} ${answer.code}`).toBe(`${what} ${code}`);
    if (before !== undefined) expect(await this.service.digest()).toEqual(before);
    else {
      learn?.(answer.data as T);
      await this.compare();
    }
    if (this.repeat) {
      const standing = before ?? (await this.service.digest());
      expect(await outcomeOf(() => send(key))).toEqual(answer);
      expect(await this.service.digest()).toEqual(standing);
    }
    return answer.data as T | null;
  }

  /** Compares all balances and all trades. */
  async compare(): Promise<void> {
    const before = this.ended.size;
    await expectSame(this.life, this.ended);
    for (const { end } of [...this.ended].slice(before)) this.count(`ended ${end?.cause ?? 'well'}`);
  }

  private count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }

  protected mutation<T>(api: Client, field: string, input: object, selection: string): (key: string) => Promise<T> {
    return (key) => mutate<T>(api, field, { ...input }, selection, key);
  }
}

function codeOf(model: () => void): string {
  try {
    model();
    return 'taken';
  } catch (error) {
    if (error instanceof ModelRefusal) return error.code;
    throw error;
  }
}
