import { type AllowedAction, viewActions } from './actions';
import { BLOCKED_FIELDS, type BlockedAction, viewBlocked, viewNext } from './blocked';
import { proposalCosts, type Viewer } from './commitment';
import { type AgreedItem, viewAgreedItems } from './items';
import { roleOf } from './trade';
import type { UntrustedTexts } from '../untrusted';

export interface TermsStep {
  readonly stepNo: number;
  readonly title: string;
  readonly priceStamps: number;
  readonly providerPrincipalKey: string;
  readonly providerAgentId: string;
  readonly consumerPrincipalKey: string;
  readonly consumerAgentId: string;
  readonly contractWindowSeconds: number;
  readonly checkpointWindowSeconds: number;
  readonly notBefore: string | null;
  readonly activation: string;
  readonly items: readonly AgreedItem[];
}

export interface Terms {
  readonly bondBps: number;
  readonly coverageThresholdBps: number;
  readonly disputeBurnBps: number;
  readonly steps: readonly TermsStep[];
}

export interface Revision {
  readonly revisionNo: number;
  readonly terms: Terms;
}

export interface Proposal {
  readonly proposalKey: string;
  readonly state: string;
  readonly closeReason: string | null;
  readonly expiresAt: string;
  readonly tradeKey: string | null;
  readonly currentRevision: Revision & {
    readonly participants: readonly {
      readonly principalKey: string;
      readonly responseState: string;
      readonly bondStamps: number;
      readonly principal: { readonly displayName: string; readonly reputation: { readonly settledTrades: number } };
      readonly agent: { readonly agentKey: string; readonly name: string | null };
    }[];
  };
  readonly allowedActions: readonly AllowedAction[];
  readonly blockedActions: readonly BlockedAction[];
}

export const TERMS_FIELDS = `fragment R on Terms { bondBps coverageThresholdBps disputeBurnBps
  steps { stepNo title priceStamps providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId
    contractWindowSeconds checkpointWindowSeconds notBefore activation items { itemId description weight must } } }`;

export const PROPOSAL_FIELDS = `fragment P on Proposal { proposalKey state closeReason expiresAt tradeKey
  currentRevision { revisionNo terms { ...R }
    participants { principalKey responseState bondStamps principal { displayName reputation { settledTrades } }
      agent { agentKey name } } }
  allowedActions { ...A } blockedActions { ...B } } ${BLOCKED_FIELDS}`;

/** Advice if the proposal has ended. A proposal with a trade has no acts. */
export function endedAdvice({ state, tradeKey }: Pick<Proposal, 'state' | 'tradeKey'>): string | undefined {
  if (tradeKey !== null) return `The trade is ${tradeKey}. Go on with ats_trade.`;
  return state === 'REJECTED' ? 'The proposal has ended. For another one, match with ats_find_partners.' : undefined;
}

/** Shows a proposal to one of its parties. All texts go into `texts`. */
export function viewProposal(
  proposal: Proposal,
  { field = '', ...viewer }: Viewer & { readonly field?: string },
  texts: UntrustedTexts,
): Record<string, unknown> {
  const { proposalKey, state, closeReason, expiresAt, tradeKey, currentRevision } = proposal;
  const { revisionNo, terms, participants } = currentRevision;
  const { steps, ...limits } = terms;
  const { principalKey } = viewer;
  const costs = proposalCosts(terms, viewer);
  const allowedActions = viewActions(proposal.allowedActions, { principalKey, costs });
  const blockedActions = viewBlocked(proposal.blockedActions);
  return {
    proposalKey,
    state,
    closeReason,
    expiresAt,
    tradeKey,
    revisionNo,
    yourCommitment: costs.yourCommitment,
    terms: {
      ...limits,
      steps: steps.map((step, index) => viewTermsStep(step, principalKey, `${field}terms.steps[${index}]`, texts)),
    },
    participants: participants.map((one, index) => {
      texts.add(`${field}participants[${index}].displayName`, one.principal.displayName);
      texts.add(`${field}participants[${index}].agent.name`, one.agent.name);
      return {
        principalKey: one.principalKey,
        agentKey: one.agent.agentKey,
        isYou: one.principalKey === principalKey,
        responseState: one.responseState,
        bondStamps: one.bondStamps,
        settledTrades: one.principal.reputation.settledTrades,
      };
    }),
    allowedActions,
    ...viewNext({ allowedActions, blockedActions }, endedAdvice(proposal)),
  };
}

function viewTermsStep(step: TermsStep, principalKey: string, field: string, texts: UntrustedTexts): object {
  texts.add(`${field}.title`, step.title);
  return {
    stepNo: step.stepNo,
    yourRole: roleOf(step, principalKey),
    priceStamps: step.priceStamps,
    contractWindowSeconds: step.contractWindowSeconds,
    checkpointWindowSeconds: step.checkpointWindowSeconds,
    notBefore: step.notBefore,
    activation: step.activation,
    items: viewAgreedItems(step.items, field, texts),
  };
}
