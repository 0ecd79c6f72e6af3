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

/** Receives Stripe events, which Stripe signs itself. */
export class StripeWebhook {
  constructor(private readonly deps: StripeWebhookDeps) {}

  /**
   * Answers 200 to every event with a valid signature.
   * Stripe repeats an event without 200, and repeating an event for another system does not help.
   * @throws Refusal 400 `stripe_signature_invalid`, and stores nothing
   */
  async receive(body: Buffer, signature: string | undefined): Promise<HttpResponse> {
    const { verifier, store, services } = this.deps;
    const event = verifier.verify(body, signature);
    const outcome = await store.inTransaction((tx) => receivePayment({ tx, services }, event));
    const fields = { stripeEventId: event.eventId, type: event.type, ...outcome };
    if (outcome.reason === null) services.log.info(fields, 'received a Stripe event');
    else services.log.warn(fields, 'received a Stripe event that an operator must review');
    return RECEIVED;
  }
}
