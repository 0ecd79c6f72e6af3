import { type AnswerCharge, type AnswerTotal, AnswerBudget } from '../../../src/api/http/answer-budget';
import { refusalOf } from '../domain/setup';

/** The stored sums are a map here; the spec tests use the table. */
class Sums {
  readonly bytes = new Map<string, number>();
  readonly errors: unknown[] = [];
  maximum: number | null = 10_000;
  failure: Error | undefined;
  nowMs = 0;

  readonly budget = new AnswerBudget(
    1_000_000,
    (charges) => this.save(charges),
    (error) => this.errors.push(error),
    () => this.nowMs,
  );

  private save(charges: readonly AnswerCharge[]): Promise<readonly AnswerTotal[]> {
    if (this.failure) return Promise.reject(this.failure);
    return Promise.resolve(
      charges.map(({ scope, bytes }) => {
        const sum = (this.bytes.get(scope) ?? 0) + bytes;
        this.bytes.set(scope, sum);
        return { scope, bytes: sum, maximum: this.maximum };
      }),
    );
  }

  /** Charges 5 s after the last flush, and waits for the flush. */
  async charge(scope: string, bytes: number): Promise<void> {
    this.nowMs += 5_000;
    this.budget.charge(scope, bytes);
    await new Promise(setImmediate);
  }
}

const ROW = 512;

describe('The budget of stored answers', () => {
  test('should refuse from the maximum that the flush has read, with the scope of the caller only', async () => {
    const sums = new Sums();
    await sums.charge('prn:a', 9_000);
    expect(sums.budget.isExceeded('prn:a')).toBe(false);
    await sums.charge('prn:a', 9_000);
    expect(() => {
      sums.budget.assertWithin('prn:a');
    }).toThrow('kept_answer_bytes');
    expect(sums.budget.isExceeded('prn:b')).toBe(false);
  });

  test('should count what other processes have stored', async () => {
    const sums = new Sums();
    sums.bytes.set('prn:a', 9_900);
    await sums.charge('prn:a', 1);
    expect(sums.budget.isExceeded('prn:a')).toBe(true);
  });

  test('should keep charges that could not be saved, and save each once', async () => {
    const sums = new Sums();
    sums.failure = new Error('the database is away');
    await sums.charge('prn:a', 1_000);
    expect(sums.errors).toEqual([sums.failure]);
    sums.failure = undefined;
    await sums.charge('prn:a', 1_000);
    await sums.charge('prn:a', 1_000);
    expect(sums.bytes.get('prn:a')).toBe(3 * (1_000 + ROW));
  });

  // @spec E18
  test('should advise no wait when the limit is 0', async () => {
    const sums = new Sums();
    await sums.charge('prn:a', 20_000);
    const adviceAt = async (maximum: number) => {
      sums.maximum = maximum;
      await sums.charge('prn:a', 1);
      return refusalOf(() => sums.budget.assertWithin('prn:a'))?.remedy;
    };
    expect(await adviceAt(10_000)).toMatch(/^Wait for Retry-After seconds/);
    expect(await adviceAt(0)).toMatch(/^No wait makes room: `maximum` is 0/);
  });

  test('should read the sum again while it is exceeded, so that a raised maximum counts', async () => {
    const sums = new Sums();
    await sums.charge('prn:a', 20_000);
    sums.maximum = 100_000;
    sums.nowMs += 5_000;
    expect(sums.budget.isExceeded('prn:a')).toBe(true);
    await new Promise(setImmediate);
    expect(sums.budget.isExceeded('prn:a')).toBe(false);
  });
});
