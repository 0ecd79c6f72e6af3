import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Acts } from '../../../domain/actions/action';
import { approvalCandidates } from '../../../domain/actions/approval-actions';
import { listingCandidates, proposalCandidates } from '../../../domain/actions/market-actions';
import { principalCandidates } from '../../../domain/actions/principal-actions';
import { operatorCandidates, tradeCandidates } from '../../../domain/actions/trade-actions';
import { assert } from '../../../domain/errors/errors';
import { boundAgentOf, viewerAmong } from '../../../domain/sessions/caller';
import { stepToActivate } from '../../../domain/trades/activate-trade';
import { actsFor } from '../../../operations/actions';
import { withApprovalPages } from '../../../operations/approval-page';
import type { DecisionData } from '../../../operations/queries/decision-data';
import { matchQuotaRefusal } from '../../../operations/queries/match-quota';
import { tradeSettings } from '../../../operations/trade-settings';
import type { Context } from '../execution/context';
import { currentPolicyOf } from '../execution/current-policy';
import { AllowedActionView, allowedViews, type ActView } from './action';
import { BlockedActionView, blockedViews } from './blocked-action';
import type { ApprovalView } from './approval';
import { ListingView } from './listing';
import { PrincipalView } from './principal';
import { ProposalView } from './proposal';
import { TradeView } from './trade';

const ALLOWED = {
  description: 'Acts that the caller may do now, with their costs and consequences. Viewers have none.',
};
const BLOCKED = {
  description: 'Operations of this object, and variants of them, that would be refused now, each with its error.',
};

/** The acts of an object, computed once for both fields. */
function once<View extends object, More extends unknown[]>(
  load: (view: View, context: Context, ...more: More) => Promise<Acts>,
) {
  const cache = new WeakMap<View, Promise<Acts>>();
  return (view: View, context: Context, ...more: More): Promise<Acts> => {
    const acts = cache.get(view) ?? load(view, context, ...more);
    cache.set(view, acts);
    return acts;
  };
}

/**
 * The acts of the viewer in a trade, or those of an operator.
 *
 * @param read the data of the trade, if this request has read it
 */
export const tradeActs = once(
  async ({ row, viewer }: TradeView, context: Context, read?: DecisionData): Promise<Acts> => {
    const now = await context.now();
    const loaded = read ?? (await context.loaders.tradeDecisionData.load(row.tradeId));
    assert(loaded?.trade, 'a trade is never deleted');
    const { trade, steps, tradeParticipants: participants } = loaded;
    // The trade of a mutation has no such member.
    const isQuarantined = typeof row.settlementError === 'string';
    const data = { trade, steps, participants, isQuarantined };
    if (viewer === null) {
      return context.compute(() => actsFor(context.caller, null, operatorCandidates({ ...data, principals: [] }, now)));
    }
    const payer = stepToActivate(data, now)?.consumerPrincipalId;
    const principals = payer === undefined ? [] : [await context.loaders.principalData(now).load(payer)];
    const agentId = boundAgentOf(context.caller);
    return context.compute(() =>
      actsFor(context.caller, viewer, tradeCandidates({ ...data, principals }, viewer, now, agentId)),
    );
  },
);

/** The participant for which a proposal is shown; null for operators. */
function viewerOf({ viewer }: ProposalView, { caller }: Context, ids: readonly string[]): string | null {
  return viewer ?? (caller.kind === 'operator' ? undefined : viewerAmong(caller, ids)) ?? null;
}

export const proposalActs = once(async (view: ProposalView, context: Context, read?: DecisionData): Promise<Acts> => {
  const now = await context.now();
  const data = read ?? (await context.loaders.proposalDecisionData.load(view.row.proposalId));
  assert(data?.proposal && data.revision, 'a proposal is never deleted');
  const { proposal, revision, revisionBytes, participants, trade, retiredAgentIds, policyActivations } = data;
  const ids = participants.map(({ principalId }) => principalId);
  const viewer = viewerOf(view, context, ids);
  if (viewer === null) return { allowed: [], blocked: [] };
  const principals = await Promise.all(ids.map((id) => context.loaders.principalData(now).load(id)));
  const mandates = trade === null ? await context.loaders.proposalMandates(now).load(proposal.proposalId) : [];
  const { settings } = context.services;
  const shown = { proposal, revision, revisionBytes, participants, trade, retiredAgentIds, policyActivations };
  const loaded = { ...shown, principals, mandates };
  const { proposalTtlSeconds } = settings;
  const forTrades = tradeSettings(settings, await currentPolicyOf(context));
  const all = { ...forTrades, proposalTtlSeconds };
  const agentId = boundAgentOf(context.caller);
  return context.compute(() => {
    const candidates = proposalCandidates(loaded, viewer, all, now, agentId);
    return withApprovalPages(actsFor(context.caller, viewer, candidates), context.services);
  });
});

