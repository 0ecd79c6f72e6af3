import { decideActivateTrade } from '../trades/activate-trade';
import { dueAt } from '../trades/evaluation';
import { type Preview, previewSettlement, type PreviewFacts, type PreviewViewer } from '../trades/preview';
import { activeStep, nextPending } from '../trades/rule-types';
import { decideSettleTrade, decideSubmitVerdict, decideWithdraw } from '../trades/settle-trade';
import { decideFileRebuttal, decidePublishContract, decideSubmitCheckpoint } from '../trades/step';
import { isTradeTerminal, type TradeDecision, type TradeFacts } from '../trades/trade';
import { keyOf } from '../keys';
import type { PrincipalFacts } from '../parties/principal';
import type { CheckpointStatus, TradeStep } from '../types';
import { plain, trialContext, type Candidate, type Consequence, type Trial } from './action';
import { lapseSummary, type Summary } from './summaries';

/** A trade, and the principals that an activation would charge. */
export interface TradeActionFacts extends TradeFacts {
  readonly principals: readonly PrincipalFacts[];
  /** Whether a settlement of the trade has failed. Then nothing that settles it is tried or previewed. */
  readonly isQuarantined: boolean;
}

/** Items of a contract whose terms have none. Otherwise the terms have the descriptions and weights. */
const OWN_ITEMS = [{ item_id: '1', description: 'x', weight: 1 }];

const NO_RECORD = { faults: 0, completed: 0, counterpartyOwners: 0, sameOwner: [] };

/** The facts of a settlement without the records, which never decide whether an act is possible. */
function settleFacts(facts: TradeActionFacts) {
  const principals = facts.participants.map(({ principalId }) => ({ principalId, faults180Days: 0 }));
  return { ...facts, principals, record: NO_RECORD };
}

const lapsePreview = (facts: PreviewFacts, now: Date) => (viewer: PreviewViewer) =>
  previewSettlement(facts, { of: 'lapse' }, viewer, now);

/** The consequence if no party acts; null for a settled trade. It is computed when it is read: many readers do not. */
export function lapseOf(
  facts: PreviewFacts & Partial<Pick<TradeActionFacts, 'isQuarantined'>>,
  now: Date,
): Consequence | null {
  if (isTradeTerminal(facts.trade) || facts.isQuarantined === true) return null;
  const preview = lapsePreview(facts, now);
  let computed: Preview | undefined;
  const lapse = (): Preview => (computed ??= preview(null));
  return {
    get summary() {
      return lapseSummary(lapse().failureCause);
    },
    get tradeState() {
      return lapse().outcome;
    },
    preview,
    isSettlement: true,
  };
}

/** The step that comes next: the active one, else the pending one, else the last. */
function currentStep({ steps }: TradeFacts): TradeStep | undefined {
  return activeStep(steps) ?? nextPending(steps) ?? steps.at(-1);
}

/** The consequence of a decision that does not settle the trade. */
function trialOf(summary: Summary, decision: TradeDecision, facts: TradeActionFacts, now: Date): Trial {
  const { trade, steps, effects } = decision;
  const after = { trade, steps, participants: facts.participants };
  const isOver = isTradeTerminal(trade) || facts.isQuarantined;
  const preview = isOver ? null : lapsePreview(after, now);
  return { effects, consequence: { summary, tradeState: trade.state, preview } };
}

