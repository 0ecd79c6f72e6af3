import type { Caller } from '../../domain/sessions/caller';
import { type IdempotencyClaim, requestKey } from './idempotency';
import type { ParsedRequest } from './api-adapter';

/**
 * Mutations that may share a transaction with others' (docs/decisions/0029-transaction-batching.md): they lock what `load` locks and
 * nothing else, and ask nothing of the outside. Not so those of wallets, which lock a human, nor those of listings,
 * which lock a market. Each with what it locks: principals, or nothing but the trade or proposal it is about.
 */
export const BATCHABLE_MUTATIONS: ReadonlyMap<string, 'principal' | 'subject'> = new Map([
  ['reserveBond', 'principal'],
  ['releaseBond', 'principal'],
  ['createTrade', 'principal'],
  ['activateTrade', 'principal'],
  ['respondToProposal', 'subject'],
  ['publishDeliveryContract', 'subject'],
  ['submitCheckpoint', 'subject'],
  ['fileRebuttal', 'subject'],
]);

/**
 * What a request must have to itself in a shared transaction; undefined: it shares none. Its key, for a lock of the
 * transaction keeps nobody out who shares it; and its principal, where that is sure to be locked: of two, one would be
 * left behind. Which trade or proposal it is about is not known yet, and seldom another's. Nor does it share where its
 * answer may be long: it is read in the transaction, while the others wait.
 */
export function conflictKeysOf(asked: ParsedRequest, caller: Caller, claim: IdempotencyClaim): string[] | undefined {
  const [only, ...others] = asked.fields;
  const locks = only && BATCHABLE_MUTATIONS.get(only.name.value);
  if (!locks || others.length > 0 || !asked.isShort()) return undefined;
  const principal = locks === 'principal' && caller.kind === 'agent' ? [caller.principalId] : [];
  return [requestKey(claim), ...principal];
}
