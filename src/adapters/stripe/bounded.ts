import { Refusal } from '../../domain/errors';
import type { Checkout } from '../../operations/ports';

/**
 * At most so many checkout calls at once. Each holds a transaction, hence a connection of the pool, while the processor
 * takes its time; a slow processor must not leave none for the trades.
 * @throws Refusal 503 `service_unavailable` for one call more
 */
export function bounded(checkout: Checkout, atOnce: number): Checkout {
  let running = 0;
  return {
    async createSession(input) {
      if (running >= atOnce) {
        throw new Refusal('service_unavailable', 'Too many checkouts are being made; try again with the same key.');
      }
      running += 1;
      try {
        return await checkout.createSession(input);
      } finally {
        running -= 1;
      }
    },
  };
}
