import { decideActivateTrade } from '../../domain/trades/activate-trade';
import { decideCreateTrade } from '../../domain/trades/create-trade';
import { invalidMember } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import type { MandateData } from '../../domain/parties/mandate';
import type { CallerData, PrincipalData } from '../../domain/parties/principal';
import { boundAgentOf } from '../../domain/sessions/caller';
import { asWithdrawn, decideWithdraw } from '../../domain/trades/settle-trade';
import { decideFileRebuttal, decidePublishContract, decideSubmitCheckpoint } from '../../domain/trades/step';
import type { CheckpointInput, ContractInput, RebuttalInput } from '../../domain/trades/step-input';
import type { RecordData } from '../../domain/trades/settlement';
import {
  assertParticipant,
  conflict,
  type StepDecision,
  type TradeDecision,
  type TradeData,
} from '../../domain/trades/trade';
import { loadDecisionData, type DecisionData, type DecisionDataRequest } from '../../database/repositories/decisions';
import { tradeSettings } from '../trade-settings';
import { applyAndRelay } from './apply';
import { decideWithMandates, loadForCommitment } from './expired-commitments';
import { assertDeadlineCounts, recordLateAct } from './service-hours';
import { withRecord } from './settle';
import { confirmedByFacts, FactsDiffer } from './trade-facts';
import { type MutationContext, decisionContext, type WriteContext } from '../context';

/** The operations of a trade: load data, decide in src/domain, apply the effects. */

/** Parses the key or id of a trade. Undefined: the text is neither. */
const tradeIdOf = (key: string): string | undefined => idFromKeyOrUuid('trd', key);

/** A locked trade, with the requested principals. */
interface LoadedTrade extends TradeData {
  readonly principals: readonly PrincipalData[];
  readonly record?: RecordData | null;
}

function callerData(context: MutationContext, principalId: string): CallerData {
  const { caller } = context;
  return { principalId, agentText: caller.agentText, boundAgentId: boundAgentOf(caller) };
}

/** The member of a request for a participant that acts. An operator has none. */
function callerOf(principalId: string | null): Pick<DecisionDataRequest, 'caller'> {
  return principalId === null ? {} : { caller: principalId };
}

function loadedTradeOf(data: DecisionData | undefined): LoadedTrade | null {
  if (!data?.trade) return null;
  const { trade, steps, tradeParticipants: participants, principals } = data;
  return { trade, steps, participants, principals };
}

/**
 * Loads a trade for a decision about its end, with all its parties, as its facts confirm it.
 *
 * @param principalId the participant that acts; null: an operator
 * @param assertAllowed refuses other callers, who must not learn about the trade
 * @throws Refusal 409 `trade_state_conflict`, `reason: facts_differ`
 */
export async function loadTradeToSettle(
  context: WriteContext,
  principalId: string | null,
  tradeKey: string,
  assertAllowed: (data: TradeData) => void = () => undefined,
): Promise<LoadedTrade | null> {
  const tradeId = tradeIdOf(tradeKey);
  if (tradeId === undefined) return null;
  const request = { trade_id: tradeId, lock: 'update', principals: 'all', facts: true } as const;
  const data = await loadDecisionData(context.tx, { ...request, ...callerOf(principalId) });
  const loaded = loadedTradeOf(data);
  if (!data || !loaded) return null;
  assertAllowed(loaded);
  await assertDeadlineCounts(context, loaded.trade.dueAt);
  recordLateAct(context, loaded.trade.dueAt);
  try {
    return { ...loaded, ...confirmedByFacts(loaded, data.tradeFacts) };
  } catch (error) {
    if (error instanceof FactsDiffer) throw conflict(loaded.trade, 'facts_differ');
    throw error;
  }
}

/**
 * Loads a trade for an act.
 * @param principalId the participant that acts; null: an operator
 * @throws Refusal 503 `service_unavailable` after the deadline of the trade, while the service is closed
 */
async function loadToAct(
  context: WriteContext,
  principalId: string | null,
  request: Omit<DecisionDataRequest, 'lock'>,
): Promise<LoadedTrade | null> {
  const all = { ...request, ...callerOf(principalId), lock: 'update' } as const;
  const loaded = loadedTradeOf(await loadDecisionData(context.tx, all));
  // Other principals must not learn about the trade.
  const isAllowed = principalId === null || loaded?.participants.some((one) => one.principalId === principalId);
  if (loaded && isAllowed) await assertDeadlineCounts(context, loaded.trade.dueAt);
  return loaded;
}

/** Loads the trade of a key as `loadToAct` does. */
export async function loadTrade(
  context: WriteContext,
  principalId: string | null,
  tradeKey: string,
  principals?: DecisionDataRequest['principals'],
): Promise<LoadedTrade | null> {
  const tradeId = tradeIdOf(tradeKey);
  if (tradeId === undefined) return null;
  return loadToAct(context, principalId, { trade_id: tradeId, ...(principals && { principals }) });
}

