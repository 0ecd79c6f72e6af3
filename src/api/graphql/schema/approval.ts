import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import { idOf, keyOf } from '../../../domain/keys';
import { approvalEnd, approvalStatus } from '../../../domain/parties/approval';
import type { ApprovalDecision, ApprovalStatus } from '../../../domain/parties/approval-types';
import { boundAgentOf, viewerAmong } from '../../../domain/sessions/caller';
import { approvalPage } from '../../../operations/approval-page';
import * as operations from '../../../operations/commands/approval';
import type { ApprovalRow } from '../../../operations/queries/approvals';
import { approvals, approvalsOfAgent } from '../../../operations/queries/lists';
import { requireMutation, authorize, type Context } from '../execution/context';
import { AgentView } from './agent';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import { ApprovalStatusEnum, enumOf } from './enums';
import { ApprovalFilter } from './filters';
import { Node } from './node';
import { PrincipalView } from './principal';
import { ProposalView } from './proposal';
import { StampsScalar } from './scalars';
import { ConsoleInput } from './principal-input';
import { TermsView } from './terms';

const ApprovalDecisionEnum = enumOf('ApprovalDecision', 'Decision of an owner about an approval.', {
  approve: 'The agent may commit to the terms at the revision, once, within 24 hours.',
  deny: 'The agent may not commit to the terms at the revision.',
});

const DECISIONS: Readonly<Record<'approve' | 'deny', ApprovalDecision>> = { approve: 'approved', deny: 'denied' };

@ObjectType('Approval', {
  implements: Node,
  description:
    'Request of an agent to commit more than its mandate allows without an approval, with the decision of an owner. Only its own principal sees it. Operators see the events about it. A new request for the same proposal ends it, and replaces it if no owner has decided.',
})
export class ApprovalView extends Node {
  constructor(
    readonly row: ApprovalRow,
    private readonly now: Date,
  ) {
    super(keyOf('apr', row.approvalId));
  }

  @Field(() => ID, { description: 'Key of the approval, `apr_…`.' })
  get approvalKey(): string {
    return this.id;
  }

  @Field(() => ApprovalStatusEnum, { description: 'Status of the approval.' })
  get status(): ApprovalStatus {
    return approvalStatus(this.row, this.now, this.row);
  }

  @Field(() => ID, { description: 'Key of the agent that asked.' })
  get agentKey(): string {
    return keyOf('agt', this.row.agentId);
  }

  @Field(() => ID, { description: 'Key of the proposal.' })
  get proposalKey(): string {
    return keyOf('prp', this.row.proposalId);
  }

  @Field(() => Int, {
    description: 'Number of the revision that the agent commits to. That of a counter does not exist yet.',
  })
  get revisionNo(): number {
    return this.row.revisionNo;
  }

  @Field(() => TermsView, { description: 'Terms that the owner decides about.' })
  get terms(): TermsView {
    return new TermsView(this.row.terms);
  }

  @Field(() => StampsScalar, {
    description: 'Stamps that the agent commits: prices and fees of its steps, and its bond.',
  })
  get committedStamps(): bigint {
    return this.row.committedStamps;
  }

  @Field(() => StampsScalar, { description: 'Stamps of the bond.' })
  get bondStamps(): bigint {
    return this.row.bondStamps;
  }

  @Field(() => Date, { description: 'Time of the request.' })
  get requestedAt(): Date {
    return this.row.requestedAt;
  }

  @Field(() => Date, {
    description: 'Time until which an owner can decide, and after an approval the time until which it counts.',
  })
  get expiresAt(): Date {
    return approvalEnd(this.row);
  }

  @Field(() => Date, { nullable: true, description: 'Time of the decision. Null before it.' })
  get decidedAt(): Date | null {
    return this.row.decidedAt;
  }
}

const ApprovalConnection = connectionType('Approval', () => ApprovalView);

@ArgsType()
class ApprovalsArgs extends ConnectionArgs {
  @Field(() => ApprovalFilter, { nullable: true, description: 'Return only these approvals.' })
  filter?: ApprovalFilter | null;
}

@InputType({ description: 'Approves or denies what an agent asks for.' })
export class DecideApprovalInput extends ConsoleInput {
  @Field(() => ID, { description: 'Key of the approval, `apr_…`.' })
  approvalKey: string;

  @Field(() => ApprovalDecisionEnum, { description: 'Decision of the owner.' })
  decision: 'approve' | 'deny';
}

@ObjectType({ description: 'Payload of the mutation `decideApproval`.' })
export class DecideApprovalPayload {
  @Field(() => ApprovalView, { description: 'The approval with its decision.' })
  approval: ApprovalView;
}

