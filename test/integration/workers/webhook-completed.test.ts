import type { CompletedAttempt } from '../../../src/operations/commands/webhook-attempt';
import type { ClaimedDelivery } from '../../../src/database/repositories/webhook-batch';
import { CompletedAttempts } from '../../../src/workers/webhooks/completed-attempts';
import { FINE } from '../../support/endpoints';

/** The order in which completed attempts are written when they exceed one transaction. */

let ended: CompletedAttempts;
beforeEach(() => (ended = new CompletedAttempts()));

/** Starts `count` attempts of an endpoint. */
function startAttempts(agentId: string, count: number): ClaimedDelivery[] {
  const claims = Array.from({ length: count }, (_, n): ClaimedDelivery => ({
    deliveryId: `${agentId}${String(n)}`,
    eventId: '',
    agentId,
    principalId: '',
    leaseToken: 1n,
    waitedMs: 0,
    payload: '',
    notificationUrl: '',
    keyVersion: 1,
    secretCiphertext: Buffer.alloc(0),
    secretKeyId: '',
  }));
  for (const claimed of claims) ended.onStarted(claimed);
  return claims;
}

function end(claims: readonly ClaimedDelivery[]): void {
  for (const claimed of claims)
    ended.onCompleted(claimed, { claimed, attemptedAt: new Date(0), answer: FINE, tookMs: 0, jitter: 0 });
}

const idsOf = (batch: readonly CompletedAttempt[]): string[] => batch.map(({ claimed }) => claimed.deliveryId);

function next(enough: number): string[] {
  const batch = ended.nextBatch(enough);
  ended.removeWritten(batch);
  return idsOf(batch);
}

test('should write whole endpoints, and first those without attempts in flight', () => {
  const [a, b, c] = [startAttempts('a', 3), startAttempts('b', 2), startAttempts('c', 2)];
  end(a.slice(0, 2));
  end([...b, ...c]);
  expect(next(4)).toEqual(['b0', 'b1', 'c0', 'c1']);
  expect(next(4)).toEqual(['a0', 'a1']);
  expect(ended.size).toBe(0);
});

test('should write an endpoint that was left out before endpoints that completed later', () => {
  const a = startAttempts('a', 2);
  end(a.slice(0, 1));
  end(startAttempts('b', 2));
  expect(next(1)).toEqual(['b0', 'b1']);
  end(startAttempts('c', 2));
  expect(next(1)).toEqual(['a0']);
  expect(next(1)).toEqual(['c0', 'c1']);
  end(a.slice(1));
  expect(next(1)).toEqual(['a1']);
});

test('should write everything when there is little', () => {
  end(startAttempts('a', 2).slice(0, 1));
  end(startAttempts('b', 1));
  expect(next(8)).toEqual(['b0', 'a0']);
});

test('should return a batch again that was not written, with later attempts', () => {
  const a = startAttempts('a', 2);
  end(a.slice(0, 1));
  expect(idsOf(ended.nextBatch(8))).toEqual(['a0']);
  end(a.slice(1));
  expect(ended.size).toBe(2);
  expect(next(8)).toEqual(['a0', 'a1']);
});

test('should keep an attempt that completes during the write for the next batch', () => {
  const a = startAttempts('a', 2);
  end(a.slice(0, 1));
  const batch = ended.nextBatch(8);
  end(a.slice(1));
  ended.removeWritten(batch);
  expect(next(8)).toEqual(['a1']);
  expect(next(8)).toEqual([]);
});

test('should not keep an attempt with an unknown outcome', () => {
  const [a0, a1] = startAttempts('a', 2) as [ClaimedDelivery, ClaimedDelivery];
  end(startAttempts('b', 1));
  end([a1]);
  ended.onCompleted(a0, undefined);
  expect(next(1)).toEqual(['a1']);
});

test('should tell whether there are attempts beside those that were skipped', () => {
  end(startAttempts('a', 1));
  end(startAttempts('b', 1));
  ended.postpone(['a']);
  expect(ended.hasUnskipped).toBe(true);
  expect(next(1)).toEqual(['b0']);
  expect(ended.hasUnskipped).toBe(false);
  expect(next(1)).toEqual(['a0']);
  end(startAttempts('a', 1));
  expect(ended.hasUnskipped).toBe(true);
});