/** The acts of a participant in a trade. */
export function tradeCandidates(
  facts: TradeActionFacts,
  principalId: string,
  now: Date,
  boundAgentId?: string,
): Candidate[] {
  const { trade, steps, participants } = facts;
  const agentId = participants.find((one) => one.principalId === principalId)?.agentId ?? null;
  const caller = { principalId, agentText: agentId ?? undefined, boundAgentId };
  const named = { principal_key: keyOf('prn', principalId), trade_key: keyOf('trd', trade.tradeId) };
  const context = trialContext(now);
  const ifNotDone = lapseOf(facts, now);
  const step = currentStep(facts);
  const stepNo = step?.stepNo ?? 1;
  const act = (operation: string, input: object, attempt: () => Trial, over: Partial<Candidate> = {}): Candidate => ({
    operation,
    input: { ...named, ...input },
    agentId,
    payerId: null,
    closesAt: dueAt(trade, steps),
    ifNotDone,
    attempt,
    ...over,
  });
  const trial = (summary: Summary, decision: TradeDecision): Trial => trialOf(summary, decision, facts, now);
  const checkpoint = (status: CheckpointStatus): Candidate =>
    act('submitCheckpoint', { step_no: stepNo, status }, () =>
      trial(
        `submitCheckpoint.${status}`,
        decideSubmitCheckpoint(facts, { caller, stepNo, checkpoint: { status } }, context),
      ),
    );
  const items = step?.items?.map(({ item_id }) => ({ item_id }));
  const contract = { summary: 'x', items: items ?? OWN_ITEMS };
  return [
    act('activateTrade', {}, () => activation(facts, decideActivateTrade(facts, { caller }, context), now), {
      agentId: null,
      payerId: step?.consumerPrincipalId ?? null,
    }),
    act('publishDeliveryContract', { step_no: stepNo, ...(items && { items }) }, () =>
      trial('publishDeliveryContract', decidePublishContract(facts, { caller, stepNo, contract }, context)),
    ),
    checkpoint('confirmed'),
    checkpoint('failed'),
    act('fileRebuttal', { step_no: stepNo }, () =>
      trial(
        rebuttalSummary(step),
        decideFileRebuttal(facts, { caller, stepNo, rebuttal: { statement: 'x' } }, context),
      ),
    ),
    act(
      'withdrawFromTrade',
      {},
      () => withdrawal(facts, decideWithdraw(settleFacts(facts), { caller }, context), now),
      {
        ifNotDone: null,
      },
    ),
  ].filter(({ operation }) => !(facts.isQuarantined && operation === 'withdrawFromTrade'));
}

/** A rebuttal is possible before the checkpoint, and is then the only one. */
function rebuttalSummary(step: TradeStep | undefined): Summary {
  return step?.checkpointStatus == null ? 'fileRebuttal.early' : 'fileRebuttal';
}

function activation(facts: TradeActionFacts, decision: TradeDecision, now: Date): Trial {
  const isAgain = decision.effects.steps === undefined;
  return trialOf(isAgain ? 'activateTrade.again' : 'activateTrade', decision, facts, now);
}

function withdrawal(facts: TradeFacts, { effects, trade }: TradeDecision, now: Date): Trial {
  const preview = (viewer: PreviewViewer) => previewSettlement(facts, { of: 'withdraw' }, viewer, now);
  const consequence = { summary: 'withdrawFromTrade', tradeState: trade.state, preview, isSettlement: true } as const;
  return { effects, consequence };
}

/** The acts of an operator on a trade. */
export function operatorCandidates(facts: TradeActionFacts, now: Date): Candidate[] {
  const { trade } = facts;
  const context = trialContext(now);
  const base = {
    agentId: null,
    payerId: null,
    closesAt: dueAt(trade, facts.steps),
    ifNotDone: lapseOf(facts, now),
  };
  const input = { trade_key: keyOf('trd', trade.tradeId) };
  const verdict = (kind: 'pass' | 'fail'): Candidate => ({
    ...base,
    operation: 'evaluateTrade',
    input: { ...input, verdict: kind },
    attempt: () => {
      const decision = decideSubmitVerdict(facts, { verdict: kind, reason: 'x' }, context);
      return trialOf(`evaluateTrade.${kind}`, decision, facts, now);
    },
  });
  const settle = (): Trial => {
    if (facts.isQuarantined) {
      return { effects: 'changes', consequence: plain('settleTrade') };
    }
    const decision = decideSettleTrade(settleFacts(facts), context);
    if (isTradeTerminal(trade)) return trialOf('settleTrade.again', decision, facts, now);
    const preview = lapsePreview(facts, now);
    const isSettlement = decision.result === 'settled';
    return {
      effects: decision.effects,
      consequence: { summary: 'settleTrade', tradeState: decision.trade.state, preview, isSettlement },
    };
  };
  return [
    verdict('pass'),
    verdict('fail'),
    { ...base, operation: 'settleTrade', input, closesAt: null, ifNotDone: null, attempt: settle },
  ];
}
