import type { ConsumerConduct, ProviderConduct } from './conduct';
import { answer, counterPrice, ITEMS, onActive, onDelivery, rebuts } from './conduct';
import { random } from './random';
import type { Conduct } from './strategies';
import type { OfferedAct, ProposalSeen, StepSeen, TradeSeen } from './view';

/** The acts of a counterparty, from its conduct and what it sees. Pure. */

export interface Decision {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Names the act, so that it happens once. */
  readonly key: string;
  /** Whether to act only when the trade has passed the deadline. The service then refuses the act. */
  readonly isLate?: boolean;
}

export interface DecisionInput {
  readonly seed: number;
  readonly conduct: Conduct;
  readonly principalKey: string;
  readonly thresholdBps: number;
}

function offered(acts: readonly OfferedAct[], operation: string): OfferedAct | undefined {
  return acts.find((act) => act.operation === operation);
}

/** Accepts, counters or rejects a revision, or creates the trade as its consumer. */
export function decideProposal(proposal: ProposalSeen, { conduct, principalKey }: DecisionInput): Decision | undefined {
  const { proposalKey, allowedActions, currentRevision } = proposal;
  const { revisionNo, proposedByPrincipalKey } = currentRevision;
  const create = offered(allowedActions, 'createTrade');
  if (create && conduct.side === 'consume')
    return { operation: 'createTrade', input: create.input, key: `${proposalKey}-create` };
  const accept = allowedActions.find(
    ({ operation, input }) => operation === 'respondToProposal' && input['decision'] === 'ACCEPT',
  );
  if (!accept || proposedByPrincipalKey === principalKey) return undefined;
  const key = `${proposalKey}-${String(revisionNo)}`;
  // Each counter of both sides is a revision, and the first revision is that of the match.
  const mine = Math.floor(revisionNo / 2);
  if (answer(conduct.kind === 'counters', mine, false) === 'better')
    return { operation: 'respondToProposal', input: counterOf(proposal, conduct), key };
  return { operation: 'respondToProposal', input: accept.input, key };
}

function counterOf({ proposalKey, currentRevision }: ProposalSeen, conduct: Conduct) {
  const { terms, revisionNo } = currentRevision;
  const side = conduct.side === 'provide' ? 'provider' : 'consumer';
  const steps = terms.steps.map((step) => ({ ...step, priceStamps: counterPrice(step.priceStamps, side) }));
  return { proposalKey, decision: 'COUNTER', expectedRevisionNo: revisionNo, terms: { ...terms, steps } };
}

/** The next act of the counterparty in a trade. Undefined: it does nothing now. */
export function decideTrade(trade: TradeSeen, input: DecisionInput): Decision | undefined {
  const { conduct } = input;
  return conduct.side === 'provide'
    ? decideAsProvider(trade, input, conduct.kind)
    : decideAsConsumer(trade, input, conduct.kind);
}

function stepOf(trade: TradeSeen, act: OfferedAct): StepSeen | undefined {
  return trade.steps.find(({ stepNo }) => stepNo === act.input['stepNo']);
}

/** A counterparty acts as soon as it can, so the times that a conduct draws do not matter. */
const AT_ONCE = { left: 0, chance: random('counterparty') };

function decideAsProvider(
  trade: TradeSeen,
  { seed, thresholdBps }: DecisionInput,
  conduct: ProviderConduct,
): Decision | undefined {
  const { tradeKey, allowedActions } = trade;
  const publish = offered(allowedActions, 'publishDeliveryContract');
  const rebut = offered(allowedActions, 'fileRebuttal');
  const act = publish ?? rebut;
  const step = act && stepOf(trade, act);
  if (!step) return undefined;
  const move = onActive(conduct, ITEMS, AT_ONCE.left, AT_ONCE.chance);
  const key = `${tradeKey}-${String(step.stepNo)}`;
  if (publish) {
    if (move.move === 'nothing') return undefined;
    if (move.move === 'withdraw')
      return { operation: 'withdrawFromTrade', input: { tradeKey }, key: `${key}-withdraw` };
    const input = { ...publish.input, summary: 'The work', items: deliveryOf(step, move.metItems, seed) };
    return { operation: 'publishDeliveryContract', input, key: `${key}-publish`, isLate: conduct === 'late' };
  }
  // The service also accepts a rebuttal before the checkpoint, which then looks like a dispute.
  if (!rebut || move.move !== 'deliver' || step.coverageBps === null) return undefined;
  const saidMet = Math.round((step.coverageBps * ITEMS) / 10_000);
  if (!rebuts(conduct, move.metItems, saidMet, thresholdBps)) return undefined;
  const input = { ...rebut.input, statement: 'All of it was delivered.' };
  return { operation: 'fileRebuttal', input, key: `${key}-rebut` };
}

/** The items of a delivery. An item that was not worked on has no artifact. */
function deliveryOf({ items }: StepSeen, metItems: number, seed: number) {
  return Array.from({ length: Math.max(items.length, 1) }, (_, index) => {
    const agreed = items[index];
    const isMet = index < Math.round((metItems / ITEMS) * Math.max(items.length, 1));
    const artifact = isMet ? { artifactUri: `https://counterparty.example/${String(seed)}/${String(index + 1)}` } : {};
    return agreed
      ? { itemId: agreed.itemId, ...artifact }
      : { itemId: 'all', description: 'All of the work', weight: 1, ...artifact };
  });
}

function decideAsConsumer(
  trade: TradeSeen,
  { thresholdBps }: DecisionInput,
  conduct: ConsumerConduct,
): Decision | undefined {
  const { tradeKey, allowedActions } = trade;
  const activate = offered(allowedActions, 'activateTrade');
  const submit = offered(allowedActions, 'submitCheckpoint');
  const step = submit && stepOf(trade, submit);
  if (activate && !submit) {
    const begun = trade.steps.filter(({ contract }) => contract !== null).length;
    const key = `${tradeKey}-activate-${String(begun)}`;
    return { operation: 'activateTrade', input: activate.input, key };
  }
  if (!step?.contract) return undefined;
  const { items } = step.contract;
  const found = { metItems: ITEMS, thresholdBps, left: AT_ONCE.left };
  const check = onDelivery(conduct, found, AT_ONCE.chance);
  if (check === null) return undefined;
  // A confirmed checkpoint has a met item.
  const fewest = check.status === 'confirmed' ? 1 : 0;
  const metCount = Math.max(Math.round((check.metItems / ITEMS) * items.length), fewest);
  const input = {
    ...submit?.input,
    status: check.status.toUpperCase(),
    results: items.map(({ itemId }, index) => ({ itemId, met: index < metCount })),
  };
  const key = `${tradeKey}-${String(step.stepNo)}-check`;
  return { operation: 'submitCheckpoint', input, key, isLate: conduct === 'late' };
}
