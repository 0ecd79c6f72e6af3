import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { type Caller, viewerAmong } from '../../../domain/sessions/caller';
import { isIdText } from '../../../domain/validator';
import { maySeePurchase } from '../../../operations/queries/tickets';
import { invalidMember } from '../../../domain/errors/errors';
import { parseKey, type Prefix } from '../../../domain/keys';
import { pageLimits } from '../../../operations/queries/pages';
import { AgentView } from './agent';
import { approvalOf } from './approval';
import { BindingView } from './binding';
import type { Context } from '../execution/context';
import { registerNodeSearch } from '../execution/find-node';
import { CredentialView } from './credential';
import { eventView } from './event';
import { ListingView } from './listing';
import { MatchRunView } from './match-run';
import { Node } from './node';
import { OperatorActView } from './operator';
import { PostingView } from './posting';
import { PrincipalView, PublicPrincipalView } from './principal';
import { PublicAgentView, publicAgentOf } from './public-agent';
import { ProposalView } from './proposal';
import { SettlementView } from './settlement';
import { TicketPurchaseView } from './ticket';
import { TradeView } from './trade';
import { WebhookDeliveryView } from './webhook';

type Finder = (context: Context, id: string) => Promise<Node | null>;

function idsOf(participants: readonly { readonly principalId: string }[]): string[] {
  return participants.map(({ principalId }) => principalId);
}

/** Returns the participant for which the caller sees a trade: null for operators, undefined if it sees none. */
async function tradeViewer({ caller, loaders }: Context, tradeId: string): Promise<string | null | undefined> {
  if (caller.kind === 'operator') return null;
  const participants = await loaders.tradeParticipants.load(tradeId);
  return viewerAmong(caller, idsOf(participants));
}

/** Whether a principal is in the market, or shares a proposal or a trade with one of the caller's principals. */
async function isPublicTo(context: Context, principalId: string): Promise<boolean> {
  const { caller, loaders } = context;
  const dealings = ownPrincipals(caller).map((own) => loaders.sharesDealings.load(`${own}/${principalId}`));
  const found = await Promise.all([loaders.onMarket(await context.now()).load(principalId), ...dealings]);
  return found.includes(true);
}

function ownPrincipals(caller: Caller): readonly string[] {
  if (caller.kind === 'principal') return [caller.principalId];
  return caller.kind === 'console' ? (caller.human?.bindings ?? []).map((binding) => binding.principalId) : [];
}

function ownsWallet(caller: Caller, humanId: string | null): boolean {
  return caller.kind === 'operator' || (caller.kind === 'console' && caller.human?.humanId === humanId);
}

/** Loads an object by id, for each key prefix. Null if the caller may not read it. */
const finders: Partial<Record<Prefix, Finder>> = {
  async prn(context, id) {
    const { caller, loaders } = context;
    const row = await loaders.principal.load(id);
    if (!row) return null;
    if (viewerAmong(caller, [id])) return PrincipalView.of(row);
    return (await isPublicTo(context, id)) ? new PublicPrincipalView(row) : null;
  },
  async lst({ caller, loaders }, id) {
    const row = await loaders.listing.load(id);
    return row && viewerAmong(caller, [row.principalId]) ? new ListingView(row) : null;
  },
  async mrn({ caller, loaders }, id) {
    const row = await loaders.matchRun.load(id);
    return row && viewerAmong(caller, [row.principalId]) ? new MatchRunView(row) : null;
  },
  async prp({ caller, loaders }, id) {
    const [row, participants] = await Promise.all([loaders.proposal.load(id), loaders.currentParticipants.load(id)]);
    return row && viewerAmong(caller, idsOf(participants)) ? new ProposalView(row) : null;
  },
  async agt(context, id) {
    const { caller, loaders } = context;
    const row = await loaders.agent.load(id);
    if (!row) return null;
    if (viewerAmong(caller, [row.principalId])) return new AgentView(row);
    return (await isPublicTo(context, row.principalId)) ? new PublicAgentView(publicAgentOf(row)) : null;
  },
  async crd({ caller, loaders }, id) {
    const row = await loaders.credential.load(id);
    // Only the command line shows the platform's own credentials.
    return row && row.principalId !== null && viewerAmong(caller, [row.principalId]) ? new CredentialView(row) : null;
  },
  async bnd({ caller, loaders }, id) {
    const row = caller.kind === 'principal' ? undefined : await loaders.binding.load(id);
    return row && viewerAmong(caller, [row.principalId]) ? new BindingView(row) : null;
  },
  async apr(context, id) {
    return approvalOf(context, id);
  },
  async trd(context, id) {
    const viewer = await tradeViewer(context, id);
    const row = viewer === undefined ? undefined : await context.loaders.trade.load(id);
    return row ? new TradeView(row, viewer ?? null) : null;
  },
  async stl(context, id) {
    const row = await context.loaders.settlement.load(id);
    const viewer = row && (await tradeViewer(context, row.tradeId));
    return row && viewer !== undefined ? new SettlementView(row, viewer) : null;
  },
  async pst({ caller, loaders }, id) {
    const posting = await loaders.posting.load(id);
    if (!posting) return null;
    const { principalId, humanId } = posting;
    const isOwn = principalId === null ? ownsWallet(caller, humanId) : viewerAmong(caller, [principalId]) !== undefined;
    return isOwn ? new PostingView(posting) : null;
  },
  async act({ caller, loaders }, id) {
    const row = caller.kind === 'operator' ? await loaders.operatorAct.load(id) : undefined;
    return row ? new OperatorActView(row) : null;
  },
  async dlv({ caller, loaders }, id) {
    const delivery = await loaders.webhookDelivery.load(id);
    return delivery && viewerAmong(caller, [delivery.principalId]) ? new WebhookDeliveryView(delivery) : null;
  },
  async evt({ caller, loaders }, id) {
    const event = await loaders.event.load(id);
    return event && viewerAmong(caller, [event.principalId]) ? eventView(event) : null;
  },
};

/** Checkout sessions have the ids of the payment processor. */
const SESSION_ID = /^cs_/;

async function findPurchase(context: Context, sessionId: string): Promise<Node | null> {
  const row = await context.loaders.purchase.load(sessionId);
  return row && maySeePurchase(context.caller, row) ? new TicketPurchaseView(row) : null;
}

async function findByKey(context: Context, key: string): Promise<Node | null> {
  if (SESSION_ID.test(key) && isIdText(key)) return findPurchase(context, key);
  const parsed = parseKey(key);
  return (parsed && (await finders[parsed.prefix]?.(context, parsed.id))) ?? null;
}

registerNodeSearch(findByKey);

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'The object with this key. Null when there is none that the caller may read.',
  })
  async node(
    @Ctx() context: Context,
    @Arg('id', () => ID, { description: 'Key of any object.' }) id: string,
  ): Promise<Node | null> {
    return findByKey(context, id);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: 'Objects with these keys, in the same order. Null for each missing object.',
  })
  async nodes(
    @Ctx() context: Context,
    @Arg('ids', () => [ID], { description: 'Keys of any objects, at most 200.' }) ids: string[],
  ): Promise<(Node | null)[]> {
    if (ids.length > pageLimits.max) throw invalidMember('/ids', `must be at most ${String(pageLimits.max)}`);
    return Promise.all(ids.map(async (id) => findByKey(context, id)));
  }
}
