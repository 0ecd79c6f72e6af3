import type { Caller } from '../../domain/sessions/caller';
import { type IdempotencyClaim, requestKey } from './idempotency';
import type { ParsedRequest } from './api-adapter';

/**
 * Mutations that may share a transaction, with the rows that they lock.
 * They make no external calls and lock only what `load_decision_data` locks: principals, or only the trade or proposal (`subject`).
 * Mutations of wallets also lock a human, so they run alone. See
 * docs/decisions/0029-transaction-batching.md.
 */
export const BATCHABLE_MUTATIONS: ReadonlyMap<string, 'principal' | 'subject'> = new Map([
  ['reserveBond', 'principal'],
  ['releaseBond', 'principal'],
  ['createTrade', 'principal'],
  ['activateTrade', 'principal'],
  ['publishListing', 'principal'],
  ['respondToProposal', 'subject'],
  ['publishDeliveryContract', 'subject'],
  ['submitCheckpoint', 'subject'],
  ['fileRebuttal', 'subject'],
]);

/**
 * Returns the keys that no other request of the batch may have; undefined if the request must run alone.
 * A lock of the transaction does not exclude members of the same batch. So the idempotency key must be unique, and so
 * must the principal if the mutation locks it. A request with a long response runs alone, because the others would wait
 * while it is read. A request of a human runs alone, because it locks its bindings before the commit.
 */
export function conflictKeysOf(parsed: ParsedRequest, caller: Caller, claim: IdempotencyClaim): string[] | undefined {
  const [field, ...others] = parsed.fields;
  const locks = field && BATCHABLE_MUTATIONS.get(field.name.value);
  if (!locks || others.length > 0 || caller.kind === 'console' || !parsed.isShort()) return undefined;
  const principal = locks === 'principal' && caller.kind === 'principal' ? [caller.principalId] : [];
  return [requestKey(claim), ...principal];
}
