import { Refusal } from '../../domain/errors/errors';
import type { RequestBudget } from '../../database/transactions/request-budget';

/**
 * What work answers within so many milliseconds; past them whatever of it reads on is refused.
 * @throws Refusal 503 `service_unavailable` for what comes later
 */
export async function withTimeout<T>(ms: number, allowance: RequestBudget, work: Promise<T>): Promise<T> {
  const ends = performance.now() + ms;
  const tooLate = (): Refusal => {
    allowance.cancel();
    return new Refusal(
      'service_unavailable',
      'The request took too long and had no effect; ask for less or try again.',
    );
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), ms);
  });
  try {
    const answer = await Promise.race([work, late]);
    // A busy process may hear that PostgreSQL ended a statement for the same time before its own timer has its turn.
    if (performance.now() >= ends) throw tooLate();
    return answer;
  } finally {
    clearTimeout(timer);
  }
}