export async function applyDecision<D extends TradeDecision>(context: WriteContext, decision: D): Promise<D> {
  await applyAndRelay(context, decision.effects);
  const { dueAt } = decision.trade;
  if (dueAt && dueAt <= context.tx.now) context.tx.afterCommit(() => context.services.notifyWorker('settle'));
  return decision;
}

/** Parses exactly one of key and id of a proposal. */
export function proposalIdOf(input: {
  readonly proposalKey?: string | null | undefined;
  readonly proposalId?: string | null | undefined;
}): string | undefined {
  const text = input.proposalKey ?? input.proposalId;
  if (text == null || (input.proposalKey != null && input.proposalId != null)) {
    throw invalidMember('/proposal_key', 'or `proposal_id` must name the proposal; send exactly one of them');
  }
  return idFromKeyOrUuid('prp', text);
}

/** Creates the trade of an accepted proposal and reserves the bond of every participant. */
export async function createTrade(context: MutationContext, principalId: string, proposalId: string | undefined) {
  const data =
    proposalId === undefined
      ? undefined
      : await loadForCommitment(context, principalId, {
          proposal_id: proposalId,
          lock: 'update',
          caller: principalId,
          principals: 'all',
        });
  const { proposal, revision } = data ?? {};
  const loaded = data && proposal && revision ? { ...data, proposal, revision } : null;
  const caller = callerData(context, principalId);
  const settings = tradeSettings(context.services.settings, data?.policyVersion);
  const decide = (mandates: readonly MandateData[]) =>
    decideCreateTrade(loaded && { ...loaded, mandates }, { caller, settings }, decisionContext(context));
  const decision = await decideWithMandates(context, data?.mandates ?? [], decide);
  return applyDecision(context, decision);
}

/** Activates the next pending step, for any participant. The target is the trade or its proposal. */
export async function activateTrade(
  context: MutationContext,
  principalId: string,
  target: { readonly tradeKey: string } | { readonly proposalId: string | undefined },
) {
  const data =
    'tradeKey' in target
      ? await loadTrade(context, principalId, target.tradeKey, 'consumers')
      : await byProposal(context, principalId, target.proposalId);
  const input = { caller: callerData(context, principalId) };
  return applyDecision(context, decideActivateTrade(data, input, decisionContext(context)));
}

async function byProposal(
  context: MutationContext,
  principalId: string,
  proposalId: string | undefined,
): Promise<LoadedTrade | null> {
  if (proposalId === undefined) return null;
  return loadToAct(context, principalId, { proposal_id: proposalId, principals: 'consumers' });
}

interface OnStep {
  readonly tradeKey: string;
  readonly stepNo: number;
}

export async function publishDeliveryContract(
  context: MutationContext,
  principalId: string,
  { tradeKey, stepNo, ...contract }: OnStep & ContractInput,
): Promise<StepDecision> {
  const input = { caller: callerData(context, principalId), stepNo, contract };
  const data = await loadTrade(context, principalId, tradeKey);
  return applyDecision(context, decidePublishContract(data, input, decisionContext(context)));
}

export async function submitCheckpoint(
  context: MutationContext,
  principalId: string,
  { tradeKey, stepNo, ...checkpoint }: OnStep & CheckpointInput,
): Promise<StepDecision> {
  const input = { caller: callerData(context, principalId), stepNo, checkpoint };
  const data = await loadTrade(context, principalId, tradeKey);
  return applyDecision(context, decideSubmitCheckpoint(data, input, decisionContext(context)));
}

export async function fileRebuttal(
  context: MutationContext,
  principalId: string,
  { tradeKey, stepNo, ...rebuttal }: OnStep & RebuttalInput,
): Promise<StepDecision> {
  const input = { caller: callerData(context, principalId), stepNo, rebuttal };
  const data = await loadTrade(context, principalId, tradeKey);
  const decision = decideFileRebuttal(data, input, decisionContext(context));
  recordLateAct(context, decision.step.deadlineAt);
  return applyDecision(context, decision);
}

/** Withdraws the provider of the active step. The trade settles at once as F4. */
export async function withdrawFromTrade(context: MutationContext, principalId: string, tradeKey: string) {
  const caller = callerData(context, principalId);
  const loaded = await loadTradeToSettle(context, principalId, tradeKey, (data) => assertParticipant(data, caller));
  const { record = null } = loaded === null ? {} : await withRecord(context, asWithdrawn(loaded, context.tx.now));
  const data = loaded && { ...loaded, record };
  return applyDecision(context, decideWithdraw(data, { caller }, decisionContext(context)));
}
