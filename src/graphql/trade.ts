import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { assert, invalid } from '../domain/errors';
import { idOf, idOfEither, keyOf } from '../domain/keys';
import type { TradeParticipant } from '../domain/types';
import type { TradeRow, TradeStepRow } from '../store/rows/trade';
import { tradesAwaitingVerdict, tradesOverdue, tradesSetAside } from '../store/operator-trades';
import type { Page, PageArgs } from '../store/pages';
import { findTradeOf, tradesOf } from '../store/trades';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import { platformOnly, type Context } from './context';
import { OperatorQueueEnum, TradeStateEnum } from './enums';
import { Node } from './node';
import { PrincipalView, PublicPrincipalView } from './principal';
import { StampsScalar } from './scalars';
import { SettlementView } from './settlement';
import { CheckpointResultView, DeliveryContractView, type Papers, RebuttalView, TradeStepView } from './step';

@ObjectType('TradeParticipant', { description: 'A principal in a trade.' })
export class TradeParticipantView {
  constructor(private readonly row: TradeParticipant) {}

  @Field(() => ID, { description: 'The principal.' })
  get principalKey(): string {
    return keyOf('prn', this.row.principalId);
  }

  @Field(() => StampsScalar, { description: 'Its bond, reserved when the trade was created.' })
  get bondStamps(): bigint {
    return this.row.bondStamps;
  }
}

@ObjectType('Trade', { implements: Node, description: 'An accepted proposal being carried out, step by step.' })
export class TradeView extends Node {
  /**
   * `viewer`: the principal whose side own-side parts show; null for operators. `known`: the steps, where a decision has
   * them; they are not read again.
   */
  constructor(
    readonly row: TradeRow,
    readonly viewer: string | null,
    readonly known?: readonly TradeStepRow[],
  ) {
    super(keyOf('trd', row.tradeId));
  }

  @Field(() => ID, { description: 'The key, `trd_…`.' })
  get tradeKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'The same bits as a UUID.' })
  get tradeId(): string {
    return this.row.tradeId;
  }

  @Field(() => ID, { description: 'The proposal it was created from, as a UUID.' })
  get proposalId(): string {
    return this.row.proposalId;
  }

  @Field(() => ID, { description: 'The proposal it was created from, as a key.' })
  get proposalKey(): string {
    return keyOf('prp', this.row.proposalId);
  }

  @Field(() => TradeStateEnum, { description: 'Where it stands.' })
  get state(): TradeRow['state'] {
    return this.row.state;
  }

  @Field(() => Date, {
    nullable: true,
    description: 'When it ends unless the next step is activated; null while a step is active.',
  })
  get idleDeadlineAt(): Date | null {
    return this.row.idleDeadlineAt;
  }

  @Field(() => Date, { description: 'When it was created.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Why its settlement failed, while it is set aside for operators; null for everyone else.',
  })
  get settlementError(): string | null {
    return this.viewer === null ? this.row.settlementError : null;
  }

  @Field(() => Date, { nullable: true, description: 'When it was settled.' })
  get settledAt(): Date | null {
    return this.row.settledAt;
  }
}

@ArgsType()
class TradesArgs extends ConnectionArgs {
  @Field(() => Int, { nullable: true, description: 'At most so many, from the newest (default 50, at most 1,000).' })
  override first?: number | null;

  @Field(() => ID, { nullable: true, description: 'Only the trade of this proposal, named by its UUID or key.' })
  proposalId?: string | null;
}

/** @throws Refusal 400 for what names no proposal: a search for it would find nothing, whatever there is */
function proposalOf(text: string | null | undefined): string | undefined {
  if (text == null) return undefined;
  const proposalId = idOfEither('prp', text);
  if (proposalId === undefined) throw invalid([{ pointer: '/proposal_id', detail: 'is no UUID or key of a proposal' }]);
  return proposalId;
}

export const TradeConnection = connectionType('Trade', () => TradeView);

@Resolver(() => TradeView)
export class TradeResolver {
  @FieldResolver(() => [TradeStepView], { description: 'The steps, in order.' })
  async steps(@Root() { row, known }: TradeView, @Ctx() { loaders }: Context): Promise<TradeStepView[]> {
    if (known) return known.map((step) => new TradeStepView(step, step));
    return (await loaders.steps.load(row.tradeId)).map((step) => new TradeStepView(step));
  }

  @FieldResolver(() => [TradeParticipantView], { description: 'The participants, with their bonds.' })
  async participants(@Root() { row }: TradeView, @Ctx() { loaders }: Context): Promise<TradeParticipantView[]> {
    return (await loaders.tradeParticipants.load(row.tradeId)).map((one) => new TradeParticipantView(one));
  }

