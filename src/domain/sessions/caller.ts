import { idOf } from '../keys';
import { invalidMember, Refusal } from '../errors/errors';
import type { CredentialLimits } from './credential-limits';

/** The authenticated sender of a request. */
export type Caller = PrincipalCaller | ConsoleCaller | OperatorCaller;

interface AnyCaller {
  readonly credentialId: string;
  /** `X-Agent-Id` as received: the UUID or key of an agent. Only trade operations use it. */
  readonly agentText: string | undefined;
  /**
   * The signature base of the request. With an access token, a text that stands for it (src/api/auth/bearer.ts).
   *
   * It may contain a session's JWT, so only its digest is stored.
   */
  readonly signatureBase?: string | undefined;
}

/** The sender of a credential of a principal. It acts for any agent of the principal, unless the credential names one. */
export interface PrincipalCaller extends AnyCaller {
  readonly kind: 'principal';
  readonly principalId: string;
  /** Undefined: the credential has no limits. */
  readonly limits?: CredentialLimits | undefined;
}

export interface ConsoleCaller extends AnyCaller {
  readonly kind: 'console';
  /** The acting human; undefined if the request names none. */
  readonly human: ActingHuman | undefined;
  /** `Authorization` as signed. Secret; only the session check uses it. */
  readonly authorization?: string | undefined;
}

export interface OperatorCaller extends AnyCaller {
  readonly kind: 'operator';
}

/** The only agent that the caller acts for; undefined: any agent of its principals. */
export function boundAgentOf(caller: Caller): string | undefined {
  return caller.kind === 'principal' ? caller.limits?.agentId : undefined;
}

export type BindingRole = 'owner' | 'viewer';

/** A principal to which the acting human is bound. */
export interface ActingBinding {
  readonly principalId: string;
  readonly role: BindingRole;
  /** When the human provisioned the principal, or first made a call that only an owner may make. Null: never. */
  readonly acceptedAt: Date | null;
}

export interface ActingHuman {
  readonly provider: string;
  readonly subject: string;
  /** null: the human is not provisioned yet. */
  readonly humanId: string | null;
  /** Oldest first. */
  readonly bindings: readonly ActingBinding[];
}

/** The human for whom a console acts. @throws Refusal 403 `platform_only`, 400 `acting_headers_required` */
export function actingHuman(caller: Caller): ActingHuman {
  if (caller.kind !== 'console') throw platformOnly(caller);
  if (!caller.human) throw new Refusal('acting_headers_required');
  return caller.human;
}

/**
 * The callers that an operation accepts.
 *
 * - `any`: every authenticated caller.
 * - `read`: credentials of the principal, humans bound to it, and operators.
 * - `act`: credentials and owners of the principal.
 * - `owner`: owners of the principal, through the console.
 * - `console`: the console, for any human.
 * - `session`: the console, for the human of the JWT in the request.
 * - `console_owner`: as `owner`, for operations that are internal to the platform.
 * - `operator`: operators.
 */
export type AccessRule = 'any' | 'read' | 'act' | 'owner' | 'console' | 'session' | 'console_owner' | 'operator';

/** Whether a console must name the acting human. This is checked before all other rules. */
export function needsHuman(rule: AccessRule): boolean {
  return rule !== 'any' && rule !== 'session' && rule !== 'operator';
}

/** The owner of idempotency keys: a principal, a human or a platform credential (docs/concepts/idempotency.md). */
export function idempotencyScope(caller: Caller): string {
  switch (caller.kind) {
    case 'principal':
      return `prn:${caller.principalId}`;
    case 'console':
      return caller.human ? `hum:${caller.human.provider}\n${caller.human.subject}` : `crd:${caller.credentialId}`;
    case 'operator':
      return `crd:${caller.credentialId}`;
  }
}

/** Kinds of callers that a rule accepts. `authorizePrincipal` rejects operators that need an owner. */
const ACCEPTED_KINDS: Readonly<Partial<Record<AccessRule, readonly Caller['kind'][]>>> = {
  console: ['console'],
  session: ['console'],
  console_owner: ['console', 'operator'],
  operator: ['operator'],
};

