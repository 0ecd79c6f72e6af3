import { Arg, Ctx, Field, FieldResolver, ID, InputType, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { idFromKeyOrUuid, keyOf } from '../../../domain/keys';
import type { MatchRun } from '../../../domain/types';
import * as operations from '../../../operations/commands/match-run';
import { findMatchRunOf } from '../../../database/repositories/proposals';
import { acting, scoped, type Context } from '../execution/context';
import { MatchRunStateEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';
import { ProposalView } from './proposal';

@ObjectType('MatchRun', {
  implements: Node,
  description: 'A search for counterparties of a listing, and what it proposed.',
})
export class MatchRunView extends Node {
  /** `made`: its proposals, best first, where whoever made the view has them already. */
  constructor(
    readonly row: MatchRun,
    readonly made?: ProposalView[],
  ) {
    super(keyOf('mrn', row.matchRunId));
  }

  @Field(() => ID, { description: 'The key, `mrn_…`.' })
  get matchRunId(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'The listing counterparties were sought for.' })
  get listingKey(): string {
    return keyOf('lst', this.row.listingId);
  }

  @Field(() => MatchRunStateEnum, { description: 'Where it stands.' })
  get state(): MatchRun['state'] {
    return this.row.state;
  }

  @Field(() => Int, { description: 'Listings compared; those that could not have been among the best are not read.' })
  get candidatesConsidered(): number {
    return this.row.candidatesConsidered;
  }

  @Field(() => Date, { description: 'When it was run.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

@InputType({ description: 'Finds counterparties of a listing and proposes to the best of them.' })
export class RunMatchInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The listing: one of the principal’s, and active.' })
  listingKey: string;

  @Field(() => Int, { nullable: true, description: 'At most so many proposals, 1 to 50 (default 10).' })
  maxProposals?: number | null;
}

@ObjectType({ description: 'What a match run answers.' })
export class RunMatchPayload {
  @Field(() => MatchRunView, { description: 'The run, with its proposals.' })
  matchRun: MatchRunView;
}

@Resolver(() => MatchRunView)
export class MatchRunResolver {
  @FieldResolver(() => [ProposalView], { description: 'What it proposed, best first.' })
  async proposals(@Root() { row, made }: MatchRunView, @Ctx() { loaders }: Context): Promise<ProposalView[]> {
    // Their ids were made in the order of their rank.
    return made ?? (await loaders.proposalsOfRun.load(row.matchRunId)).map((proposal) => new ProposalView(proposal));
  }

  @Mutation(() => RunMatchPayload, {
    description: 'Runs a match over an active listing. Pairs of listings with an open proposal are not proposed again.',
  })
  async runMatch(
    @Ctx() context: Context,
    @Arg('input', () => RunMatchInput, { description: 'For which listing.' }) input: RunMatchInput,
  ): Promise<RunMatchPayload> {
    const principalId = scoped(context, 'runMatch', input.principalKey);
    const { matchRun, proposals } = await operations.runMatch(acting(context), principalId, {
      listing_key: input.listingKey,
      max_proposals: input.maxProposals,
    });
    const made = proposals.map(({ proposal, ...current }) => new ProposalView(proposal, current));
    return { matchRun: new MatchRunView(matchRun, made) };
  }
}

@Resolver(() => PrincipalView)
export class PrincipalMatchRunResolver {
  @FieldResolver(() => MatchRunView, {
    nullable: true,
    description: 'One of its match runs; null when there is no such run of its own.',
  })
  async matchRun(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Arg('matchRunId', () => ID, { description: 'Which, as a key `mrn_…`.' }) matchRunId: string,
  ): Promise<MatchRunView | null> {
    const id = idFromKeyOrUuid('mrn', matchRunId);
    const run = id && (await findMatchRunOf(db, row.principalId, id));
    return run ? new MatchRunView(run) : null;
  }
}
