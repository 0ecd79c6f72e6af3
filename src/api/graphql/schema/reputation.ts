import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { Refusal } from '../../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../../domain/keys';
import { type DisputeCounts, type FaultCount, type Reputation, reputationOf } from '../../../domain/parties/reputation';
import type { Context } from '../execution/context';
import { FailureClassEnum } from './enums';
import { PublicPrincipalView } from './principal';
import { StampsScalar } from './scalars';

@ObjectType('FaultCount', { description: 'Number of settled trades that ended by a fault of one class.' })
export class FaultCountView implements FaultCount {
  @Field(() => FailureClassEnum, { description: 'Class of the fault.' })
  readonly failureClass: FaultCount['failureClass'];

  @Field(() => Int, { description: 'Number of trades.' })
  readonly count: number;
}

@ObjectType('DisputeCounts', { description: 'Disputes of settled trades in which the principal was one side.' })
export class DisputeCountsView implements DisputeCounts {
  @Field(() => Int, { description: 'Number of disputes: contested checkpoints with a rebuttal in time.' })
  readonly raised: number;

  @Field(() => Int, { description: 'Disputes in which the other side was at fault.' })
  readonly won: number;

  @Field(() => Int, { description: 'Disputes in which the principal was at fault.' })
  readonly lost: number;

  @Field(() => Int, { description: 'Disputes that no operator ruled in time.' })
  readonly unruled: number;
}

@ObjectType('Reputation', {
  description:
    'Record of a principal, from its settled trades in which every participant had a bond. It has no rating.',
})
export class ReputationView implements Reputation {
  @Field(() => Int, { description: 'Number of settled trades.' })
  readonly settledTrades: number;

  @Field(() => Int, {
    description: 'Number of distinct owners of the other participants. All principals of one human count once.',
  })
  readonly counterparties: number;

  @Field(() => [FaultCountView], { description: 'Trades that ended by a fault of the principal, by class.' })
  readonly faults: readonly FaultCount[];

  @Field(() => DisputeCountsView, { description: 'Disputes of the trades.' })
  readonly disputes: DisputeCounts;

  @Field(() => StampsScalar, { description: 'Activation fees that the principal paid in the trades, in stamps.' })
  readonly feesPaidStamps: bigint;

  @Field(() => Date, { nullable: true, description: 'Time at which the first trade was settled. Null without one.' })
  readonly firstTradeAt: Date | null;

  @Field(() => Date, { description: 'Time of the request. Trades settled by then are counted.' })
  readonly asOf: Date;
}

@Resolver(() => PublicPrincipalView)
export class ReputationResolver {
  @FieldResolver(() => ReputationView, { description: 'Record of the principal in settled, bonded trades.' })
  async reputation(@Root() { row }: PublicPrincipalView, @Ctx() context: Context): Promise<ReputationView> {
    const [found, now] = await Promise.all([context.loaders.reputation.load(row.principalId), context.now()]);
    return { ...reputationOf(found), asOf: now };
  }

  @Query(() => PublicPrincipalView, {
    description: 'Public fields of a principal. Every signed caller may read them.',
  })
  async publicPrincipal(
    @Ctx() { loaders }: Context,
    @Arg('principalKey', () => ID, { description: 'Key or UUID of the principal.' }) principalKey: string,
  ): Promise<PublicPrincipalView> {
    const principalId = idFromKeyOrUuid('prn', principalKey);
    const row = principalId === undefined ? undefined : await loaders.principal.load(principalId);
    if (!row) throw new Refusal('principal_not_found');
    return new PublicPrincipalView(row);
  }
}
