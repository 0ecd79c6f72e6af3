import { idOf } from '../keys';
import { invalid, Refusal } from '../errors/errors';

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

/** The human a console acts for. @throws Refusal 403 `platform_only`, 400 `acting_headers_required` */
export function actingHuman(caller: Caller): ActingHuman {
  if (caller.kind !== 'console') throw new Refusal('platform_only');
  if (!caller.human) throw new Refusal('acting_headers_required');
  return caller.human;
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

/** Kinds of caller that rules let in. The operator is told by `actorScope` that it is no owner. */
const KINDS: Readonly<Partial<Record<AccessRule, readonly Caller['kind'][]>>> = {
  console: ['console'],
  session: ['console'],
  console_owner: ['console', 'operator'],
  operator: ['operator'],
};

/**
 * Throws unless the rule lets this kind of caller in at all. Whom the request names comes before (contract §5, order of
 * refusals: actor scope, platform, owner).
 * @param principalKey asked only where the caller is not let in
 * @throws Refusal 403 principal_access_denied, platform_only
 */
export function assertKind(
  rule: AccessRule,
  caller: Caller,
  principalKey: () => string | null | undefined = () => undefined,
): void {
  if (KINDS[rule]?.includes(caller.kind) ?? true) return;
  const named = principalKey() ?? undefined;
  throw new Refusal(
    named !== undefined && !mayName(caller, idOf('prn', named)) ? 'principal_access_denied' : 'platform_only',
  );
}

/** Whether a principal is in the caller's scope. All are in an operator's; a console that acts for nobody has no scope. */
function mayName(caller: Caller, principalId: string | undefined): boolean {
  if (caller.kind === 'operator') return true;
  if (caller.kind === 'agent') return principalId === caller.principalId;
  return !caller.human || roleIn(caller.human, principalId) !== undefined;
}

type Human = NonNullable<Extract<Caller, { kind: 'console' }>['human']>;

function roleIn(human: Human, principalId: string | undefined) {
  return human.bindings.find((binding) => binding.principalId === principalId)?.role;
}

/**
 * The actor scope: the principal a request is about, if the caller may act for it under the rule. Says the same for a
 * principal of someone else and for one that does not exist.
 * @throws Refusal 403 principal_access_denied, principal_owner_required, platform_only; 400 when a key must be given
 */
export function actorScope(rule: AccessRule, caller: Caller, principalKey: string | null | undefined): string {
  assertKind(rule, caller, () => principalKey);
  const principalId = namedPrincipal(caller, principalKey);
  if (caller.kind === 'agent') {
    if (principalId !== caller.principalId) throw new Refusal('principal_access_denied');
    if (rule === 'owner') throw new Refusal('principal_owner_required');
  } else if (caller.kind === 'operator') {
    if (rule === 'owner' || rule === 'console_owner') throw new Refusal('principal_owner_required');
    if (rule === 'act')
      throw new Refusal('principal_access_denied', 'An operator reads principals and does not act for them.');
  } else {
    const role = caller.human && roleIn(caller.human, principalId);
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
