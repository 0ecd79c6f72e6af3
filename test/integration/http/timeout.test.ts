import { Refusal } from '../../../src/domain/errors/errors';
import { withTimeout } from '../../../src/api/http/timeout';
import { RequestBudget } from '../../../src/database/transactions/request-budget';

/** The time limit of a request, with milliseconds instead of 5 s. */

const newBudget = () => new RequestBudget(1, 1);

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason: unknown) => reason);
  return error instanceof Refusal ? error.code : String(error);
}

test('should return the result or the error of work that ends in time, and keep the budget', async () => {
  const budget = newBudget();
  await expect(withTimeout(10_000, budget, Promise.resolve('told'))).resolves.toBe('told');
  await expect(withTimeout(10_000, budget, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(() => budget.check()).not.toThrow();
});

test('should answer 503 service_unavailable for work that never ends, and cancel the budget', async () => {
  const budget = newBudget();
  expect(await refusalOf(withTimeout(5, budget, new Promise(() => undefined)))).toBe('service_unavailable');
  expect(() => budget.check()).toThrow(Refusal);
});

test('should answer 503 service_unavailable when late work ends before the timer runs', async () => {
  const budget = newBudget();
  const lateWork = async (): Promise<string> => {
    await Promise.resolve();
    const endsAt = performance.now() + 20;
    while (performance.now() < endsAt);
    return 'a field that was refused when its statement was ended';
  };
  expect(await refusalOf(withTimeout(10, budget, lateWork()))).toBe('service_unavailable');
  expect(() => budget.check()).toThrow(Refusal);
});
