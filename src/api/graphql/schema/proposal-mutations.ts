import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { RespondInput } from '../../../domain/market/proposal';
import { MAX_PRICE, type TermsInput as Terms, windowBounds } from '../../../domain/trades/terms';
import * as operations from '../../../operations/commands/proposal';
import { requireMutation, authorize, type Context } from '../execution/context';
import type { Activation } from '../../../domain/types';
import { AcceptanceItemInput } from './acceptance-item';
import { AmountRange, IntRange } from './amount-range';
import { ActivationEnum, DecisionEnum } from './enums';
import { restNames } from '../execution/names';
import { ProposalView } from './proposal';
import { StampsScalar } from './scalars';
import { AgentOrConsoleInput } from './principal-input';

@InputType({ description: 'One step of the terms of a counter.' })
export class TermsStepInput {
  @Field(() => Int, { description: 'Number of the step. Steps are numbered from 1 in their order.' })
  stepNo: number;

  @Field(() => String, { description: 'Title of the step, 1 to 200 characters.' })
  title: string;

  @Field(() => ID, { description: 'Key of the participant that delivers.' })
  providerPrincipalKey: string;

  @Field(() => ID, { description: 'UUID of the participant’s agent in the proposal.' })
  providerAgentId: string;

  @Field(() => ID, { description: 'Key of the participant that receives and checks. It differs from the provider.' })
  consumerPrincipalKey: string;

  @Field(() => ID, { description: 'UUID of the participant’s agent in the proposal.' })
  consumerAgentId: string;

  @Field(() => StampsScalar, { description: 'Price of the step in stamps.' })
  @AmountRange(0n, MAX_PRICE)
  priceStamps: bigint;

  @Field(() => Int, { description: 'Seconds to publish the delivery contract, 1 to 2,592,000.' })
  @IntRange(windowBounds.min, windowBounds.max)
  contractWindowSeconds: number;

  @Field(() => Int, { description: 'Seconds to check the delivery, 1 to 2,592,000.' })
  @IntRange(windowBounds.min, windowBounds.max)
  checkpointWindowSeconds: number;

  @Field(() => [AcceptanceItemInput], {
    nullable: true,
    description: 'Items on which the participants agree, at most 64. Without items, the delivery contract lists them.',
  })
  items?: AcceptanceItemInput[] | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Time before which the step cannot be activated, at most 366 days ahead. Default: none.',
  })
  notBefore?: Date | null;

  @Field(() => ActivationEnum, {
    nullable: true,
    description: 'Participants that may activate the step. Default: any.',
  })
  activation?: Activation | null;
}

@InputType({ description: 'Complete terms of a counter.' })
export class TermsInput {
  @Field(() => [TermsStepInput], { description: 'Steps, 1 to 32. Every participant has a role in at least one.' })
  steps: TermsStepInput[];

  @Field(() => Int, { description: 'Minimum coverage of a passed step, 1 to 10,000 basis points.' })
  coverageThresholdBps: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Bond in basis points. It must equal the current terms, because no revision changes it.',
  })
  bondBps?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Share of the contested price that each side loses if no operator rules a dispute, 0 to 5,000 basis points. Default: the current terms.',
  })
  disputeBurnBps?: number | null;
}

@InputType({ description: 'Responds to the current revision of a proposal.' })
export class RespondToProposalInput extends AgentOrConsoleInput {
  @Field(() => ID, { description: 'Key of the proposal.' })
  proposalKey: string;

  @Field(() => DecisionEnum, { description: 'Decision of the participant.' })
  decision: RespondInput['decision'];

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the revision. The response is refused if another revision is current. Default: the current one.',
  })
  expectedRevisionNo?: number | null;

  @Field(() => TermsInput, {
    nullable: true,
    description: 'Terms of a counter. Required for a counter, forbidden otherwise.',
  })
  terms?: TermsInput | null;
}

@ObjectType({ description: 'Payload of the mutation `respondToProposal`.' })
export class RespondToProposalPayload {
  @Field(() => ProposalView, { description: 'The proposal after the response.' })
  proposal: ProposalView;
}

@Resolver()
export class ProposalMutations {
  @Mutation(() => RespondToProposalPayload, {
    description: 'Accepts, counters or rejects the current revision of a proposal. Each participant may respond once.',
  })
  async respondToProposal(
    @Ctx() context: Context,
    @Arg('input', () => RespondToProposalInput, { description: 'Input of the mutation.' })
    input: RespondToProposalInput,
  ): Promise<RespondToProposalPayload> {
    const { principalKey, proposalKey, decision, expectedRevisionNo, terms } = input;
    const principalId = authorize(context, 'respondToProposal', principalKey);
    const { proposal, ...current } = await operations.respondToProposal(
      requireMutation(context),
      principalId,
      proposalKey,
      {
        decision,
        expectedRevisionNo,
        terms: terms && restNames<Terms>(terms),
      },
    );
    return { proposal: new ProposalView(proposal, current, principalId) };
  }
}
