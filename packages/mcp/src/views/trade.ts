import { type AllowedAction, viewActions } from './actions';
import { BLOCKED_FIELDS, type BlockedAction, viewBlocked, viewNext } from './blocked';
import { FAULT_FIELDS, type EndedTrade, type FaultPreview, viewFault, viewPreview } from './fault';
import { itemsOf, type StepItems, viewAgreedItems } from './items';
import type { UntrustedTexts } from '../untrusted';

export interface Step extends StepItems {
  readonly stepNo: number;
  readonly state: string;
  readonly title: string;
  readonly priceStamps: number;
  readonly providerPrincipalKey: string;
  readonly consumerPrincipalKey: string;
  readonly activation: string;
  readonly notBefore: string | null;
  readonly deadlineAt: string | null;
  readonly coverageBps: number | null;
  readonly checkpointStatus: string | null;
  readonly checkpointResults: readonly {
    readonly itemId: string;
    readonly met: boolean;
    readonly note: string | null;
  }[];
  readonly rebuttal: {
    readonly statement: string;
    readonly evidence: readonly {
      readonly itemId: string | null;
      readonly uri: string;
      readonly note: string | null;
    }[];
  } | null;
  readonly verdict: { readonly verdict: string; readonly reason: string; readonly coverageBps: number | null } | null;
}

export interface Trade {
  readonly tradeKey: string;
  readonly proposalKey: string;
  readonly state: string;
  readonly nextDeadlineAt: string | null;
  readonly settledAt: string | null;
  readonly participants: readonly {
    readonly principalKey: string;
    readonly bondStamps: number;
    readonly principal: { readonly displayName: string };
    readonly agent: { readonly agentKey: string; readonly name: string | null };
  }[];
  readonly steps: readonly Step[];
  readonly settlement: (EndedTrade & { readonly settlementKey: string }) | null;
  /** The settlement that follows if no party acts. */
  readonly settlementPreview: FaultPreview & { readonly dueAt: string | null };
  readonly allowedActions: readonly AllowedAction[];
  readonly blockedActions: readonly BlockedAction[];
}

export const TRADE_FIELDS = `fragment T on Trade {
  tradeKey proposalKey state nextDeadlineAt settledAt
  participants { principalKey bondStamps principal { displayName } agent { agentKey name } }
  steps { stepNo state title priceStamps providerPrincipalKey consumerPrincipalKey activation notBefore deadlineAt coverageBps
    checkpointStatus checkpointResults { itemId met note }
    items { itemId description weight must }
    contract { summary items { itemId description weight artifactUri artifactSha256 note } }
    rebuttal { statement evidence { itemId uri note } }
    verdict { verdict reason coverageBps } }
  settlement { settlementKey ${FAULT_FIELDS} } settlementPreview(of: LAPSE) { netStamps dueAt ${FAULT_FIELDS} }
  allowedActions { ...A } blockedActions { ...B } } ${BLOCKED_FIELDS}`;

/** Advice if the trade is settled. */
export const SETTLED = 'The trade has ended. Read how it was settled with ats_settlement.';

export function settledAdvice({ settledAt }: Pick<Trade, 'settledAt'>): string | undefined {
  return settledAt === null ? undefined : SETTLED;
}

/** Shows a trade to one of its parties. All texts go into `texts`. */
export function viewTrade(trade: Trade, principalKey: string, texts: UntrustedTexts): Record<string, unknown> {
  const { tradeKey, proposalKey, state, nextDeadlineAt, settledAt } = trade;
  const allowedActions = viewActions(trade.allowedActions, { principalKey });
  const blockedActions = viewBlocked(trade.blockedActions);
  return {
    tradeKey,
    proposalKey,
    state,
    nextDeadlineAt,
    settledAt,
    participants: trade.participants.map((one, index) => {
      texts.add(`participants[${index}].displayName`, one.principal.displayName);
      texts.add(`participants[${index}].agent.name`, one.agent.name);
      const { agentKey } = one.agent;
      return {
        principalKey: one.principalKey,
        agentKey,
        bondStamps: one.bondStamps,
        isYou: one.principalKey === principalKey,
      };
    }),
    steps: trade.steps.map((step, index) => viewStep(step, principalKey, `steps[${index}]`, texts)),
    ...viewEnd(trade, principalKey),
    allowedActions,
    ...viewNext({ allowedActions, blockedActions, steps: trade.steps }, settledAdvice(trade)),
  };
}

/** Shows how the trade was settled, or how it will be if no party acts. */
function viewEnd({ settlement, settlementPreview }: Trade, principalKey: string): object {
  if (settlement === null) {
    const { dueAt } = settlementPreview;
    return { settlement, ifNoAct: { dueAt, ...viewPreview(settlementPreview, principalKey) } };
  }
  const { settlementKey, outcome, failureCause, own } = settlement;
  const fault = viewFault(settlement, principalKey);
  return { settlement: { settlementKey, outcome, failureCause, netStamps: own?.netStamps, fault } };
}

function viewStep(step: Step, principalKey: string, field: string, texts: UntrustedTexts): object {
  const { stepNo, state, priceStamps, activation, notBefore, deadlineAt, coverageBps, checkpointStatus } = step;
  texts.add(`${field}.title`, step.title);
  texts.add(`${field}.contract.summary`, step.contract?.summary);
  const items = viewItems(step, field, texts);
  addRebuttal(step, field, texts);
  texts.add(`${field}.verdict.reason`, step.verdict?.reason);
  return {
    stepNo,
    state,
    yourRole: roleOf(step, principalKey),
    priceStamps,
    activation,
    notBefore,
    deadlineAt,
    items,
    hasContract: step.contract !== null,
    checkpoint: checkpointStatus === null ? null : { status: checkpointStatus, coverageBps },
    hasRebuttal: step.rebuttal !== null,
    verdict: step.verdict && { verdict: step.verdict.verdict, coverageBps: step.verdict.coverageBps },
  };
}

function viewItems(step: Step, field: string, texts: UntrustedTexts): object[] {
  const items = itemsOf(step);
  return viewAgreedItems(items, field, texts).map((view, index) => {
    const at = `${field}.items[${index}]`;
    const itemId = items[index]?.itemId;
    const promise = step.contract?.items.find((item) => item.itemId === itemId);
    const result = step.checkpointResults.find((one) => one.itemId === itemId);
    texts.add(`${at}.artifactUri`, promise?.artifactUri);
    texts.add(`${at}.note`, promise?.note);
    texts.add(`${at}.checkpointNote`, result?.note);
    return {
      ...view,
      ...(promise?.artifactSha256 && { artifactSha256: promise.artifactSha256 }),
      ...(result && { met: result.met }),
    };
  });
}

function addRebuttal({ rebuttal }: Step, field: string, texts: UntrustedTexts): void {
  texts.add(`${field}.rebuttal.statement`, rebuttal?.statement, 4_000);
  for (const [index, { itemId, uri, note }] of (rebuttal?.evidence ?? []).entries()) {
    const at = `${field}.rebuttal.evidence[${index}]`;
    texts.add(`${at}.itemId`, itemId);
    texts.add(`${at}.uri`, uri);
    texts.add(`${at}.note`, note);
  }
}

/** The role of a principal in a step. */
export function roleOf(
  step: Pick<Step, 'providerPrincipalKey' | 'consumerPrincipalKey'>,
  principalKey: string,
): string {
  if (step.providerPrincipalKey === principalKey) return 'PROVIDER';
  return step.consumerPrincipalKey === principalKey ? 'CONSUMER' : 'NONE';
}
