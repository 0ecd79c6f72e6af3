import { Arg, Ctx, Field, FieldResolver, ID, InputType, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { idFromKeyOrUuid, keyOf } from '../../../domain/keys';
import { emptyMatchNextSteps } from '../../../domain/market/empty-match';
import type { EmptyMatchColumns, EmptyMatchReason } from '../../../domain/market/empty-match-columns';
import type { MatchRun } from '../../../domain/types';
import * as operations from '../../../operations/commands/match-run';
import { findMatchRunOf } from '../../../operations/queries/proposals';
import { requireMutation, authorize, type Context } from '../execution/context';
import { EmptyMatchReasonEnum, MatchRunStateEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';
import { ProposalView } from './proposal';
import { StampsScalar } from './scalars';
import { AgentOrConsoleInput } from './principal-input';

@ObjectType('EmptyMatch', { description: 'Why a match run made no proposal, and what to do next.' })
export class EmptyMatchView {
  constructor(private readonly row: EmptyMatchColumns) {}

  @Field(() => EmptyMatchReasonEnum, { description: 'The first reason that applies.' })
  get reason(): EmptyMatchReason {
    return this.row.emptyReason;
  }

  @Field(() => String, { description: 'Trade profile that found no counterparty.' })
  get tradeProfile(): string {
    return this.row.emptyTradeProfile;
  }

  @Field(() => StampsScalar, { description: 'Bid or ask of the run for the trade profile, in stamps.' })
  get ownPriceStamps(): bigint {
    return this.row.ownPriceStamps;
  }

  @Field(() => StampsScalar, {
    nullable: true,
    description: 'Best price of a public listing of the other side when the run ended. Null: there was none.',
  })
  get bestPriceStamps(): bigint | null {
    return this.row.bestPriceStamps;
  }

  @Field(() => String, { description: 'The next step, as an English text.' })
  get nextStep(): string {
    return emptyMatchNextSteps[this.reason];
  }
}

@ObjectType('MatchRun', {
  implements: Node,
  description: 'A search for counterparties of a listing, with the proposals that it made.',
})
export class MatchRunView extends Node {
  /** @param made the proposals of the run, best first, if they are already loaded */
  constructor(
    readonly row: MatchRun,
    readonly made?: ProposalView[],
  ) {
    super(keyOf('mrn', row.matchRunId));
  }

  @Field(() => ID, { description: 'Key of the match run, `mrn_…`.' })
  get matchRunId(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'Key of the listing that was matched.' })
  get listingKey(): string {
    return keyOf('lst', this.row.listingId);
  }

  @Field(() => MatchRunStateEnum, { description: 'State of the match run.' })
  get state(): MatchRun['state'] {
    return this.row.state;
  }

  @Field(() => Int, {
    description: 'Number of compared listings. Listings that could not be among the best are not read.',
  })
  get candidatesConsidered(): number {
    return this.row.candidatesConsidered;
  }

  @Field(() => EmptyMatchView, {
    nullable: true,
    description: 'Why the run made no proposal. Null if it made one.',
  })
  get emptyMatch(): EmptyMatchView | null {
    return this.row.emptyReason ? new EmptyMatchView(this.row) : null;
  }

  @Field(() => Date, { description: 'Time of the run.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

@InputType({ description: 'Finds counterparties of a listing and makes proposals to the best of them.' })
export class RunMatchInput extends AgentOrConsoleInput {
  @Field(() => ID, { description: 'Key of one of the principal’s active listings.' })
  listingKey: string;

  @Field(() => Int, { nullable: true, description: 'Maximum number of proposals, 1 to 50. Default 10.' })
  maxProposals?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Leave out counterparties with fewer settled trades. 0 to 1,000,000, default 0.',
  })
  minSettledTrades?: number | null;
}

@ObjectType({ description: 'Payload of the mutation `runMatch`.' })
export class RunMatchPayload {
  @Field(() => MatchRunView, { description: 'The match run with its proposals.' })
  matchRun: MatchRunView;
}

@Resolver(() => MatchRunView)
export class MatchRunResolver {
  @FieldResolver(() => [ProposalView], { description: 'Proposals of the run, best first.' })
  async proposals(@Root() { row, made }: MatchRunView, @Ctx() { loaders }: Context): Promise<ProposalView[]> {
    // The ids of the proposals were generated in the order of their rank.
    return (
      made ??
      (await loaders.proposalsOfRun.load(row.matchRunId)).map(
        (proposal) => new ProposalView(proposal, undefined, row.principalId),
      )
    );
  }

  @Mutation(() => RunMatchPayload, {
    description: 'Runs a match for an active listing. Pairs of listings with an open proposal are not proposed again.',
  })
  async runMatch(
    @Ctx() context: Context,
    @Arg('input', () => RunMatchInput, { description: 'Input of the mutation.' }) input: RunMatchInput,
  ): Promise<RunMatchPayload> {
    const principalId = authorize(context, 'runMatch', input.principalKey);
    const { matchRun, proposals } = await operations.runMatch(requireMutation(context), principalId, {
      listing_key: input.listingKey,
      max_proposals: input.maxProposals,
      min_settled_trades: input.minSettledTrades,
    });
    const made = proposals.map(({ proposal, ...current }) => new ProposalView(proposal, current, principalId));
    return { matchRun: new MatchRunView(matchRun, made) };
  }
}

@Resolver(() => PrincipalView)
export class PrincipalMatchRunResolver {
  @FieldResolver(() => MatchRunView, {
    nullable: true,
    description: 'One match run of the principal. Null when it has no such run.',
  })
  async matchRun(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Arg('matchRunId', () => ID, { description: 'Key of the match run, `mrn_…`.' }) matchRunId: string,
  ): Promise<MatchRunView | null> {
    const id = idFromKeyOrUuid('mrn', matchRunId);
    const run = id && (await findMatchRunOf(db, row.principalId, id));
    return run ? new MatchRunView(run) : null;
  }
}
