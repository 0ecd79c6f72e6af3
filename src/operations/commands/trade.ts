import { decideActivateTrade } from '../../domain/trades/activate-trade';
import { decideCreateTrade, type TradeSettings } from '../../domain/trades/create-trade';
import { invalid } from '../../domain/errors/errors';
import { currentRuleVersion } from '../../domain/trades/evaluation';
import { idFromKeyOrUuid } from '../../domain/keys';
import { currentPolicyVersion } from '../../domain/trades/policy';
import type { CallerFacts, PrincipalFacts } from '../../domain/parties/principal';
import { decideWithdraw } from '../../domain/trades/settle-trade';
import { decideFileRebuttal, decidePublishContract, decideSubmitCheckpoint } from '../../domain/trades/step';
import type { CheckpointInput, ContractInput, RebuttalInput } from '../../domain/trades/step-input';
import type { StepDecision, TradeDecision, TradeFacts } from '../../domain/trades/trade';
import { applyEffects, loadFacts, type Facts, type FactsRequest } from '../../database/repositories/facts';
import { type MutationContext, decisionContext, type WriteContext } from '../context';

/** The verbs of a trade: load → decide → apply (architecture §1). The decisions are src/domain's. */

/** A trade named by its key or id. Undefined: no such text, hence no such trade. */
const tradeIdOf = (key: string): string | undefined => idFromKeyOrUuid('trd', key);

/** A trade under its lock, with those of its principals that were asked for. */
interface LoadedTrade extends TradeFacts {
  readonly principals: readonly PrincipalFacts[];
}

function callerFacts(acting: MutationContext, principalId: string): CallerFacts {
  return { principalId, agentText: acting.caller.agentText };
}

function tradeFacts(facts: Facts | undefined): LoadedTrade | null {
  if (!facts?.trade) return null;
  const { trade, steps, tradeParticipants: participants, principals } = facts;
  return { trade, steps, participants, principals, settlement: null };
}

export async function loadTrade(
  writing: WriteContext,
  tradeKey: string,
  principals?: FactsRequest['principals'],
): Promise<LoadedTrade | null> {
  const tradeId = tradeIdOf(tradeKey);
  if (tradeId === undefined) return null;
  return tradeFacts(
    await loadFacts(writing.tx, { trade_id: tradeId, lock: 'update', ...(principals && { principals }) }),
  );
}

export async function applyDecision<D extends TradeDecision>(writing: WriteContext, decision: D): Promise<D> {
  await applyEffects(writing.tx, decision.effects);
  if (decision.effects.events?.length) writing.tx.afterCommit(() => writing.services.notifyWorker('relay'));
  const { dueAt } = decision.trade;
  if (dueAt && dueAt <= writing.tx.now) writing.tx.afterCommit(() => writing.services.notifyWorker('settle'));
  return decision;
}

/** What the settings bind to every new trade. */
function tradeSettings({ services: { settings } }: WriteContext): TradeSettings {
  return {
    activationFeeBps: settings.activationFeeBps,
    idleWindowSeconds: settings.idleWindowSeconds,
    rebuttalWindowSeconds: settings.rebuttalWindowSeconds,
    evaluationWindowSeconds: settings.evaluationWindowSeconds,
    policyVersion: currentPolicyVersion,
    ruleVersion: currentRuleVersion,
  };
}

/** A proposal named by exactly one of key and id (contract §6). */
export function proposalIdOf(input: {
  readonly proposalKey?: string | null | undefined;
  readonly proposalId?: string | null | undefined;
}): string | undefined {
  const given = input.proposalKey ?? input.proposalId;
  if (given == null || (input.proposalKey != null && input.proposalId != null)) {
    throw invalid([{ pointer: '/proposal_key', detail: 'or proposal_id must name the proposal, one of the two' }]);
  }
  return idFromKeyOrUuid('prp', given);
}

/** Creates the trade of an accepted proposal and reserves every participant's bond. Specification, Create trade. */
export async function createTrade(acting: MutationContext, principalId: string, proposalId: string | undefined) {
  const facts =
    proposalId === undefined
      ? undefined
      : await loadFacts(acting.tx, { proposal_id: proposalId, lock: 'update', principals: 'all' });
  const { proposal, revision } = facts ?? {};
  const loaded = facts && proposal && revision ? { ...facts, proposal, revision } : null;
  const caller = callerFacts(acting, principalId);
  const decision = decideCreateTrade(loaded, { caller, settings: tradeSettings(acting) }, decisionContext(acting));
  return applyDecision(acting, decision);
}

/** Activates the next pending step; any participant. Named by the trade, or by its proposal (settlement.md §1). */
export async function activateTrade(
  acting: MutationContext,
  principalId: string,
  target: { readonly tradeKey: string } | { readonly proposalId: string | undefined },
) {
  const facts =
    'tradeKey' in target
      ? await loadTrade(acting, target.tradeKey, 'consumers')
      : await byProposal(acting, target.proposalId);
  return applyDecision(
    acting,
    decideActivateTrade(facts, { caller: callerFacts(acting, principalId) }, decisionContext(acting)),
  );
}

async function byProposal(acting: MutationContext, proposalId: string | undefined): Promise<LoadedTrade | null> {
  if (proposalId === undefined) return null;
  return tradeFacts(await loadFacts(acting.tx, { proposal_id: proposalId, lock: 'update', principals: 'consumers' }));
}

interface OnStep {
  readonly tradeKey: string;
  readonly stepNo: number;
}

export async function publishDeliveryContract(
  acting: MutationContext,
  principalId: string,
  { tradeKey, stepNo, ...contract }: OnStep & ContractInput,
): Promise<StepDecision> {
  const input = { caller: callerFacts(acting, principalId), stepNo, contract };
  return applyDecision(
    acting,
    decidePublishContract(await loadTrade(acting, tradeKey), input, decisionContext(acting)),
  );
}

export async function submitCheckpoint(
  acting: MutationContext,
  principalId: string,
  { tradeKey, stepNo, ...checkpoint }: OnStep & CheckpointInput,
): Promise<StepDecision> {
  const input = { caller: callerFacts(acting, principalId), stepNo, checkpoint };
  return applyDecision(
    acting,
    decideSubmitCheckpoint(await loadTrade(acting, tradeKey), input, decisionContext(acting)),
  );
}

export async function fileRebuttal(
  acting: MutationContext,
  principalId: string,
  { tradeKey, stepNo, ...rebuttal }: OnStep & RebuttalInput,
): Promise<StepDecision> {
  const input = { caller: callerFacts(acting, principalId), stepNo, rebuttal };
  return applyDecision(acting, decideFileRebuttal(await loadTrade(acting, tradeKey), input, decisionContext(acting)));
}

/** The active step's provider withdraws: settled at once as F4. */
export async function withdrawFromTrade(acting: MutationContext, principalId: string, tradeKey: string) {
  const facts = await loadTrade(acting, tradeKey, 'all');
  return applyDecision(
    acting,
    decideWithdraw(facts, { caller: callerFacts(acting, principalId) }, decisionContext(acting)),
  );
}
