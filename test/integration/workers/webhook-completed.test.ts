import type { CompletedAttempt } from '../../../src/operations/commands/webhook-attempt';
import type { ClaimedDelivery } from '../../../src/database/repositories/webhook-batch';
import { CompletedAttempts } from '../../../src/workers/webhooks/completed-attempts';
import { FINE } from '../../support/endpoints';

/** In which order what has ended is written, where there is more than goes into one transaction. */

let ended: CompletedAttempts;
beforeEach(() => (ended = new CompletedAttempts()));

/** So many attempts of an endpoint begin. */
function begin(agentId: string, count: number): ClaimedDelivery[] {
  const claims = Array.from({ length: count }, (_, n): ClaimedDelivery => ({
    deliveryId: `${agentId}${String(n)}`,
    eventId: '',
    agentId,
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

test('endpoints go whole, those first of which nothing is under way any more', () => {
  const [a, b, c] = [begin('a', 3), begin('b', 2), begin('c', 2)];
  end(a.slice(0, 2));
  end([...b, ...c]);
  expect(next(4)).toEqual(['b0', 'b1', 'c0', 'c1']);
  expect(next(4)).toEqual(['a0', 'a1']);
  expect(ended.size).toBe(0);
});

test('what was left out once goes before what has all ended since', () => {
  const a = begin('a', 2);
  end(a.slice(0, 1));
  end(begin('b', 2));
  expect(next(1)).toEqual(['b0', 'b1']);
  end(begin('c', 2));
  expect(next(1)).toEqual(['a0']);
  expect(next(1)).toEqual(['c0', 'c1']);
  end(a.slice(1));
  expect(next(1)).toEqual(['a1']);
});

test('where there is little, nothing waits', () => {
  end(begin('a', 2).slice(0, 1));
  end(begin('b', 1));
  expect(next(8)).toEqual(['b0', 'a0']);
});

test('a batch that could not be written comes again, with what has ended since', () => {
  const a = begin('a', 2);
  end(a.slice(0, 1));
  expect(idsOf(ended.nextBatch(8))).toEqual(['a0']);
  end(a.slice(1));
  expect(ended.size).toBe(2);
  expect(next(8)).toEqual(['a0', 'a1']);
});

test('what ends while its endpoint is being written is written the next time', () => {
  const a = begin('a', 2);
  end(a.slice(0, 1));
  const batch = ended.nextBatch(8);
  end(a.slice(1));
  ended.removeWritten(batch);
  expect(next(8)).toEqual(['a1']);
  expect(next(8)).toEqual([]);
});

test('an attempt of which nothing is known keeps no place', () => {
  const [a0, a1] = begin('a', 2) as [ClaimedDelivery, ClaimedDelivery];
  end(begin('b', 1));
  end([a1]);
  ended.onCompleted(a0, undefined);
  expect(next(1)).toEqual(['a1']);
});