/**
 * Checks that a rule accepts this kind of caller.
 *
 * The order of the errors is: foreign principal, platform, owner.
 * @param principalKey called only if the caller is not accepted
 * @throws Refusal 403 principal_access_denied, platform_only
 */
export function assertKind(
  rule: AccessRule,
  caller: Caller,
  principalKey: () => string | null | undefined = () => undefined,
): void {
  if (ACCEPTED_KINDS[rule]?.includes(caller.kind) ?? true) return;
  const key = principalKey() ?? undefined;
  const isForeign = key !== undefined && !canAccess(caller, idOf('prn', key));
  throw isForeign ? new Refusal('principal_access_denied') : platformOnly(caller);
}

/** The refusal of an operation of the platform. A platform credential learns that it has the other role. */
export function platformOnly({ kind }: Caller): Refusal {
  if (kind === 'principal') return new Refusal('platform_only');
  const [detail, remedy] = OTHER_ROLE[kind];
  return new Refusal('platform_only', detail, {}, remedy);
}

const OTHER_ROLE: Readonly<Record<'console' | 'operator', readonly [detail: string, remedy: string]>> = {
  console: [
    'This operation is for operators, and your credential is one of a console.',
    'Use a platform credential with the role operator.',
  ],
  operator: [
    'This operation is for a console, and your credential is one of an operator.',
    'Use a platform credential with the role console, and name the acting human.',
  ],
};

/** Whether the caller may act for a principal or read it. Operators, and consoles without a human, have no limit. */
function canAccess(caller: Caller, principalId: string | undefined): boolean {
  if (caller.kind === 'operator') return true;
  if (caller.kind === 'principal') return principalId === caller.principalId;
  return !caller.human || roleIn(caller.human, principalId) !== undefined;
}

function roleIn(human: ActingHuman, principalId: string | undefined): BindingRole | undefined {
  return human.bindings.find((binding) => binding.principalId === principalId)?.role;
}

/**
 * The id of the principal of a request, if the rule allows the caller to use it.
 *
 * The error is the same for a foreign principal and for one that does not exist.
 * @throws Refusal 403 principal_access_denied, principal_owner_required, platform_only; 400 for a missing key
 */
export function authorizePrincipal(rule: AccessRule, caller: Caller, principalKey: string | null | undefined): string {
  assertKind(rule, caller, () => principalKey);
  // An operator never acts for a principal, whatever key it names.
  if (caller.kind === 'operator') assertOperatorReads(rule);
  const principalId = namedPrincipal(caller, principalKey);
  if (caller.kind === 'principal') {
    if (principalId !== caller.principalId) throw new Refusal('principal_access_denied');
    if (rule === 'owner') throw new Refusal('principal_owner_required');
  } else if (caller.kind === 'console') {
    const role = caller.human && roleIn(caller.human, principalId);
    if (role === undefined) throw new Refusal('principal_access_denied');
    if (role !== 'owner' && rule !== 'read') throw new Refusal('principal_owner_required');
  }
  return principalId;
}

function assertOperatorReads(rule: AccessRule): void {
  if (rule === 'owner' || rule === 'console_owner') throw new Refusal('principal_owner_required');
  if (rule !== 'act') return;
  const detail = 'Operators can read principals, but cannot act for them.';
  throw new Refusal('principal_access_denied', detail, {}, 'Use a credential of the principal that acts.');
}

function namedPrincipal(caller: Caller, principalKey: string | null | undefined): string {
  if (principalKey === null || principalKey === undefined) {
    if (caller.kind === 'principal') return caller.principalId;
    throw invalidMember('/principal_key', 'is required, because your credential does not belong to a principal');
  }
  const id = idOf('prn', principalKey);
  if (id === undefined) throw new Refusal('principal_access_denied');
  return id;
}

/** The first of the principals that the caller can read; undefined if there is none. */
export function viewerAmong(caller: Caller, principalIds: readonly string[]): string | undefined {
  return principalIds.find((principalId) => {
    switch (caller.kind) {
      case 'principal':
        return caller.principalId === principalId;
      case 'console':
        return caller.human !== undefined && roleIn(caller.human, principalId) !== undefined;
      case 'operator':
        return true;
    }
  });
}
