import { setImmediate as immediately } from 'node:timers/promises';
import type { ClaimedDelivery, WebhookBatch } from '../../../src/database/repositories/webhook-batch';
import { InFlightDeliveries } from '../../../src/workers/webhooks/in-flight-deliveries';
import { heldSender } from '../../support/endpoints';
import { testServices } from '../../support/service';

/** How long the worker waits for completed attempts. */

const services = testServices();
const { ciphertext, keyId } = services.secrets.encrypt('whsec_AAAA', 'webhook:a:1');
const LONG = 600_000;

/** Starts `count` attempts of one endpoint. */
async function startAttempts(count: number) {
  const sender = heldSender();
  const attempts = new InFlightDeliveries(services, sender);
  const claimed = Array.from({ length: count }, (_, n): ClaimedDelivery => ({
    deliveryId: String(n),
    eventId: '01a20928-3bf8-7224-97f2-47dd4b4e40a1',
    agentId: 'a',
    principalId: 'p',
    leaseToken: 1n,
    waitedMs: 0,
    payload: '{}',
    notificationUrl: 'http://127.0.0.1:9/',
    keyVersion: 1,
    secretCiphertext: ciphertext,
    secretKeyId: keyId,
  }));
  const batch: WebhookBatch = {
    claimed,
    at: new Date(),
    startedAt: performance.now(),
    more: false,
    staleClaims: new Set(),
    manualRedeliveries: new Set(),
    busyAgents: new Set(),
  };
  attempts.start(batch);
  await immediately();
  expect(sender.calls).toHaveLength(count);
  return { attempts, sender };
}

test('should end when enough attempts are completed', async () => {
  const { attempts, sender } = await startAttempts(3);
  const waiting = attempts.waitForCompleted(2, LONG);
  sender.release();
  await waiting;
  expect(attempts.completed.size).toBeGreaterThanOrEqual(2);
});

test('should end when nothing is in flight', async () => {
  const { attempts, sender } = await startAttempts(1);
  const waiting = attempts.waitForCompleted(2, LONG);
  sender.release();
  await waiting;
  expect([attempts.completed.size, attempts.inFlight.size]).toEqual([1, 0]);
  await attempts.waitForCompleted(2, LONG);
});

test('should end after its time limit', async () => {
  const { attempts } = await startAttempts(1);
  await attempts.waitForCompleted(1, 1);
  expect([attempts.completed.size, attempts.inFlight.size]).toEqual([0, 1]);
});
