import { Refusal } from '../../../src/domain/errors/errors';
import { withTimeout } from '../../../src/api/http/timeout';
import { RequestBudget } from '../../../src/database/transactions/request-budget';

/** Contract §6: 5 s of execution; here of milliseconds. */

const allowance = () => new RequestBudget(1, 1);

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason: unknown) => reason);
  return error instanceof Refusal ? error.code : String(error);
}

test('what comes in time is the answer, what fails in time the failure, and the allowance goes on', async () => {
  const one = allowance();
  await expect(withTimeout(10_000, one, Promise.resolve('told'))).resolves.toBe('told');
  await expect(withTimeout(10_000, one, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(() => one.check()).not.toThrow();
});

test('what never comes: 503 service_unavailable, and nothing is read on', async () => {
  const one = allowance();
  expect(await refusalOf(withTimeout(5, one, new Promise(() => undefined)))).toBe('service_unavailable');
  expect(() => one.check()).toThrow(Refusal);
});

test('the same where what comes too late is heard of before the timer has its turn', async () => {
  const one = allowance();
  const late = async (): Promise<string> => {
    await Promise.resolve();
    const ends = performance.now() + 20;
    while (performance.now() < ends);
    return 'a field that was refused when its statement was ended';
  };
  expect(await refusalOf(withTimeout(10, one, late()))).toBe('service_unavailable');
  expect(() => one.check()).toThrow(Refusal);
});
