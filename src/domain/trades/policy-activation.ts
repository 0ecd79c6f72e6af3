import type { DecisionContext, NewEvent } from '../effects';
import { newEvent } from '../events/events';
import { keyOf } from '../keys';
import { addSeconds } from '../time';
import { Validator } from '../validator';
import { policies, ruleVersionOf } from './policy';

/** Principals have at least this time between the announcement of a policy and its first trade. */
export const NOTICE_SECONDS = 86_400;

export interface ActivationInput {
  readonly policyVersion: string;
  readonly effectiveAt: Date;
}

/** New trades get the policy from `effectiveAt` on, until a later activation takes effect. */
export interface PolicyActivation extends ActivationInput {
  readonly activationId: string;
  readonly announcedAt: Date;
  /** The act of the operator; null if the start of a process set the policy. */
  readonly actId: string | null;
}

/** Checks an activation by an operator. @throws Refusal 400 `validation_failed` */
export function checkActivation({ policyVersion, effectiveAt }: ActivationInput, now: Date): void {
  const check = new Validator();
  const versions = Object.keys(policies);
  check.that(versions.includes(policyVersion), '/policy_version', `must be one of ${versions.join(', ')}`);
  // The detail has no time, so that a repeated call gets the same refusal.
  const isInTime = effectiveAt.getTime() >= addSeconds(now, NOTICE_SECONDS).getTime();
  check.that(isInTime, '/effective_at', 'must be at least 24 hours ahead');
  check.done();
}

/**
 * Whether the policy that is active now was announced after `since`, and another one was active then.
 *
 * The first activation and those of `ATS_POLICY_VERSION` have no notice, so they count as announced.
 * @param activations in the order in which they take effect
 */
export function isAnnouncedSince(activations: readonly PolicyActivation[], since: Date, now: Date): boolean {
  const past = activations.filter(({ effectiveAt }) => effectiveAt <= now);
  const active = past.at(-1)?.policyVersion;
  if (past.findLast(({ effectiveAt }) => effectiveAt <= since)?.policyVersion === active) return false;
  // The same policy can be announced again before or after it takes effect.
  const start = past.findLastIndex(({ policyVersion }) => policyVersion !== active) + 1;
  return past.slice(start).every(({ announcedAt, actId }) => actId !== null && announcedAt > since);
}

/** The event `policy.announced` for a principal. */
export function policyAnnounced(
  principalId: string,
  { policyVersion, effectiveAt }: ActivationInput,
  context: DecisionContext,
): NewEvent {
  const rule_version = ruleVersionOf(policyVersion);
  const data = { policy_version: policyVersion, rule_version, effective_at: effectiveAt.toISOString() };
  return newEvent(context, { type: 'policy.announced', principalId, subjectKey: keyOf('prn', principalId), data });
}

/** The policy of new trades and the next one, for the check of `ATS_POLICY_VERSION`. */
export interface PolicyStatus {
  /** The policy that new trades have; null if none is recorded. */
  readonly active: string | null;
  readonly hasTrades: boolean;
  /** An activation that has not taken effect. */
  readonly next: ActivationInput | null;
}

/**
 * Why a process cannot start with this `ATS_POLICY_VERSION`, or null.
 *
 * In production parties rely on the notice, so a setting cannot change the policy of a market that trades.
 */
export function policyStartError(
  setting: string | undefined,
  status: PolicyStatus,
  isProduction: boolean,
): string | null {
  const { active, hasTrades } = status;
  if (setting === undefined || active === null || setting === active || !isProduction || !hasTrades) return null;
  return (
    `ATS_POLICY_VERSION is ${setting}, but the active policy is ${active}: ` +
    'unset it, and let an operator activate the policy with notice (activatePolicy)'
  );
}

/** Why a process with this setting will not start again after the next activation, or null. */
export function policyWarning(setting: string | undefined, { next }: PolicyStatus): string | null {
  if (setting === undefined || next === null || next.policyVersion === setting) return null;
  const at = next.effectiveAt.toISOString();
  return `ATS_POLICY_VERSION is ${setting}, but ${next.policyVersion} takes effect at ${at}: unset it before`;
}
