/** The key of subscribers that receive equal payloads. */
import { createHash } from 'node:crypto';
import type { Caller } from '../../domain/sessions/caller';

export interface SubscriptionIdentity {
  /** Hash of the document's text. */
  readonly documentHash: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
}

/**
 * Returns the group key of a subscription.
 *
 * Subscribers of one principal with equal keys receive equal payloads. A different `after` gives a different key, because
 * a nested field may use the same variable.
 */
export function subscriptionKey({ documentHash, operationName, variables, caller }: SubscriptionIdentity): string {
  const identity = JSON.stringify([documentHash, operationName, Object.entries(variables), viewOf(caller)]);
  return createHash('sha256').update(identity).digest('base64');
}

/** Everything about the caller that a payload may depend on, except the principal. */
function viewOf(caller: Caller): unknown {
  switch (caller.kind) {
    case 'console':
      return ['console', caller.human ?? null];
    case 'principal':
      // The acts that a payload offers depend on the limits of the credential.
      return ['principal', caller.limits?.agentId ?? null, caller.limits?.scopes ?? null];
    case 'operator':
      return ['operator'];
  }
}
