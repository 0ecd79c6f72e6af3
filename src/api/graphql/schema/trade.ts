import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  Int,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import { invalidMember } from '../../../domain/errors/errors';
import { idFromKeyOrUuid, keyOf, keyOrUuidError } from '../../../domain/keys';
import type { TradeParticipant } from '../../../domain/types';
import { trades } from '../../../operations/queries/lists';
import {
  type TradeRow,
  type TradeListRow,
  type Party,
  type TradeAggregate,
  findTradeOf,
  findTradeAggregateOf,
  tradeAggregatesOf,
} from '../../../operations/queries/trades';
import {
  connection,
  ConnectionArgs,
  connectionType,
  type FilteredArgs,
  listConnection,
  listRequest,
  type Connection,
} from './connection';
import type { Context } from '../execution/context';
import { TradeStateEnum } from './enums';
import { TradeFilter, TradeOrder } from './filters';
import { Node } from './node';
import { PrincipalView, PublicPrincipalView } from './principal';
import { StampsScalar } from './scalars';
import { SettlementView } from './settlement';
import { TradeStepView } from './step';
import { selectsAggregate, aggregateColumnsOf } from './trade-selection';

@ObjectType('TradeParticipant', { description: 'A principal in a trade.' })
export class TradeParticipantView {
  /** Values that were read with the participant (`resolvePreloaded`). */
  readonly preloaded: { readonly principal: PublicPrincipalView | undefined };

  constructor(
    readonly row: TradeParticipant,
    private readonly party?: PublicPrincipalView,
  ) {
    this.preloaded = { principal: party };
  }

  @Field(() => ID, { description: 'Key of the principal.' })
  get principalKey(): string {
    return this.party?.principalKey ?? keyOf('prn', this.row.principalId);
  }

  @Field(() => StampsScalar, { description: 'Bond in stamps, reserved when the trade was created.' })
  get bondStamps(): bigint {
    return this.row.bondStamps;
  }
}

/** Values that were read with the trade (`resolvePreloaded`). */
export interface PreloadedTrade {
  readonly steps?: TradeStepView[];
  readonly participants?: TradeParticipantView[];
  readonly settlement?: SettlementView | null;
}

@ObjectType('Trade', {
  implements: Node,
  description: 'A trade created from an accepted proposal. It runs in ordered steps.',
})
export class TradeView extends Node {
  /** @param viewer the principal whose side of the settlement is shown; null for operators */
  constructor(
    readonly row: TradeListRow,
    readonly viewer: string | null,
    readonly preloaded?: PreloadedTrade,
  ) {
    super(keyOf('trd', row.tradeId));
  }

  @Field(() => ID, { description: 'Key of the trade, `trd_…`.' })
  get tradeKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'UUID form of the key.' })
  get tradeId(): string {
    return this.row.tradeId;
  }

  @Field(() => ID, { description: 'UUID of the trade’s proposal.' })
  get proposalId(): string {
    return this.row.proposalId;
  }

  @Field(() => ID, { description: 'Key of the trade’s proposal.' })
  get proposalKey(): string {
    return keyOf('prp', this.row.proposalId);
  }

  @Field(() => TradeStateEnum, { description: 'State of the trade.' })
  get state(): TradeRow['state'] {
    return this.row.state;
  }

  @Field(() => Date, {
    nullable: true,
    description: 'Deadline for activating the next step. Null while a step is active.',
  })
  get idleDeadlineAt(): Date | string | null {
    return this.row.idleDeadlineAt;
  }

  @Field(() => Date, {
    nullable: true,
    description: 'Next instant at which the service acts on the trade as it stands. Null once it is settled.',
  })
  get nextDeadlineAt(): Date | string | null {
    return this.row.dueAt;
  }

  @Field(() => Date, { description: 'Time of creation.' })
  get createdAt(): Date | string {
    return this.row.createdAt;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Reason of a failed settlement while the trade is quarantined. Only operators see it.',
  })
  get settlementError(): string | null {
    return this.viewer === null ? this.row.settlementError : null;
  }

  @Field(() => Date, { nullable: true, description: 'Time of the settlement.' })
  get settledAt(): Date | string | null {
    return this.row.settledAt;
  }
}

@ArgsType()
class TradesArgs extends ConnectionArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Maximum number of rows, from the newest. Default 50, maximum 1,000.',
  })
  override first?: number | null;

  @Field(() => ID, { nullable: true, description: 'Return only the trade of this proposal, given by UUID or key.' })
  proposalId?: string | null;

  @Field(() => TradeFilter, { nullable: true, description: 'Return only these trades.' })
  filter?: TradeFilter | null;

  @Field(() => TradeOrder, { nullable: true, description: 'Order of the list. Default: newest first.' })
  orderBy?: TradeOrder | null;
}

/** A UUID that no proposal has. */
const NO_PROPOSAL = '00000000-0000-0000-0000-000000000000';

