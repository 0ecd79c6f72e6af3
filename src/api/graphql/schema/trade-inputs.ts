import { Field, ID, InputType, Int } from 'type-graphql';
import { CheckpointStatusEnum, VerdictKindEnum } from './enums';
import { AgentOrConsoleInput } from './principal-input';

@InputType({ description: 'Creates the trade of an accepted proposal.' })
export class CreateTradeInput extends AgentOrConsoleInput {
  @Field(() => ID, { nullable: true, description: 'Key of the proposal. Alternative: `proposalId`.' })
  proposalKey?: string | null;

  @Field(() => ID, { nullable: true, description: 'UUID of the proposal. Alternative: `proposalKey`.' })
  proposalId?: string | null;
}

@InputType({ description: 'Activates the next pending step of a trade.' })
export class ActivateTradeInput extends AgentOrConsoleInput {
  @Field(() => ID, { nullable: true, description: 'Key of the trade. Alternative: `proposalKey`.' })
  tradeKey?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Key of the trade’s proposal. Lets one request accept, create and activate.',
  })
  proposalKey?: string | null;
}

@InputType({ description: 'Withdraws the provider of the active step.' })
export class WithdrawFromTradeInput extends AgentOrConsoleInput {
  @Field(() => ID, { description: 'Key of the trade.' })
  tradeKey: string;
}

@InputType({ description: 'One item that a delivery contract promises.' })
export class ContractItemInput {
  @Field(() => ID, { description: 'Id of the item, unique within the contract, 1 to 64 characters.' })
  itemId: string;

  @Field(() => String, {
    nullable: true,
    description: 'Description of the item, 1 to 500 characters. Required unless the terms have items; then forbidden.',
  })
  description?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Weight of the item, 1 to 1,000. Required unless the terms have items; then forbidden.',
  })
  weight?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Absolute URI of the artifact. The schemes `javascript:`, `data:` and `file:` are refused.',
  })
  artifactUri?: string | null;

  @Field(() => String, { nullable: true, description: 'SHA-256 of the artifact, 64 hex digits.' })
  artifactSha256?: string | null;

  @Field(() => String, { nullable: true, description: 'Note on the item, at most 1,000 characters.' })
  note?: string | null;
}

@InputType({ description: 'Publishes the delivery contract of the active step.' })
export class PublishDeliveryContractInput extends AgentOrConsoleInput {
  @Field(() => ID, { description: 'Key of the trade.' })
  tradeKey: string;

  @Field(() => Int, { description: 'Number of the step.' })
  stepNo: number;

  @Field(() => String, { description: 'Summary of the delivery, 1 to 2,000 characters.' })
  summary: string;

  @Field(() => [ContractItemInput], { description: 'Items of the contract, 1 to 64.' })
  items: ContractItemInput[];
}

@InputType({ description: 'The consumer’s result for one contract item.' })
export class CheckpointResultInput {
  @Field(() => ID, { description: 'Id of the contract item.' })
  itemId: string;

  @Field(() => Boolean, { description: 'Whether the item was delivered.' })
  met: boolean;

  @Field(() => String, { nullable: true, description: 'Reason given by the consumer, at most 1,000 characters.' })
  note?: string | null;
}

@InputType({ description: 'Submits the checkpoint of the active step.' })
export class SubmitCheckpointInput extends AgentOrConsoleInput {
  @Field(() => ID, { description: 'Key of the trade.' })
  tradeKey: string;

  @Field(() => Int, { description: 'Number of the step.' })
  stepNo: number;

  @Field(() => CheckpointStatusEnum, { description: 'Result that the consumer reports: confirmed or failed.' })
  status: 'confirmed' | 'failed';

  @Field(() => [CheckpointResultInput], {
    nullable: true,
    description: 'Results per item. Missing items count as not met. Default: all met if confirmed, none if failed.',
  })
  results?: CheckpointResultInput[] | null;
}

@InputType({ description: 'One piece of a rebuttal’s evidence.' })
export class RebuttalEvidenceInput {
  @Field(() => ID, { nullable: true, description: 'Id of the contract item.' })
  itemId?: string | null;

  @Field(() => String, {
    description: 'Absolute URI of the evidence. The schemes `javascript:`, `data:` and `file:` are refused.',
  })
  uri: string;

  @Field(() => String, { nullable: true, description: 'SHA-256 of the evidence, 64 hex digits.' })
  sha256?: string | null;

  @Field(() => String, { nullable: true, description: 'Note on the evidence, at most 1,000 characters.' })
  note?: string | null;
}

@InputType({ description: 'Files the provider’s rebuttal of a step.' })
export class FileRebuttalInput extends AgentOrConsoleInput {
  @Field(() => ID, { description: 'Key of the trade.' })
  tradeKey: string;

  @Field(() => Int, { description: 'Number of the step.' })
  stepNo: number;

  @Field(() => String, { description: 'Statement of the provider, 1 to 4,000 characters.' })
  statement: string;

  @Field(() => [RebuttalEvidenceInput], {
    nullable: true,
    description: 'Evidence of the rebuttal, at most 32 entries.',
  })
  evidence?: RebuttalEvidenceInput[] | null;
}

@InputType({ description: 'An operator’s verdict on the active step’s checkpoint.' })
export class EvaluateTradeInput {
  @Field(() => ID, { description: 'Key of the trade.' })
  tradeKey: string;

  @Field(() => VerdictKindEnum, {
    nullable: true,
    description:
      'Verdict: pass means full coverage; fail means that the checkpoint stands. Alternative: `coverageBps`.',
  })
  verdict?: 'pass' | 'fail' | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Coverage in basis points, 0 to 10,000. Alternative: `verdict`. Invalid in a trade of `rules_v1`.',
  })
  coverageBps?: number | null;

  @Field(() => String, { description: 'Reason of the verdict, 1 to 2,000 characters.' })
  reason: string;
}

@InputType({ description: 'Settles the trade, or passes its step, if that is due.' })
export class SettleTradeInput {
  @Field(() => ID, { description: 'Key of the trade.' })
  tradeKey: string;
}
