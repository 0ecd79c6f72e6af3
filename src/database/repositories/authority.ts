import type { FactOrigin } from '../../domain/trades/fact-types';
import { literal, type Tx } from '../transactions/database';

/** An object that says who may act. The view `authority_row` has its state. */
export interface AuthorityObject {
  readonly object:
    'binding' | 'credential' | 'agent' | 'mandate' | 'approval' | 'signing_key' | 'anchor' | 'operator_act';
  readonly id: string;
  /** The version of a signing key, whose id is that of its agent. */
  readonly version?: number;
  /** The principal of a removed object. */
  readonly principalId?: string;
}

/** Acts after which an object has another state. */
export type AuthorityKind =
  | 'binding_added'
  | 'binding_changed'
  | 'binding_removed'
  | 'credential_issued'
  | 'credential_revoked'
  | 'agent_registered'
  | 'agent_changed'
  | 'agent_retired'
  | 'mandate_put'
  | 'mandate_revoked'
  | 'approval_decided'
  | 'signing_key_issued'
  | 'signing_key_retired'
  | 'secret_encrypted'
  | 'principal_provisioned'
  | 'anchor_set'
  | 'operator_acted';

/**
 * Chains the state that the object has at COMMIT, in the same round trip.
 *
 * So the lock of the chain is the last one of the transaction.
 */
export function addAuthorityFact(tx: Tx, kind: AuthorityKind, origin: FactOrigin, object: AuthorityObject): void {
  const { at, actor, requestDigest } = origin;
  const body = literal(JSON.stringify({ kind, at, actor, request_digest: requestDigest }));
  const { id, version = 0, principalId = null } = object;
  const values = [literal(object.object), literal(id), String(version), literal(principalId)];
  tx.beforeCommit(`SELECT authority_add_fact(${[body, ...values].join(', ')})`);
}
