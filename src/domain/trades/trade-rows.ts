import { assert } from '../errors/errors';
import { advance } from '../state-machine';
import { rulesOf } from './evaluation';
import type { CreatedFact, TradeRows } from './fact-types';
import { stepMachine } from './step-states';
import { DEFAULT_DISPUTE_BURN_BPS } from './terms';
import { idleDeadlineOf } from './trade';
import { tradeMachine } from './trade-states';
import type { TermsStep, Trade, TradeStep } from '../types';

function stepRow(tradeId: string, step: TermsStep, hasItems: boolean): TradeStep {
  const state = advance(stepMachine, null, 'define', {
    contractPublished: false,
    checkpointSubmitted: false,
    rebuttalFiled: false,
    verdictSubmitted: false,
  });
  assert(state, 'a step can be defined');
  return {
    tradeId,
    stepNo: step.step_no,
    title: step.title,
    providerPrincipalId: step.provider_principal_id,
    providerAgentId: step.provider_agent_id,
    consumerPrincipalId: step.consumer_principal_id,
    consumerAgentId: step.consumer_agent_id,
    priceStamps: BigInt(step.price_stamps),
    contractWindowSeconds: step.contract_window_seconds,
    checkpointWindowSeconds: step.checkpoint_window_seconds,
    items: hasItems && step.items?.length ? step.items : null,
    notBeforeAt: step.not_before == null ? null : new Date(step.not_before),
    activation: step.activation ?? null,
    state,
    feeStamps: 0n,
    activatedAt: null,
    deadlineAt: null,
    contract: null,
    contractPublishedAt: null,
    checkpointStatus: null,
    checkpointResults: null,
    coverageBps: null,
    checkpointSubmittedAt: null,
    rebuttal: null,
    rebuttalFiledAt: null,
    verdict: null,
  };
}

/** The rows of a new trade, from its accepted terms. */
export function tradeOf(
  tradeId: string,
  {
    at,
    proposalId,
    terms,
    settings,
    participants,
  }: Omit<CreatedFact, 'kind' | 'revisionNo' | 'actor' | 'requestDigest'>,
): TradeRows {
  // Older releases made trades of `rules_v1` from terms with acceptance items or another burn. They have none.
  const { hasItemsAndDisputes } = rulesOf(settings.ruleVersion);
  const steps = terms.steps
    .map((step) => stepRow(tradeId, step, hasItemsAndDisputes))
    .sort((a, b) => a.stepNo - b.stepNo);
  const [first] = steps;
  assert(first, 'terms have a step');
  const state = advance(tradeMachine, null, 'create', { stepActive: false, outcome: null });
  assert(state, 'a trade can be created');
  const createdAt = new Date(at);
  const idleDeadlineAt = idleDeadlineOf(first, settings, createdAt);
  const trade: Trade = {
    tradeId,
    proposalId,
    state,
    coverageThresholdBps: terms.coverage_threshold_bps,
    bondBps: terms.bond_bps,
    ...settings,
    disputeBurnBps: hasItemsAndDisputes ? (terms.dispute_burn_bps ?? DEFAULT_DISPUTE_BURN_BPS) : null,
    idleDeadlineAt,
    dueAt: idleDeadlineAt,
    withdrawnAt: null,
    createdAt,
    settledAt: null,
  };
  return { trade, steps, participants: participants.map((party) => ({ tradeId, ...party })) };
}
