import { Refusal } from '../errors/errors';
import { idFromKeyOrUuid } from '../keys';
import { YEAR_10000, isDue } from '../time';
import { Validator } from '../validator';

/** Limits of a credential: the agent that it acts for, its scopes, and its end (docs/concepts/credentials.md). */

/**
 * Kinds of calls that a credential may make.
 *
 * - `read`: queries and subscriptions.
 * - `trade`: mutations of listings, proposals, trades and the agent's webhooks.
 * - `money`: mutations that move stamps outside of trades.
 */
export const credentialScopes = ['read', 'trade', 'money'] as const;
export type CredentialScope = (typeof credentialScopes)[number];

/** The limits of a credential that has some. */
export interface CredentialLimits {
  /** The only agent that the credential acts for; undefined: every agent of the principal. */
  readonly agentId: string | undefined;
  readonly scopes: readonly CredentialScope[];
}

/** The limits as an owner sets them. */
export interface CredentialLimitsInput {
  readonly agent_key?: string | null | undefined;
  readonly label?: string | null | undefined;
  readonly scopes?: readonly CredentialScope[] | null | undefined;
  readonly expires_at?: Date | null | undefined;
}

/** The limits of a new credential. */
export interface NewCredentialLimits {
  readonly label: string | null;
  readonly scopes: readonly CredentialScope[];
  readonly expiresAt: Date | null;
}

export const NO_LIMITS: NewCredentialLimits = { label: null, scopes: credentialScopes, expiresAt: null };

/** Parses the limits of a new credential, without its agent. @throws Refusal 400 `validation_failed` */
export function parseCredentialLimits(input: CredentialLimitsInput, now: Date): NewCredentialLimits {
  const check = new Validator();
  const { label, scopes, expires_at: expiresAt } = input;
  if (label != null) check.text('/label', label, { min: 1, max: 100 });
  if (scopes != null) {
    check.count('/scopes', scopes, { min: 1 });
    check.unique('/scopes', '', scopes);
  }
  const endsAt = expiresAt?.getTime();
  check.that(endsAt === undefined || endsAt > now.getTime(), '/expires_at', 'must be in the future');
  check.that(endsAt === undefined || endsAt < YEAR_10000, '/expires_at', 'must be before the year 10000');
  check.done();
  // One order, whatever the order of the input.
  const own = credentialScopes.filter((scope) => scopes?.includes(scope) ?? true);
  return { label: label ?? null, scopes: own, expiresAt: expiresAt ?? null };
}

/** The limits of a stored credential; undefined if it has none. */
export function limitsOf(row: {
  readonly agentId: string | null;
  readonly scopes: readonly CredentialScope[];
  readonly expiresAt: Date | null;
}): CredentialLimits | undefined {
  const hasAll = credentialScopes.every((scope) => row.scopes.includes(scope));
  if (row.agentId === null && row.expiresAt === null && hasAll) return undefined;
  return { agentId: row.agentId ?? undefined, scopes: row.scopes };
}

/** Whether the end of the credential has passed. */
export function hasExpired({ expiresAt }: { readonly expiresAt: Date | null }, now: Date): boolean {
  return isDue(expiresAt, now);
}

/** Checks that a credential may act for an agent. @throws Refusal 403 `agent_mismatch` */
export function assertAgent(boundAgentId: string | undefined, agentId: string | undefined): void {
  if (boundAgentId !== undefined && boundAgentId !== agentId) throw new Refusal('agent_mismatch');
}

/** Checks an agent that a request names by its key or UUID. @throws Refusal 403 `agent_mismatch` */
export function assertAgentText(boundAgentId: string | undefined, text: unknown): void {
  if (typeof text === 'string') assertAgent(boundAgentId, idFromKeyOrUuid('agt', text));
}
