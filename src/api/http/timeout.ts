import { Refusal } from '../../domain/errors/errors';
import type { RequestBudget } from '../../database/transactions/request-budget';

/**
 * Waits for work, and cancels its request budget after the timeout.
 * @throws Refusal 503 `service_unavailable` after the timeout
 */
export async function withTimeout<T>(ms: number, budget: RequestBudget, work: Promise<T>): Promise<T> {
  const endsAt = performance.now() + ms;
  const expire = (): Refusal => {
    budget.cancel();
    return new Refusal(
      'service_unavailable',
      'The request took too long and had no effect. Retry it, or request less data.',
    );
  };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(expire()), ms);
  });
  try {
    const answer = await Promise.race([work, timeout]);
    // In a busy process PostgreSQL's statement timeout may arrive before this timer runs.
    if (performance.now() >= endsAt) throw expire();
    return answer;
  } finally {
    clearTimeout(timer);
  }
}
