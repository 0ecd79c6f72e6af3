import { decideActivateTrade } from '../trades/activate-trade';
import { dueAt } from '../trades/evaluation';
import { type Preview, previewSettlement, type PreviewData, type PreviewViewer } from '../trades/preview';
import { activeStep, nextPending } from '../trades/rule-types';
import { decideSettleTrade, decideSubmitVerdict, decideWithdraw } from '../trades/settle-trade';
import { decideFileRebuttal, decidePublishContract, decideSubmitCheckpoint } from '../trades/step';
import { isTradeTerminal, type TradeDecision, type TradeData } from '../trades/trade';
import { keyOf } from '../keys';
import type { PrincipalData } from '../parties/principal';
import type { CheckpointStatus, TradeStep } from '../types';
import { plain, trialContext, type ActCandidate, type Consequence, type Trial } from './action';
import { lapseSummary, type Summary } from './summaries';
import { isDue } from '../time';

/** A trade, and the principals that an activation would charge. */
export interface TradeActionData extends TradeData {
  readonly principals: readonly PrincipalData[];
  /** Whether a settlement of the trade has failed. Then nothing that settles it is tried or previewed. */
  readonly isQuarantined: boolean;
}

/** Items of a contract whose terms have none. Otherwise the terms have the descriptions and weights. */
const OWN_ITEMS = [{ item_id: '1', description: 'x', weight: 1 }];

const NO_RECORD = { faults: 0, completed: 0, counterpartyOwners: 0, sameOwner: [] };

/** The data of a settlement without the records, which never decide whether an act is possible. */
function settleData(data: TradeActionData) {
  const principals = data.participants.map(({ principalId }) => ({ principalId, faults180Days: 0 }));
  return { ...data, principals, record: NO_RECORD };
}

const lapsePreview = (data: PreviewData, now: Date) => (viewer: PreviewViewer) =>
  previewSettlement(data, { of: 'lapse' }, viewer, now);