export const listingActs = once(async ({ row }: ListingView, context: Context): Promise<Acts> => {
  const now = await context.now();
  const { loaders, caller } = context;
  const [active, usage, principal, use] = await Promise.all([
    loaders.activeListings.load(row),
    loaders.usage(now).load(row.principalId),
    loaders.principal.load(row.principalId),
    loaders.proposalUses(now).load(row.principalId),
  ]);
  assert(principal, 'a principal is never deleted');
  const otherActive = active.find(({ listingId }) => listingId !== row.listingId) ?? null;
  const matchRuns = { used: usage.matchRunsToday, maximum: principal.matchRunsPerDay };
  const data = {
    listing: row,
    otherActive,
    matchRuns,
    matchQuotaRefusal: await matchQuotaRefusal(context, row, use, now),
    boundAgentId: boundAgentOf(caller),
  };
  return context.compute(() =>
    actsFor(caller, row.principalId, listingCandidates(data, caller.kind === 'console', now)),
  );
});

export const approvalActs = once(async ({ row }: ApprovalView, context: Context): Promise<Acts> => {
  const now = await context.now();
  const [usage, principal] = await Promise.all([
    context.loaders.usage(now).load(row.principalId),
    context.loaders.principal.load(row.principalId),
  ]);
  assert(principal, 'a principal is never deleted');
  const data = { approval: row, changesToday: usage.changesToday, principal };
  return context.compute(() => actsFor(context.caller, row.principalId, approvalCandidates(data, now)));
});

const principalActs = once(async ({ row: { principalId } }: PrincipalView, context: Context): Promise<Acts> => {
  const now = await context.now();
  const { loaders, caller } = context;
  const humanId = (caller.kind === 'console' && caller.human?.humanId) || null;
  const boundAgentId = boundAgentOf(caller);
  const [data, row, usage, agentIds, boundAgent, balanceStamps] = await Promise.all([
    loaders.principalData(now).load(principalId),
    loaders.principal.load(principalId),
    loaders.usage(now).load(principalId),
    loaders.firstAgents.load(principalId),
    boundAgentId === undefined ? null : loaders.agent.load(boundAgentId),
    humanId === null ? 0n : loaders.walletBalance.load(humanId),
  ]);
  assert(row, 'a principal is never deleted');
  const candidates = principalCandidates(
    {
      principal: { ...row, ...data },
      usage,
      agentIds,
      boundAgent: boundAgent ?? null,
      wallet: { humanId: humanId ?? '', balanceStamps },
      listingFeeStamps: context.services.settings.listingFeeStamps,
      isOwner: caller.kind === 'console',
      isOperator: caller.kind === 'operator',
    },
    now,
  );
  return actsFor(caller, principalId, candidates);
});

const WITHOUT_TRADE: ActView = { viewer: null, tradeId: null };

@Resolver(() => TradeView)
export class TradeActionsResolver {
  @FieldResolver(() => [AllowedActionView], ALLOWED)
  async allowedActions(@Root() view: TradeView, @Ctx() context: Context): Promise<AllowedActionView[]> {
    return allowedViews(await tradeActs(view, context), { viewer: view.viewer, tradeId: view.row.tradeId });
  }

  @FieldResolver(() => [BlockedActionView], BLOCKED)
  async blockedActions(@Root() view: TradeView, @Ctx() context: Context): Promise<BlockedActionView[]> {
    return blockedViews(await tradeActs(view, context), context.services);
  }
}

@Resolver(() => ProposalView)
export class ProposalActionsResolver {
  @FieldResolver(() => [AllowedActionView], ALLOWED)
  async allowedActions(@Root() view: ProposalView, @Ctx() context: Context): Promise<AllowedActionView[]> {
    const acts = await proposalActs(view, context);
    const viewer = acts.allowed[0]?.payerId ?? null;
    return allowedViews(acts, { viewer, tradeId: null });
  }

  @FieldResolver(() => [BlockedActionView], BLOCKED)
  async blockedActions(@Root() view: ProposalView, @Ctx() context: Context): Promise<BlockedActionView[]> {
    return blockedViews(await proposalActs(view, context), context.services);
  }
}

@Resolver(() => ListingView)
export class ListingActionsResolver {
  @FieldResolver(() => [AllowedActionView], ALLOWED)
  async allowedActions(@Root() view: ListingView, @Ctx() context: Context): Promise<AllowedActionView[]> {
    return allowedViews(await listingActs(view, context), WITHOUT_TRADE);
  }

  @FieldResolver(() => [BlockedActionView], BLOCKED)
  async blockedActions(@Root() view: ListingView, @Ctx() context: Context): Promise<BlockedActionView[]> {
    return blockedViews(await listingActs(view, context), context.services);
  }
}

@Resolver(() => PrincipalView)
export class PrincipalActionsResolver {
  @FieldResolver(() => [AllowedActionView], ALLOWED)
  async allowedActions(@Root() view: PrincipalView, @Ctx() context: Context): Promise<AllowedActionView[]> {
    return allowedViews(await principalActs(view, context), WITHOUT_TRADE);
  }

  @FieldResolver(() => [BlockedActionView], BLOCKED)
  async blockedActions(@Root() view: PrincipalView, @Ctx() context: Context): Promise<BlockedActionView[]> {
    return blockedViews(await principalActs(view, context), context.services);
  }
}
