import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Acts } from '../../../domain/actions/action';
import {
  answerTo,
  attentionKinds,
  attentionOfProposal,
  attentionOfTrade,
  type AttentionKind,
} from '../../../domain/actions/attention';
import { assert } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { attentionRows, MAX_ATTENTION, type AttentionRow } from '../../../operations/queries/attention';
import { sizeOfFirst } from '../../../operations/queries/pages';
import { AllowedActionView, type ActView } from './action';
import { approvalActs, listingActs, proposalActs, tradeActs } from './action-resolvers';
import { AgentView } from './agent';
import { approvalOf, approvalsSeenBy } from './approval';
import type { Context } from '../execution/context';
import { enumOf } from './enums';
import { ListingView } from './listing';
import { Node } from './node';
import { PrincipalView } from './principal';
import { ProposalView } from './proposal';
import { TradeView } from './trade';

const AttentionKindEnum = enumOf('AttentionKind', 'Kind of a thing that waits for a principal.', attentionKinds);

/** An object that waits, before its agent and its act are read. */
interface Waiting {
  readonly kind: AttentionKind;
  readonly dueAt: Date | null;
  readonly agentId: string;
  readonly subject: Node;
  readonly of: ActView;
  readonly acts: ((context: Context) => Promise<Acts>) | null;
}

@ObjectType('AttentionItem', {
  description: 'Something that waits for the principal, with the act that answers to it.',
})
export class AttentionItemView {
  constructor(readonly waiting: Waiting) {}

  @Field(() => AttentionKindEnum, { description: 'Kind of the thing that waits.' })
  get kind(): AttentionKind {
    return this.waiting.kind;
  }

  @Field(() => Date, { nullable: true, description: 'Deadline. Null without one.' })
  get dueAt(): Date | null {
    return this.waiting.dueAt;
  }

  @Field(() => ID, { description: 'Key of the agent that is concerned.' })
  get agentKey(): string {
    return keyOf('agt', this.waiting.agentId);
  }

  @Field(() => ID, { description: 'Key of the trade, proposal, approval, listing or agent.' })
  get subjectKey(): string {
    return this.waiting.subject.id;
  }

  @Field(() => Node, { description: 'The trade, proposal, approval, listing or agent.' })
  get subject(): Node {
    return this.waiting.subject;
  }

  /** The value that a subscription compares to find a change. It leaves `action` out, so a change of that alone is not sent. */
  toJSON(): unknown {
    const { kind, dueAt, agentKey, subjectKey } = this;
    return { kind, dueAt, agentKey, subjectKey };
  }
}

@Resolver(() => AttentionItemView)
export class AttentionItemResolver {
  @FieldResolver(() => AgentView, { description: 'The agent that is concerned.' })
  async agent(@Root() { waiting }: AttentionItemView, @Ctx() { loaders }: Context): Promise<AgentView> {
    const agent = await loaders.agent.load(waiting.agentId);
    assert(agent, 'an agent is never deleted');
    return new AgentView(agent);
  }

  @FieldResolver(() => AllowedActionView, {
    nullable: true,
    description:
      'The act that answers to it; for a proposal its acceptance, for a listing a change of its content. A checkpoint is without its `status`, and an approval without its `decision`: the caller must choose. Null if the caller may not do it now, or if there is none.',
  })
  async action(@Root() { waiting }: AttentionItemView, @Ctx() context: Context): Promise<AllowedActionView | null> {
    const acts = await waiting.acts?.(context);
    const act = acts ? answerTo(waiting.kind, acts) : null;
    return act && new AllowedActionView(act, waiting.of);
  }
}

async function tradeItem(context: Context, principalId: string, tradeId: string, now: Date): Promise<Waiting | null> {
  const [row, data] = await Promise.all([
    context.loaders.trade.load(tradeId),
    context.loaders.tradeDecisionData.load(tradeId),
  ]);
  assert(row && data?.trade, 'a trade is never deleted');
  const { trade, steps, tradeParticipants: participants } = data;
  const found = attentionOfTrade({ trade, steps, participants }, principalId, now);
  const own = participants.find((participant) => participant.principalId === principalId);
  if (found === null || own === undefined) return null;
  const view = new TradeView(row, principalId);
  const of = { viewer: principalId, tradeId };
  return {
    ...found,
    agentId: own.agentId,
    subject: view,
    of,
    acts: (other) => tradeActs(view, other, other === context ? data : undefined),
  };
}