/** Joins the filter with the argument `proposalId`. @throws Refusal 400 for text that is no key or UUID of a proposal */
function filteredArgs({ proposalId, ...args }: TradesArgs): FilteredArgs {
  if (proposalId == null) return args;
  const id = idFromKeyOrUuid('prp', proposalId);
  if (id === undefined) throw invalidMember('/proposal_id', keyOrUuidError('prp'));
  const filtered = args.filter?.proposalKey;
  const filteredId = filtered == null ? id : idFromKeyOrUuid('prp', filtered);
  // The list refuses text that is no key.
  if (filteredId === undefined) return args;
  return { ...args, filter: { ...args.filter, proposalKey: filteredId === id ? proposalId : NO_PROPOSAL } };
}

export const TradeConnection = connectionType('Trade', () => TradeView);

@Resolver(() => TradeView)
export class TradeResolver {
  @FieldResolver(() => [TradeStepView], { description: 'Steps in their order.' })
  async steps(@Root() { row }: TradeView, @Ctx() { loaders }: Context): Promise<TradeStepView[]> {
    return (await loaders.steps.load(row.tradeId)).map((step) => new TradeStepView(step));
  }

  @FieldResolver(() => [TradeParticipantView], { description: 'Participants with their bonds.' })
  async participants(@Root() { row }: TradeView, @Ctx() { loaders }: Context): Promise<TradeParticipantView[]> {
    return (await loaders.tradeParticipants.load(row.tradeId)).map(
      (participant) => new TradeParticipantView(participant),
    );
  }

  @FieldResolver(() => SettlementView, {
    nullable: true,
    description: 'Settlement of the trade. Null while the trade is open.',
  })
  async settlement(@Root() { row, viewer }: TradeView, @Ctx() { loaders }: Context): Promise<SettlementView | null> {
    if (row.settledAt === null) return null;
    const settlement = await loaders.settlementOfTrade.load(row.tradeId);
    return settlement ? new SettlementView(settlement, viewer) : null;
  }
}

// Longer pages are read level by level, because parsing their JSON in one piece would block the event loop.
const MAX_AGGREGATE_TRADES = 200;

type Parties = ReadonlyMap<string, PublicPrincipalView>;

function partiesById(parties: readonly Party[]): Parties {
  return new Map(parties.map((party) => [party.principalId, new PublicPrincipalView(party)]));
}

function viewOf(
  { trade, steps, participants, settlement }: TradeAggregate,
  parties: Parties,
  viewer: string,
): TradeView {
  return new TradeView(trade, viewer, {
    steps: steps.map((step) => {
      const { providerPrincipalId: provider, consumerPrincipalId: consumer } = step;
      return new TradeStepView(step, undefined, { provider: parties.get(provider), consumer: parties.get(consumer) });
    }),
    participants: participants.map(
      (participant) => new TradeParticipantView(participant, parties.get(participant.principalId)),
    ),
    settlement: settlement && new SettlementView(settlement, viewer),
  });
}

@Resolver(() => PrincipalView)
export class PrincipalTradesResolver {
  @FieldResolver(() => TradeConnection, {
    description: 'Trades of the principal, newest first.',
  })
  async trades(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => TradesArgs) tradesArgs: TradesArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Connection<TradeView>> {
    const { principalId } = row;
    const args = filteredArgs(tradesArgs);
    if (!selectsAggregate(info) || (args.first ?? args.last ?? 0) > MAX_AGGREGATE_TRADES) {
      const view = (trade: TradeListRow): TradeView => new TradeView(trade, principalId);
      return listConnection(context, trades, principalId, args, view);
    }
    const request = await listRequest(context, trades, args);
    const read = () => tradeAggregatesOf(context.db, principalId, request, aggregateColumnsOf(info));
    const { page, parties } = await context.loaders.gates.list(read);
    const partyViews = partiesById(parties);
    const count = () => context.loaders.lists.count(trades, principalId, request);
    return connection(page, (aggregate) => viewOf(aggregate, partyViews, principalId), count);
  }

  @FieldResolver(() => TradeView, {
    nullable: true,
    description: 'One trade of the principal. Null when it has no such trade.',
  })
  async trade(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Arg('tradeKey', () => ID, { description: 'Key or UUID of the trade.' }) tradeKey: string,
    @Info() info: GraphQLResolveInfo,
  ): Promise<TradeView | null> {
    const { principalId } = row;
    const tradeId = idFromKeyOrUuid('trd', tradeKey);
    if (tradeId === undefined) return null;
    if (!selectsAggregate(info)) {
      const trade = await findTradeOf(db, principalId, tradeId);
      return trade ? new TradeView(trade, principalId) : null;
    }
    const { aggregate, parties } = await findTradeAggregateOf(db, principalId, tradeId, aggregateColumnsOf(info));
    return aggregate ? viewOf(aggregate, partiesById(parties), principalId) : null;
  }
}
