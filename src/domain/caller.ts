import { idOf } from './keys';
import { invalid, Refusal } from './errors';

/** Who a request comes from, once its signature has been proved (contract §2). */
export type Caller = AgentCaller | ConsoleCaller | OperatorCaller;

interface AnyCaller {
  readonly credentialId: string;
  /** `X-Agent-Id` as sent: an agent's UUID or key; only the trade operations look at it. */
  readonly agentText: string | undefined;
}

export interface AgentCaller extends AnyCaller {
  readonly kind: 'agent';
  readonly principalId: string;
}

export interface ConsoleCaller extends AnyCaller {
  readonly kind: 'console';
  /** The human the console acts for; undefined when the request names none. */
  readonly human: ActingHuman | undefined;
  /** `Authorization` as signed: for the session check, which alone looks at it. A secret. */
  readonly authorization?: string | undefined;
}

export interface OperatorCaller extends AnyCaller {
  readonly kind: 'operator';
}

export type BindingRole = 'owner' | 'viewer';

export interface ActingHuman {
  readonly provider: string;
  readonly subject: string;
  /** null: nobody provisioned this human yet. */
  readonly humanId: string | null;
  /** Oldest first. */
  readonly bindings: readonly { readonly principalId: string; readonly role: BindingRole }[];
}

/**
 * Who may call an operation (contract §2):
 * `any` whoever is authenticated · `read` the principal's agents, humans bound to it, operators · `act` the principal's
 * agents and its owners · `owner` its owners through the console alone · `console` the console for any human ·
 * `session` the console for the human whose JWT it sends ·
 * `console_owner` as `owner`, and platform-internal · `operator` operators alone.
 */
export type AccessRule = 'any' | 'read' | 'act' | 'owner' | 'console' | 'session' | 'console_owner' | 'operator';

/** Rules under which a console must say for whom it acts, before anything else is looked at. */
export function needsHuman(rule: AccessRule): boolean {
  return rule !== 'any' && rule !== 'session' && rule !== 'operator';
}

/** Idempotency keys belong to a principal, a human or a platform credential, never to a principal's credential (contract §4). */
export function idempotencyScope(caller: Caller): string {
  switch (caller.kind) {
    case 'agent':
      return `prn:${caller.principalId}`;
    case 'console':
      return caller.human ? `hum:${caller.human.provider}\n${caller.human.subject}` : `crd:${caller.credentialId}`;
    case 'operator':
      return `crd:${caller.credentialId}`;
  }
}

const PLATFORM_RULES: ReadonlySet<AccessRule> = new Set(['console', 'session', 'console_owner', 'operator']);

/**
 * Throws unless the rule lets this kind of caller in at all. Whom the request names comes before (contract §5, order of
 * refusals: actor scope, platform, owner).
 * @throws Refusal 403 principal_access_denied, platform_only, principal_owner_required
 */
export function assertKind(rule: AccessRule, caller: Caller, principalKey?: string | null): void {
  if (!PLATFORM_RULES.has(rule)) return;
  const wanted = rule === 'operator' ? 'operator' : 'console';
  if (caller.kind === wanted) return;
  if (isForeign(caller, principalKey)) throw new Refusal('principal_access_denied');
  const isOperator = caller.kind === 'operator';
  throw new Refusal(rule === 'console_owner' && isOperator ? 'principal_owner_required' : 'platform_only');
}

/** Whether a principal is named that is not the caller's. All are an operator's; a console without a human has none. */
function isForeign(caller: Caller, principalKey: string | null | undefined): boolean {
  if (principalKey === null || principalKey === undefined) return false;
  const id = idOf('prn', principalKey);
  if (caller.kind === 'agent') return id !== caller.principalId;
  return caller.kind === 'console' && caller.human?.bindings.some(({ principalId }) => principalId === id) === false;
}

/**
 * The actor scope: the principal a request is about, if the caller may act for it under the rule. Says the same for a
 * principal of someone else and for one that does not exist.
 * @throws Refusal 403 principal_access_denied, principal_owner_required, platform_only; 400 when a key must be given
 */
export function actorScope(rule: AccessRule, caller: Caller, principalKey: string | null | undefined): string {
  assertKind(rule, caller, principalKey);
  const principalId = namedPrincipal(caller, principalKey);
  if (caller.kind === 'agent') {
    if (principalId !== caller.principalId) throw new Refusal('principal_access_denied');
    if (rule === 'owner') throw new Refusal('principal_owner_required');
  } else if (caller.kind === 'operator') {
    if (rule === 'owner') throw new Refusal('principal_owner_required');
    if (rule === 'act')
      throw new Refusal('principal_access_denied', 'An operator reads principals and does not act for them.');
  } else {
    const role = caller.human?.bindings.find((binding) => binding.principalId === principalId)?.role;
    if (role === undefined) throw new Refusal('principal_access_denied');
    if (role !== 'owner' && rule !== 'read') throw new Refusal('principal_owner_required');
  }
  return principalId;
}

function namedPrincipal(caller: Caller, principalKey: string | null | undefined): string {
  if (principalKey === null || principalKey === undefined) {
    if (caller.kind === 'agent') return caller.principalId;
    throw invalid([{ pointer: '/principal_key', detail: 'must name the principal: this credential belongs to none' }]);
  }
  const id = idOf('prn', principalKey);
  if (id === undefined) throw new Refusal('principal_access_denied');
  return id;
}

/** Of the principals a thing concerns, the one whose side the caller may see it from; undefined: it is not for them. */
export function viewerAmong(caller: Caller, principalIds: readonly string[]): string | undefined {
  return principalIds.find((principalId) => {
    switch (caller.kind) {
      case 'agent':
        return caller.principalId === principalId;
      case 'console':
        return caller.human?.bindings.some((binding) => binding.principalId === principalId) ?? false;
      case 'operator':
        return true;
    }
  });
}
