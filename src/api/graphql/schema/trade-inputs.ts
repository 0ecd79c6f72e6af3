import { Field, ID, InputType, Int } from 'type-graphql';
import { CheckpointStatusEnum, VerdictKindEnum } from './enums';

/** Inputs of the trade's verbs: the members of the REST bodies (contract §§6–7) in camelCase. */

@InputType({ description: 'Creates the trade of an accepted proposal.' })
export class CreateTradeInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { nullable: true, description: 'The proposal, as a key; or proposalId.' })
  proposalKey?: string | null;

  @Field(() => ID, { nullable: true, description: 'The proposal, as a UUID; or proposalKey.' })
  proposalId?: string | null;
}

@InputType({ description: 'Activates the next pending step of a trade.' })
export class ActivateTradeInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { nullable: true, description: 'The trade; or proposalKey.' })
  tradeKey?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The proposal it was created from, so that accepting, creating and activating can be one request.',
  })
  proposalKey?: string | null;
}

@InputType({ description: 'Withdraws the provider of the active step.' })
export class WithdrawFromTradeInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The trade.' })
  tradeKey: string;
}

@InputType({ description: 'One thing a delivery contract promises.' })
export class ContractItemInput {
  @Field(() => ID, { description: 'Its name within the contract, 1 to 64 characters.' })
  itemId: string;

  @Field(() => String, { description: 'What it is, 1 to 500 characters.' })
  description: string;

  @Field(() => Int, { description: 'Its share of the coverage, 1 to 1000, relative to the other items.' })
  weight: number;

  @Field(() => String, {
    nullable: true,
    description: 'Where the artifact is: an absolute URI; not `javascript:`, `data:` or `file:`.',
  })
  artifactUri?: string | null;

  @Field(() => String, { nullable: true, description: 'SHA-256 of the artifact, 64 hex digits.' })
  artifactSha256?: string | null;
}

@InputType({ description: 'Publishes the delivery contract of the active step.' })
export class PublishDeliveryContractInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The trade.' })
  tradeKey: string;

  @Field(() => Int, { description: 'The step.' })
  stepNo: number;

  @Field(() => String, { description: 'In a few sentences, 1 to 2000 characters.' })
  summary: string;

  @Field(() => [ContractItemInput], { description: 'The items, 1 to 64.' })
  items: ContractItemInput[];
}

@InputType({ description: 'The consumer’s word on one item.' })
export class CheckpointResultInput {
  @Field(() => ID, { description: 'The item.' })
  itemId: string;

  @Field(() => Boolean, { description: 'Whether it was delivered.' })
  met: boolean;

  @Field(() => String, { nullable: true, description: 'Why, at most 1000 characters.' })
  note?: string | null;
}

@InputType({ description: 'Submits the checkpoint of the active step.' })
export class SubmitCheckpointInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The trade.' })
  tradeKey: string;

  @Field(() => Int, { description: 'The step.' })
  stepNo: number;

  @Field(() => CheckpointStatusEnum, { description: 'Confirmed or failed.' })
  status: 'confirmed' | 'failed';

  @Field(() => [CheckpointResultInput], {
    nullable: true,
    description: 'Item by item; items not named are not met. Left out: all met for confirmed, none for failed.',
  })
  results?: CheckpointResultInput[] | null;
}

@InputType({ description: 'One piece of a rebuttal’s evidence.' })
export class RebuttalEvidenceInput {
  @Field(() => ID, { nullable: true, description: 'The item it is about.' })
  itemId?: string | null;

  @Field(() => String, { description: 'Where it is: an absolute URI; not `javascript:`, `data:` or `file:`.' })
  uri: string;

  @Field(() => String, { nullable: true, description: 'SHA-256 of it, 64 hex digits.' })
  sha256?: string | null;

  @Field(() => String, { nullable: true, description: 'What it shows, at most 1000 characters.' })
  note?: string | null;
}

@InputType({ description: 'Files the provider’s rebuttal of a step.' })
export class FileRebuttalInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The trade.' })
  tradeKey: string;

  @Field(() => Int, { description: 'The step.' })
  stepNo: number;

  @Field(() => String, { description: 'What the provider says, 1 to 4000 characters.' })
  statement: string;

  @Field(() => [RebuttalEvidenceInput], { nullable: true, description: 'What it shows for it, at most 32.' })
  evidence?: RebuttalEvidenceInput[] | null;
}

@InputType({ description: 'An operator’s verdict on the active step’s checkpoint.' })
export class EvaluateTradeInput {
  @Field(() => ID, { description: 'The trade.' })
  tradeKey: string;

  @Field(() => VerdictKindEnum, { description: 'Whether the delivery stands.' })
  verdict: 'pass' | 'fail';

  @Field(() => String, { description: 'Why, 1 to 2000 characters.' })
  reason: string;
}

@InputType({ description: 'Settles what is due of a trade, now.' })
export class SettleTradeInput {
  @Field(() => ID, { description: 'The trade.' })
  tradeKey: string;
}
