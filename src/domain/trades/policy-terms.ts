import { Refusal } from '../errors/errors';
import type { ProposalRevision, ProposalState, Terms } from '../types';
import { rulesOf } from './evaluation';
import type { TradeSettings } from './fact-types';
import { isAnnouncedSince, type PolicyActivation } from './policy-activation';
import { DEFAULT_DISPUTE_BURN_BPS } from './terms';

/** The policy that a trade would have now. */
export type TermsPolicy = Pick<TradeSettings, 'policyVersion' | 'ruleVersion'>;

/** The terms without the members that the rules of the policy lack. */
export function supportedTerms(terms: Terms, { ruleVersion }: TermsPolicy): Terms {
  if (rulesOf(ruleVersion).hasItemsAndDisputes) return terms;
  const steps = terms.steps.map(({ items: _items, ...step }) => step);
  return { ...terms, steps, dispute_burn_bps: DEFAULT_DISPUTE_BURN_BPS };
}

/**
 * Names the agreed terms that the rules of the policy lack.
 *
 * The default burn is in all terms, so it never counts as agreed.
 */
function unsupportedTerms({ steps, dispute_burn_bps }: Terms, { ruleVersion }: TermsPolicy): string[] {
  if (rulesOf(ruleVersion).hasItemsAndDisputes) return [];
  const burnBps = dispute_burn_bps ?? DEFAULT_DISPUTE_BURN_BPS;
  return [
    ...steps
      .filter(({ items }) => items?.length)
      .map(({ step_no }) => `the acceptance items of step ${String(step_no)}`),
    ...(burnBps === DEFAULT_DISPUTE_BURN_BPS ? [] : [`a dispute burn of ${String(burnBps)} basis points`]),
  ];
}

/** Advice for each act that would agree to terms without effect. */
const remedies = {
  respond:
    'Send a counter without these terms with a new idempotency key, or wait until a policy that has them is active.',
  create:
    'Start a new match run, and counter its proposal without these terms. Or wait until a policy that has them is active. Then use a new idempotency key.',
} as const;

/**
 * Checks that a trade under the policy would have all terms, so that none is dropped in silence.
 *
 * @throws Refusal 409 `proposal_state_conflict`
 */
export function assertTermsSupported(
  terms: Terms,
  policy: TermsPolicy,
  current_state: ProposalState,
  act: keyof typeof remedies,
): void {
  const unsupported = unsupportedTerms(terms, policy);
  if (unsupported.length === 0) return;
  const detail = `The active policy ${policy.policyVersion} does not have these terms: ${unsupported.join(', ')}.`;
  throw new Refusal('proposal_state_conflict', detail, { current_state }, remedies[act]);
}

/** A revision, and the activations that tell whether its parties could know the active policy. */
export interface AnnouncementData {
  readonly revision: Pick<ProposalRevision, 'createdAt'>;
  /** All activations if one takes effect after the revision. Otherwise empty or absent. */
  readonly policyActivations?: readonly PolicyActivation[] | undefined;
}

/** Advice for each act on a revision from before the announcement. */
const renewals = {
  respond: 'Send a counter with a new idempotency key. It may have the same terms.',
  create: 'Wait until the proposal expires, and start a new match run. Use a new idempotency key.',
} as const;

/**
 * Checks that the active policy was announced before the current revision.
 *
 * An acceptance cannot be taken back. So a later policy must not reach the terms that a party has accepted, at a time that
 * its counterparty chooses.
 *
 * @throws Refusal 409 `proposal_state_conflict`
 */
export function assertPolicyAnnounced(
  { revision, policyActivations = [] }: AnnouncementData,
  policy: TermsPolicy,
  current_state: ProposalState,
  act: keyof typeof renewals,
  now: Date,
): void {
  if (!isAnnouncedSince(policyActivations, revision.createdAt, now)) return;
  const detail = `The active policy ${policy.policyVersion} was announced after this revision, so its parties have not agreed to it.`;
  throw new Refusal('proposal_state_conflict', detail, { current_state }, renewals[act]);
}