/** The consequence if no party acts; null for a settled trade. It is computed when it is read: many readers do not. */
export function lapseOf(
  data: PreviewData & Partial<Pick<TradeActionData, 'isQuarantined'>>,
  now: Date,
): Consequence | null {
  if (isTradeTerminal(data.trade) || data.isQuarantined === true) return null;
  const preview = lapsePreview(data, now);
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
function currentStep({ steps }: TradeData): TradeStep | undefined {
  return activeStep(steps) ?? nextPending(steps) ?? steps.at(-1);
}

/** The consequence of a decision that does not settle the trade. */
function trialOf(summary: Summary, decision: TradeDecision, data: TradeActionData, now: Date): Trial {
  const { trade, steps, effects } = decision;
  const after = { trade, steps, participants: data.participants };
  const isOver = isTradeTerminal(trade) || data.isQuarantined;
  const preview = isOver ? null : lapsePreview(after, now);
  return { effects, consequence: { summary, tradeState: trade.state, preview } };
}

/** The end of acts; null if it has passed: until the sweep settles what is due, some acts stay possible. */
function openUntil({ trade, steps }: TradeData, now: Date): Date | null {
  const due = dueAt(trade, steps);
  return isDue(due, now) ? null : due;
}

/** The acts of a participant in a trade. */
export function tradeCandidates(
  data: TradeActionData,
  principalId: string,
  now: Date,
  boundAgentId?: string,
): ActCandidate[] {
  const { trade, participants } = data;
  const agentId = participants.find((one) => one.principalId === principalId)?.agentId ?? null;
  const caller = { principalId, agentText: agentId ?? undefined, boundAgentId };
  const named = { principal_key: keyOf('prn', principalId), trade_key: keyOf('trd', trade.tradeId) };
  const context = trialContext(now);
  const ifNotDone = lapseOf(data, now);
  const step = currentStep(data);
  const stepNo = step?.stepNo ?? 1;
  const act = (
    operation: string,
    input: object,
    attempt: () => Trial,
    over: Partial<ActCandidate> = {},
  ): ActCandidate => ({
    operation,
    input: { ...named, ...input },
    agentId,
    payerId: null,
    closesAt: openUntil(data, now),
    ifNotDone,
    attempt,
    ...over,
  });
  const trial = (summary: Summary, decision: TradeDecision): Trial => trialOf(summary, decision, data, now);
  const checkpoint = (status: CheckpointStatus): ActCandidate =>
    act('submitCheckpoint', { step_no: stepNo, status }, () =>
      trial(
        `submitCheckpoint.${status}`,
        decideSubmitCheckpoint(data, { caller, stepNo, checkpoint: { status } }, context),
      ),
    );
  const items = step?.items?.map(({ item_id }) => ({ item_id }));
  const contract = { summary: 'x', items: items ?? OWN_ITEMS };
  return [
    act('activateTrade', {}, () => activation(data, decideActivateTrade(data, { caller }, context), now), {
      agentId: null,
      payerId: step?.consumerPrincipalId ?? null,
    }),
    act('publishDeliveryContract', { step_no: stepNo, ...(items && { items }) }, () =>
      trial('publishDeliveryContract', decidePublishContract(data, { caller, stepNo, contract }, context)),
    ),
    checkpoint('confirmed'),
    checkpoint('failed'),
    act('fileRebuttal', { step_no: stepNo }, () =>
      trial(
        rebuttalSummary(data, step, now),
        decideFileRebuttal(data, { caller, stepNo, rebuttal: { statement: 'x' } }, context),
      ),
    ),
    act('withdrawFromTrade', {}, () => withdrawal(data, decideWithdraw(settleData(data), { caller }, context), now), {
      ifNotDone: null,
    }),
  ].filter(({ operation }) => !(data.isQuarantined && operation === 'withdrawFromTrade'));
}

/** A rebuttal is possible before the checkpoint, and is then the only one. It is also possible when the settlement is due. */
function rebuttalSummary({ trade, steps }: TradeData, step: TradeStep | undefined, now: Date): Summary {
  if (isDue(dueAt(trade, steps), now)) return 'fileRebuttal.late';
  return step?.checkpointStatus == null ? 'fileRebuttal.early' : 'fileRebuttal';
}

function activation(data: TradeActionData, decision: TradeDecision, now: Date): Trial {
  const isAgain = decision.effects.steps === undefined;
  return trialOf(isAgain ? 'activateTrade.again' : 'activateTrade', decision, data, now);
}

function withdrawal(data: TradeData, { effects, trade }: TradeDecision, now: Date): Trial {
  const preview = (viewer: PreviewViewer) => previewSettlement(data, { of: 'withdraw' }, viewer, now);
  const consequence = { summary: 'withdrawFromTrade', tradeState: trade.state, preview, isSettlement: true } as const;
  return { effects, consequence };
}

/** The acts of an operator on a trade. */
export function operatorCandidates(data: TradeActionData, now: Date): ActCandidate[] {
  const { trade } = data;
  const context = trialContext(now);
  const base = {
    agentId: null,
    payerId: null,
    closesAt: dueAt(trade, data.steps),
    ifNotDone: lapseOf(data, now),
  };
  const input = { trade_key: keyOf('trd', trade.tradeId) };
  const verdict = (kind: 'pass' | 'fail'): ActCandidate => ({
    ...base,
    operation: 'evaluateTrade',
    input: { ...input, verdict: kind },
    attempt: () => {
      const decision = decideSubmitVerdict(data, { verdict: kind, reason: 'x' }, context);
      return trialOf(`evaluateTrade.${kind}`, decision, data, now);
    },
  });
  const settle = (): Trial => {
    if (data.isQuarantined) {
      return { effects: 'changes', consequence: plain('settleTrade') };
    }
    const decision = decideSettleTrade(settleData(data), context);
    if (isTradeTerminal(trade)) return trialOf('settleTrade.again', decision, data, now);
    const preview = lapsePreview(data, now);
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
