import type { Services } from '../../operations/context';
import { receivePayment } from '../../operations/commands/payment';
import type { StripeWebhookVerifier } from '../../operations/ports';
import type { Database } from '../../database/transactions/database';
import type { HttpResponse } from '../responses/response';

export interface StripeWebhookDeps {
  readonly verifier: StripeWebhookVerifier;
  readonly store: Database;
  readonly services: Services;
}

const RECEIVED: HttpResponse = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: '{"received": true}',
};

/** Stripe's way in, proved by Stripe's own signature over the bytes as received (contract §7). */
export class StripeWebhook {
  constructor(private readonly deps: StripeWebhookDeps) {}

  /**
   * Answers 200 to every event that proves to be Stripe's, whatever came of it: Stripe repeats what is not acknowledged,
   * and an event that is not about us will not get better by that.
   * @throws Refusal 400 `stripe_signature_invalid`; nothing is stored then
   */
  async receive(body: Buffer, signature: string | undefined): Promise<HttpResponse> {
    const { verifier: door, store, services } = this.deps;
    const event = door.verify(body, signature);
    const judged = await store.inTransaction((tx) => receivePayment({ tx, services }, event));
    const fields = { stripeEventId: event.eventId, type: event.type, ...judged };
    if (judged.reason === null) services.log.info(fields, 'an event of Stripe');
    else services.log.warn(fields, 'an event of Stripe that an operator must look at');
    return RECEIVED;
  }
}