/** Whether the caller sees an approval: its principal does, without credentials of other agents, and without operators. */
function maySee({ caller }: Context, { principalId, agentId }: ApprovalRow): boolean {
  if (caller.kind === 'operator' || viewerAmong(caller, [principalId]) === undefined) return false;
  const boundAgentId = boundAgentOf(caller);
  return boundAgentId === undefined || boundAgentId === agentId;
}

/** The agents whose approvals the caller sees among those of its principal. Null: all. */
export function approvalsSeenBy({ caller }: Context): readonly string[] | null {
  if (caller.kind === 'operator') return [];
  const boundAgentId = boundAgentOf(caller);
  return boundAgentId === undefined ? null : [boundAgentId];
}

/** The approval with this id. Null if the caller may not see it, or if a later request replaced it before a decision. */
export async function approvalOf(context: Context, approvalId: string): Promise<ApprovalView | null> {
  const row = await context.loaders.approval.load(approvalId);
  return row && maySee(context, row) ? new ApprovalView(row, await context.now()) : null;
}

@Resolver(() => ApprovalView)
export class ApprovalResolver {
  @FieldResolver(() => AgentView, { description: 'The agent that asked.' })
  async agent(@Root() { row }: ApprovalView, @Ctx() { loaders }: Context): Promise<AgentView> {
    const agent = await loaders.agent.load(row.agentId);
    assert(agent, 'an agent is never deleted');
    return new AgentView(agent);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Page of the console on which an owner decides. Null if the service has no console.',
  })
  url(@Root() { row }: ApprovalView, @Ctx() { services }: Context): string | null {
    return approvalPage(services, row) ?? null;
  }

  @FieldResolver(() => ProposalView, { description: 'The proposal, as it is now.' })
  async proposal(@Root() { row }: ApprovalView, @Ctx() { loaders }: Context): Promise<ProposalView> {
    const proposal = await loaders.proposal.load(row.proposalId);
    assert(proposal, 'a proposal is never deleted');
    return new ProposalView(proposal, undefined, row.principalId);
  }

  @Mutation(() => DecideApprovalPayload, {
    description:
      'Approves or denies a pending request of an agent. The agent then gets the event `approval.decided`. Only owners may call it, through the console.',
  })
  async decideApproval(
    @Ctx() context: Context,
    @Arg('input', () => DecideApprovalInput, { description: 'Input of the mutation.' }) input: DecideApprovalInput,
  ): Promise<DecideApprovalPayload> {
    const principalId = authorize(context, 'decideApproval', input.principalKey);
    const { approvalKey } = input;
    const decided = { approvalKey, decision: DECISIONS[input.decision] };
    const mutation = requireMutation(context);
    const row = await operations.decideApproval(mutation, principalId, decided);
    return { approval: new ApprovalView(row, mutation.tx.now) };
  }
}

/** No agent has this id. */
const NO_AGENT = '00000000-0000-0000-0000-000000000000';

@Resolver(() => PrincipalView)
export class PrincipalApprovalsResolver {
  @FieldResolver(() => ApprovalConnection, {
    description:
      'Approvals for which agents of the principal have asked, newest first. A credential of one agent sees those of its agent. Empty for operators.',
  })
  async approvals(
    @Root() { row: { principalId } }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => ApprovalsArgs) args: ApprovalsArgs,
  ): Promise<Connection<ApprovalView>> {
    const now = await context.now();
    const view = (row: ApprovalRow): ApprovalView => new ApprovalView(row, now);
    // The same list for an operator, so that it checks the arguments.
    const boundAgentId = context.caller.kind === 'operator' ? NO_AGENT : boundAgentOf(context.caller);
    return boundAgentId === undefined
      ? listConnection(context, approvals, principalId, args, view)
      : listConnection(context, approvalsOfAgent, boundAgentId, args, view);
  }

  @FieldResolver(() => ApprovalView, {
    nullable: true,
    description: 'One approval of the principal. Null when there is none that the caller may read.',
  })
  async approval(
    @Root() { row: { principalId } }: PrincipalView,
    @Ctx() context: Context,
    @Arg('approvalKey', () => ID, { description: 'Key of the approval, `apr_…`.' }) approvalKey: string,
  ): Promise<ApprovalView | null> {
    const approvalId = idOf('apr', approvalKey);
    const approval = approvalId === undefined ? null : await approvalOf(context, approvalId);
    return approval?.row.principalId === principalId ? approval : null;
  }
}
