import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { RespondInput } from '../../../domain/market/proposal';
import type { TermsInput as Terms } from '../../../domain/trades/terms';
import * as operations from '../../../operations/commands/proposal';
import { acting, scoped, type Context } from '../execution/context';
import { DecisionEnum } from './enums';
import { restNames } from '../execution/names';
import { ProposalView } from './proposal';
import { StampsScalar } from './scalars';

@InputType({ description: 'One step of the terms of a counter.' })
export class TermsStepInput {
  @Field(() => Int, { description: 'Its number: steps are numbered from 1 in their order.' })
  stepNo: number;

  @Field(() => String, { description: 'What is done in it, 1 to 200 characters.' })
  title: string;

  @Field(() => ID, { description: 'Who delivers: a participant of the proposal.' })
  providerPrincipalKey: string;

  @Field(() => ID, { description: 'The agent that participant has in the proposal.' })
  providerAgentId: string;

  @Field(() => ID, { description: 'Who receives and checks: another participant.' })
  consumerPrincipalKey: string;

  @Field(() => ID, { description: 'The agent that participant has in the proposal.' })
  consumerAgentId: string;

  @Field(() => StampsScalar, { description: 'The price of the step.' })
  priceStamps: bigint;

  @Field(() => Int, { description: 'Time to publish the delivery contract, 1 to 2592000 seconds.' })
  contractWindowSeconds: number;

  @Field(() => Int, { description: 'Time to check the delivery, 1 to 2592000 seconds.' })
  checkpointWindowSeconds: number;
}

@InputType({ description: 'The complete terms of a counter.' })
export class TermsInput {
  @Field(() => [TermsStepInput], { description: '1 to 32 steps; every participant has a role in at least one.' })
  steps: TermsStepInput[];

  @Field(() => Int, { description: 'Coverage a step passes with, 1 to 10000 basis points.' })
  coverageThresholdBps: number;

  @Field(() => Int, { nullable: true, description: 'May be repeated from the current terms; no revision changes it.' })
  bondBps?: number | null;
}

@InputType({ description: 'Responds to the current revision of a proposal.' })
export class RespondToProposalInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The proposal.' })
  proposalKey: string;

  @Field(() => DecisionEnum, { description: 'The response.' })
  decision: RespondInput['decision'];

  @Field(() => Int, {
    nullable: true,
    description: 'The revision responded to: refused if it is not the current one. Left out: whichever is current.',
  })
  expectedRevisionNo?: number | null;

  @Field(() => TermsInput, { nullable: true, description: 'With a counter, and only then.' })
  terms?: TermsInput | null;
}

@ObjectType({ description: 'What responding answers.' })
export class RespondToProposalPayload {
  @Field(() => ProposalView, { description: 'The proposal as it is now.' })
  proposal: ProposalView;
}

@Resolver()
export class ProposalMutations {
  @Mutation(() => RespondToProposalPayload, {
    description: 'Accepts, counters or rejects the current revision of a proposal, once for each participant.',
  })
  async respondToProposal(
    @Ctx() context: Context,
    @Arg('input', () => RespondToProposalInput, { description: 'Which, and the response.' })
    input: RespondToProposalInput,
  ): Promise<RespondToProposalPayload> {
    const { principalKey, proposalKey, decision, expectedRevisionNo, terms } = input;
    const principalId = scoped(context, 'respondToProposal', principalKey);
    const { proposal, ...current } = await operations.respondToProposal(acting(context), principalId, proposalKey, {
      decision,
      expectedRevisionNo,
      terms: terms && restNames<Terms>(terms),
    });
    return { proposal: new ProposalView(proposal, current) };
  }
}
