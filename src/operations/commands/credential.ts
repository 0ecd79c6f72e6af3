import { Refusal } from '../../domain/errors/errors';
import {
  type CredentialLimitsInput,
  NO_LIMITS,
  type NewCredentialLimits,
  parseCredentialLimits,
} from '../../domain/sessions/credential-limits';
import { idFromKeyOrUuid } from '../../domain/keys';
import * as store from '../../database/repositories/credentials';
import type { CredentialMetadata } from '../../database/repositories/credentials';
import type { Caller } from '../../domain/sessions/caller';
import { notifyRevoked } from '../../database/events/feed';
import type { Tx } from '../../database/transactions/database';
import type { MutationContext } from '../context';
import { ownAgent } from './agent';
import { recordAuthority } from './authority';
import { lockForConsole } from './owner';
import { insertNewCredential } from './platform-credential';
import { lockAndAssertCanAddCredential, chargeDaily } from './quota';

/** A new credential. Its secret is shown once, here. */
export interface IssuedCredential extends NewCredentialLimits {
  readonly credentialId: string;
  readonly apiKey: string;
  readonly signingSecret: string;
  readonly createdAt: Date;
  /** The only agent that it acts for, or null. */
  readonly agentId: string | null;
}

/** Issues a credential for a principal. The stored answer of the request is then encrypted. */
export async function issueCredential(
  context: MutationContext,
  principalId: string,
  { agentId = null, ...limits }: NewCredentialLimits & { readonly agentId?: string | null } = NO_LIMITS,
): Promise<IssuedCredential> {
  const { tx, services } = context;
  const issued = await insertNewCredential(tx, services, { principalId, platformRole: null, agentId }, limits);
  recordAuthority(context, 'credential_issued', { object: 'credential', id: issued.credentialId });
  context.containsSecret();
  return { ...issued, agentId, ...limits };
}

/**
 * Locks the credential of the request until its transaction ends.
 *
 * For mutations that lock it late (src/api/http/idempotency.ts). @throws Refusal 401 if it has been revoked since
 */
export async function lockRequestCredential({ tx, caller }: MutationContext): Promise<void> {
  if (!(await store.lockCredentialShared(tx, caller.credentialId))) throw new Refusal('credential_invalid');
}

/** Issues a further credential, with limits if the input has some. The others stay valid. */
export async function createCredential(
  context: MutationContext,
  principalId: string,
  input: CredentialLimitsInput = {},
): Promise<IssuedCredential> {
  const limits = parseCredentialLimits(input, context.tx.now);
  await store.lockCredentialSet(context.tx, principalId);
  await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  await lockAndAssertCanAddCredential(context, principalId);
  const agent = input.agent_key == null ? null : await ownAgent(context, principalId, input.agent_key);
  return issueCredential(context, principalId, { ...limits, agentId: agent && agent.agentId });
}

/** Issues a credential and revokes all others of the principal at once. */
export async function rotateCredential(context: MutationContext, principalId: string): Promise<IssuedCredential> {
  const { tx } = context;
  await store.lockCredentialsOf(tx, principalId);
  await lockRequestCredential(context);
  await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  const issued = await issueCredential(context, principalId);
  const revoked = await store.revokeOthers(tx, principalId, issued.credentialId);
  for (const id of revoked) recordAuthority(context, 'credential_revoked', { object: 'credential', id });
  notifyRevoked(tx, revoked);
  return issued;
}

/** Revokes a credential without a replacement. A revoked one stays as it is. */
export async function revokeCredential(
  context: MutationContext,
  principalId: string,
  credentialKey: string,
): Promise<CredentialMetadata> {
  const { tx } = context;
  await store.lockCredentialsOf(tx, principalId);
  await lockRequestCredential(context);
  await lockForConsole(context, principalId);
  const credentialId = idFromKeyOrUuid('crd', credentialKey);
  const row = credentialId === undefined ? undefined : await store.findCredential(tx, credentialId);
  if (row?.principalId !== principalId) throw new Refusal('credential_not_found');
  assertMayRevoke(context.caller, row.credentialId);
  return revoke(context, row);
}

/** A credential with limits may revoke only itself. @throws Refusal 403 `credential_restricted` */
function assertMayRevoke(caller: Caller, credentialId: string): void {
  if (caller.kind !== 'principal' || !caller.limits || caller.credentialId === credentialId) return;
  throw new Refusal('credential_restricted');
}

/** Revokes a platform credential. Undefined: no platform credential has this key. */
export async function revokePlatformCredential(tx: Tx, credentialKey: string): Promise<CredentialMetadata | undefined> {
  const credentialId = idFromKeyOrUuid('crd', credentialKey);
  if (credentialId === undefined) return undefined;
  await store.lockCredential(tx, credentialId);
  const row = await store.findCredential(tx, credentialId);
  return row && row.platformRole !== null ? revoke({ tx }, row) : undefined;
}

/** Revokes a credential that no caller names. An unknown or revoked one stays as it is. */
export async function endCredential(tx: Tx, credentialId: string): Promise<void> {
  await store.lockCredential(tx, credentialId);
  const row = await store.findCredential(tx, credentialId);
  if (row) await revoke({ tx }, row);
}

async function revoke(
  context: { readonly tx: Tx } & Partial<MutationContext>,
  row: CredentialMetadata,
): Promise<CredentialMetadata> {
  const { tx } = context;
  if (row.revokedAt !== null || !(await store.revokeCredential(tx, row.credentialId))) return row;
  recordAuthority(context, 'credential_revoked', { object: 'credential', id: row.credentialId });
  notifyRevoked(tx, [row.credentialId]);
  return { ...row, revokedAt: tx.now };
}