async function proposalItem(context: Context, principalId: string, id: string, now: Date): Promise<Waiting | null> {
  const data = await context.loaders.proposalDecisionData.load(id);
  assert(data?.proposal, 'a proposal is never deleted');
  const { proposal, participants } = data;
  const found = attentionOfProposal(proposal, participants, principalId, now);
  const own = participants.find((participant) => participant.principalId === principalId);
  if (found === null || own === undefined) return null;
  const view = new ProposalView(proposal, undefined, principalId);
  const of = { viewer: principalId, tradeId: null };
  return {
    ...found,
    agentId: own.agentId,
    subject: view,
    of,
    acts: (other) => proposalActs(view, other, other === context ? data : undefined),
  };
}

/** Null for callers that do not see the approval, and for one that is decided. */
async function approvalItem(context: Context, { id, dueAt }: AttentionRow): Promise<Waiting | null> {
  const view = await approvalOf(context, id);
  if (view === null || view.status !== 'pending') return null;
  const of = { viewer: null, tradeId: null };
  const acts = (other: Context) => approvalActs(view, other);
  return { kind: 'approval', dueAt, agentId: view.row.agentId, subject: view, of, acts };
}

async function objectItem({ loaders }: Context, { subject, id, dueAt }: AttentionRow): Promise<Waiting> {
  const of = { viewer: null, tradeId: null };
  if (subject === 'listing') {
    const listing = await loaders.listing.load(id);
    assert(listing, 'a listing is never deleted');
    const view = new ListingView(listing);
    const acts = (context: Context) => listingActs(view, context);
    return { kind: 'listing_expires', dueAt, agentId: listing.agentId, subject: view, of, acts };
  }
  const agent = await loaders.agent.load(id);
  assert(agent, 'an agent is never deleted');
  return { kind: 'webhook_disabled', dueAt, agentId: id, subject: new AgentView(agent), of, acts: null };
}

export const ITEMS = { default: 50, max: MAX_ATTENTION };

/** The options of the argument `first`. */
export const FIRST = {
  nullable: true,
  defaultValue: ITEMS.default,
  description: `Maximum number of items, 1 to ${String(ITEMS.max)}.`,
} as const;

/** Lists all that waits for a principal, the soonest deadline first. @throws Refusal 400 `validation_failed` */
export async function attentionOf(
  context: Context,
  principalId: string,
  requested: number | null | undefined,
): Promise<AttentionItemView[]> {
  const limit = sizeOfFirst(requested, ITEMS);
  return context.loaders.gates.data(() => readAttention(context, principalId, limit));
}

async function readAttention(context: Context, principalId: string, limit: number): Promise<AttentionItemView[]> {
  const approvalsOf = approvalsSeenBy(context);
  const { now, rows } = await context.loaders.gates.list(async () => {
    const at = await context.now();
    return { now: at, rows: await attentionRows(context.db, { principalId, now: at, limit, approvalsOf }) };
  });
  const items = await Promise.all(
    rows.map((row) => {
      if (row.subject === 'trade') return tradeItem(context, principalId, row.id, now);
      if (row.subject === 'proposal') return proposalItem(context, principalId, row.id, now);
      return row.subject === 'approval' ? approvalItem(context, row) : objectItem(context, row);
    }),
  );
  return items.filter((item) => item !== null).map((item) => new AttentionItemView(item));
}

@Resolver(() => PrincipalView)
export class AttentionResolver {
  @FieldResolver(() => [AttentionItemView], {
    description:
      'List of all that waits for the principal, the soonest deadline first. An agent without a socket can poll it.',
  })
  async attention(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Arg('first', () => Int, FIRST)
    requested: number | null | undefined,
  ): Promise<AttentionItemView[]> {
    return attentionOf(context, row.principalId, requested);
  }
}