  @FieldResolver(() => SettlementView, { nullable: true, description: 'How it ended; null while it goes on.' })
  async settlement(@Root() { row, viewer }: TradeView, @Ctx() { loaders }: Context): Promise<SettlementView | null> {
    if (row.settledAt === null) return null;
    const settlement = await loaders.settlementOfTrade.load(row.tradeId);
    return settlement ? new SettlementView(settlement, viewer) : null;
  }
}

async function papersOf({ row, papers }: TradeStepView, { loaders }: Context): Promise<Papers> {
  if (papers) return papers;
  const found = (await loaders.stepPapers.load(row.tradeId)).find(({ stepNo }) => stepNo === row.stepNo);
  assert(found, 'a step is never deleted');
  return found;
}

@Resolver(() => TradeStepView)
export class TradeStepResolver {
  @FieldResolver(() => DeliveryContractView, { nullable: true, description: 'The delivery contract.' })
  async contract(@Root() step: TradeStepView, @Ctx() context: Context): Promise<DeliveryContractView | null> {
    const { contract } = await papersOf(step, context);
    return contract && new DeliveryContractView(contract);
  }

  @FieldResolver(() => [CheckpointResultView], {
    description: 'The consumer’s word item by item, as far as it gave any.',
  })
  async checkpointResults(@Root() step: TradeStepView, @Ctx() context: Context): Promise<CheckpointResultView[]> {
    const { checkpointResults } = await papersOf(step, context);
    return (checkpointResults ?? []).map((result) => new CheckpointResultView(result));
  }

  @FieldResolver(() => RebuttalView, { nullable: true, description: 'The rebuttal.' })
  async rebuttal(@Root() step: TradeStepView, @Ctx() context: Context): Promise<RebuttalView | null> {
    const { rebuttal } = await papersOf(step, context);
    return rebuttal && new RebuttalView(rebuttal);
  }

  @FieldResolver(() => PublicPrincipalView, { description: 'Who delivers, as its counterparties see it.' })
  async provider(@Root() { row }: TradeStepView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, row.providerPrincipalId);
  }

  @FieldResolver(() => PublicPrincipalView, { description: 'Who receives and checks, as its counterparties see it.' })
  async consumer(@Root() { row }: TradeStepView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, row.consumerPrincipalId);
  }
}

export async function publicPrincipal({ loaders }: Context, principalId: string): Promise<PublicPrincipalView> {
  const row = await loaders.principal.load(principalId);
  assert(row, 'a principal is never deleted');
  return new PublicPrincipalView(row);
}

@Resolver(() => PrincipalView)
export class PrincipalTradesResolver {
  @FieldResolver(() => TradeConnection, {
    description: 'Its trades, newest first; clients filter by state themselves.',
  })
  async trades(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Args(() => TradesArgs) { proposalId, ...args }: TradesArgs,
  ): Promise<Connection<TradeView>> {
    const page = await tradesOf(db, row.principalId, args, proposalOf(proposalId));
    return connection(page, (trade) => new TradeView(trade, row.principalId));
  }

  @FieldResolver(() => TradeView, {
    nullable: true,
    description: 'One of its trades; null when there is no such trade of its own.',
  })
  async trade(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Arg('tradeKey', () => ID, { description: 'Which.' }) tradeKey: string,
  ): Promise<TradeView | null> {
    const tradeId = idOf('trd', tradeKey);
    const trade = tradeId && (await findTradeOf(db, row.principalId, tradeId));
    return trade ? new TradeView(trade, row.principalId) : null;
  }
}

async function tradesAwaiting(context: Context, queue: string, args: PageArgs): Promise<Page<TradeRow>> {
  if (queue === 'settlement') return tradesSetAside(context.db, args);
  if (queue === 'overdue') return tradesOverdue(context.db, await context.now(), args);
  return tradesAwaitingVerdict(context.db, args);
}

@Resolver()
export class OperatorTradesResolver {
  @Query(() => TradeConnection, { description: 'Trades that wait for an operator. Operators.' })
  async operatorTrades(
    @Ctx() context: Context,
    @Arg('awaiting', () => OperatorQueueEnum, { description: 'For what.' }) awaiting: string,
    @Arg('first', () => Int, { nullable: true, description: 'At most so many (default 50, at most 200).' })
    first?: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Only those after this cursor.' }) after?: string | null,
  ): Promise<Connection<TradeView>> {
    platformOnly(context, 'operatorTrades');
    return connection(await tradesAwaiting(context, awaiting, { first, after }), (trade) => new TradeView(trade, null));
  }

  @Query(() => TradeView, { nullable: true, description: 'Any trade. Operators.' })
  async operatorTrade(
    @Ctx() context: Context,
    @Arg('tradeKey', () => ID, { description: 'Which.' }) tradeKey: string,
  ): Promise<TradeView | null> {
    platformOnly(context, 'operatorTrade');
    const tradeId = idOf('trd', tradeKey);
    const trade = tradeId && (await context.loaders.trade.load(tradeId));
    return trade ? new TradeView(trade, null) : null;
  }
}
