import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import { idFromKeyOrUuid, keyOf } from '../../../domain/keys';
import { proposalStateAt } from '../../../domain/market/proposal';
import type { Proposal, ProposalParticipant, ProposalRevision } from '../../../domain/types';
import { proposals } from '../../../operations/queries/lists';
import { findProposalOf } from '../../../operations/queries/proposals';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import type { Context } from '../execution/context';
import { ProposalCloseReasonEnum, ProposalStateEnum } from './enums';
import { ProposalFilter, ProposalOrder } from './filters';
import { Node } from './node';
import { PrincipalView } from './principal';
import { ProposalRevisionView } from './terms';

/** The current revision, if it is already loaded. */
export interface Current {
  readonly revision: ProposalRevision;
  readonly participants: readonly ProposalParticipant[];
}

@ObjectType('Proposal', {
  implements: Node,
  description: 'A proposed trade. Participants accept, counter or reject its current revision.',
})
export class ProposalView extends Node {
  constructor(
    readonly row: Proposal,
    readonly current?: Current,
    /** The participant for which it is read. Undefined: the caller shows it. */
    readonly viewer?: string,
  ) {
    super(keyOf('prp', row.proposalId));
  }

  @Field(() => ID, { description: 'Key of the proposal, `prp_…`.' })
  get proposalKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'UUID form of the key.' })
  get proposalId(): string {
    return this.row.proposalId;
  }

  @Field(() => Date, {
    description:
      'Expiry of the proposal. Each new revision extends it. An accepted proposal also expires if no trade is created.',
  })
  get expiresAt(): Date {
    return this.row.expiresAt;
  }

  @Field(() => ID, { nullable: true, description: 'Key of the trade created from the proposal.' })
  get tradeKey(): string | null {
    return this.row.tradeId === null ? null : keyOf('trd', this.row.tradeId);
  }

  @Field(() => Date, { description: 'Time of creation by a match run.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

export const ProposalConnection = connectionType('Proposal', () => ProposalView);

/** Returns the state at the request's time. A proposal expires even if no worker has marked it yet. */
async function stateNow({ row }: ProposalView, context: Context): Promise<Pick<Proposal, 'state' | 'closeReason'>> {
  const isFinal = row.state === 'rejected' || row.tradeId !== null;
  return isFinal ? row : proposalStateAt(row, await context.now());
}

@Resolver(() => ProposalView)
export class ProposalResolver {
  @FieldResolver(() => ProposalStateEnum, { description: 'State of the proposal.' })
  async state(@Root() view: ProposalView, @Ctx() context: Context): Promise<Proposal['state']> {
    return (await stateNow(view, context)).state;
  }

  @FieldResolver(() => ProposalCloseReasonEnum, {
    nullable: true,
    description: 'Reason of the rejection, or null.',
  })
  async closeReason(@Root() view: ProposalView, @Ctx() context: Context): Promise<Proposal['closeReason']> {
    return (await stateNow(view, context)).closeReason;
  }

  @FieldResolver(() => ProposalRevisionView, { description: 'Revision to which participants respond.' })
  async currentRevision(
    @Root() { row, current }: ProposalView,
    @Ctx() { loaders }: Context,
  ): Promise<ProposalRevisionView> {
    if (current) return new ProposalRevisionView(current.revision, current.participants);
    const [[revision], participants] = await Promise.all([
      loaders.currentRevision.load(row.proposalId),
      loaders.currentParticipants.load(row.proposalId),
    ]);
    assert(revision, 'a proposal has its current revision');
    return new ProposalRevisionView(revision, participants);
  }

  @FieldResolver(() => [ProposalRevisionView], { description: 'All revisions, oldest first.' })
  async revisions(@Root() { row }: ProposalView, @Ctx() { loaders }: Context): Promise<ProposalRevisionView[]> {
    const [revisions, participants] = await Promise.all([
      loaders.revisions.load(row.proposalId),
      loaders.proposalParticipants.load(row.proposalId),
    ]);
    return revisions.map((revision) => {
      const responses = participants.filter(({ revisionNo }) => revisionNo === revision.revisionNo);
      return new ProposalRevisionView(revision, responses);
    });
  }
}

@ArgsType()
export class ProposalsArgs extends ConnectionArgs {
  @Field(() => ProposalFilter, { nullable: true, description: 'Return only these proposals.' })
  filter?: ProposalFilter | null;

  @Field(() => ProposalOrder, { nullable: true, description: 'Order of the list. Default: newest first.' })
  orderBy?: ProposalOrder | null;
}

@Resolver(() => PrincipalView)
export class PrincipalProposalsResolver {
  @FieldResolver(() => ProposalConnection, {
    description: 'Proposals in which the principal takes part, newest first.',
  })
  async proposals(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => ProposalsArgs) args: ProposalsArgs,
  ): Promise<Connection<ProposalView>> {
    return listConnection(
      context,
      proposals,
      row.principalId,
      args,
      (proposal: Proposal) => new ProposalView(proposal, undefined, row.principalId),
    );
  }

  @FieldResolver(() => ProposalView, {
    nullable: true,
    description: 'One proposal of the principal. Null when it takes part in no such proposal.',
  })
  async proposal(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Arg('proposalKey', () => ID, { description: 'Key or UUID of the proposal.' }) proposalKey: string,
  ): Promise<ProposalView | null> {
    const proposalId = idFromKeyOrUuid('prp', proposalKey);
    const proposal = proposalId && (await findProposalOf(db, row.principalId, proposalId));
    return proposal ? new ProposalView(proposal, undefined, row.principalId) : null;
  }
}
