import { Field, ID, Int, ObjectType } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import type {
  CheckpointResult,
  ContractItem,
  DeliveryContract,
  Rebuttal,
  RebuttalEvidence,
  Verdict,
} from '../../../domain/types';
import type { TradeStep as TradeStepRow } from '../../../domain/types';
import type { StepSummary } from '../../../database/repositories/trade-aggregate';
import type { StepPapers } from '../execution/loaders';
import { CheckpointStatusEnum, StepStateEnum, VerdictKindEnum } from './enums';
import type { PublicPrincipalView } from './principal';
import { StampsScalar } from './scalars';

/** A step and what was said on it (specification, TradeStepResponse). Stored JSON has REST names; views rename. */

@ObjectType('ContractItem', { description: 'One thing a delivery contract promises.' })
export class ContractItemView {
  constructor(private readonly item: ContractItem) {}

  @Field(() => ID, { description: 'Its name within the contract.' })
  get itemId(): string {
    return this.item.item_id;
  }

  @Field(() => String, { description: 'What it is.' })
  get description(): string {
    return this.item.description;
  }

  @Field(() => Int, { description: 'Its share of the coverage, 1 to 1000, relative to the other items.' })
  get weight(): number {
    return this.item.weight;
  }

  @Field(() => String, { nullable: true, description: 'Where the artifact is.' })
  get artifactUri(): string | null {
    return this.item.artifact_uri;
  }

  @Field(() => String, { nullable: true, description: 'SHA-256 of the artifact, hex.' })
  get artifactSha256(): string | null {
    return this.item.artifact_sha256;
  }
}

@ObjectType('DeliveryContract', { description: 'What the provider says it delivers, item by item.' })
export class DeliveryContractView {
  constructor(private readonly contract: DeliveryContract) {}

  @Field(() => String, { description: 'In a few sentences.' })
  get summary(): string {
    return this.contract.summary;
  }

  @Field(() => [ContractItemView], { description: 'The items, 1 to 64.' })
  get items(): ContractItemView[] {
    return this.contract.items.map((item) => new ContractItemView(item));
  }
}

@ObjectType('CheckpointResult', { description: 'The consumer’s word on one item.' })
export class CheckpointResultView {
  constructor(private readonly result: CheckpointResult) {}

  @Field(() => ID, { description: 'The item.' })
  get itemId(): string {
    return this.result.item_id;
  }

  @Field(() => Boolean, { description: 'Whether it was delivered.' })
  get met(): boolean {
    return this.result.met;
  }

  @Field(() => String, { nullable: true, description: 'Why.' })
  get note(): string | null {
    return this.result.note;
  }
}

@ObjectType('RebuttalEvidence', { description: 'One piece of a rebuttal’s evidence.' })
export class RebuttalEvidenceView {
  constructor(private readonly evidence: RebuttalEvidence) {}

  @Field(() => ID, { nullable: true, description: 'The item it is about.' })
  get itemId(): string | null {
    return this.evidence.item_id;
  }

  @Field(() => String, { description: 'Where it is.' })
  get uri(): string {
    return this.evidence.uri;
  }

  @Field(() => String, { nullable: true, description: 'SHA-256 of it, hex.' })
  get sha256(): string | null {
    return this.evidence.sha256;
  }

  @Field(() => String, { nullable: true, description: 'What it shows.' })
  get note(): string | null {
    return this.evidence.note;
  }
}

@ObjectType('Rebuttal', { description: 'The provider’s counter-evidence; it never changes the outcome by itself.' })
export class RebuttalView {
  constructor(private readonly rebuttal: Rebuttal) {}

  @Field(() => String, { description: 'What the provider says.' })
  get statement(): string {
    return this.rebuttal.statement;
  }

  @Field(() => [RebuttalEvidenceView], { description: 'What it shows for it.' })
  get evidence(): RebuttalEvidenceView[] {
    return this.rebuttal.evidence.map((one) => new RebuttalEvidenceView(one));
  }

  @Field(() => String, { description: 'SHA-256 of the canonical JSON of statement and evidence, hex.' })
  get sha256(): string {
    return this.rebuttal.sha256;
  }
}

@ObjectType('Verdict', { description: 'An operator’s judgement of a checkpoint.' })
export class VerdictView {
  constructor(private readonly row: Verdict) {}

  @Field(() => VerdictKindEnum, { description: 'Whether the delivery stands.' })
  get verdict(): Verdict['verdict'] {
    return this.row.verdict;
  }

  @Field(() => String, { description: 'Why.' })
  get reason(): string {
    return this.row.reason;
  }

  @Field(() => Date, { description: 'When it was submitted.' })
  get submittedAt(): Date {
    return new Date(this.row.submitted_at);
  }
}

/** See known.ts. */
export interface KnownOfStep {
  readonly provider?: PublicPrincipalView | undefined;
  readonly consumer?: PublicPrincipalView | undefined;
}

export type Papers = Pick<StepPapers, 'contract' | 'checkpointResults' | 'rebuttal'>;

@ObjectType('TradeStep', { description: 'One step of a trade: a provider delivers, a consumer checks.' })
export class TradeStepView {
  /** `papers`: where a decision has them at hand; `known`: what was read with the step. */
  constructor(
    readonly row: StepSummary,
    readonly papers?: Papers,
    readonly known?: KnownOfStep,
  ) {}

  @Field(() => Int, { description: 'Its number, from 1.' })
  get stepNo(): number {
    return this.row.stepNo;
  }

  @Field(() => String, { description: 'What it is about.' })
  get title(): string {
    return this.row.title;
  }

  @Field(() => StepStateEnum, { description: 'Where it stands.' })
  get state(): TradeStepRow['state'] {
    return this.row.state;
  }

  @Field(() => StampsScalar, { description: 'Its price; held in escrow from activation to settlement.' })
  get priceStamps(): bigint {
    return this.row.priceStamps;
  }

  @Field(() => ID, { description: 'Who delivers.' })
  get providerPrincipalKey(): string {
    return keyOf('prn', this.row.providerPrincipalId);
  }

  @Field(() => ID, { description: 'The agent that signs for the provider.' })
  get providerAgentId(): string {
    return this.row.providerAgentId;
  }

  @Field(() => ID, { description: 'Who receives and checks.' })
  get consumerPrincipalKey(): string {
    return keyOf('prn', this.row.consumerPrincipalId);
  }

  @Field(() => ID, { description: 'The agent that signs for the consumer.' })
  get consumerAgentId(): string {
    return this.row.consumerAgentId;
  }

  @Field(() => Date, { nullable: true, description: 'When it became active.' })
  get activatedAt(): Date | string | null {
    return this.row.activatedAt;
  }

  @Field(() => Date, {
    nullable: true,
    description: 'When it is settled as it then stands; at this instant it is too late.',
  })
  get deadlineAt(): Date | string | null {
    return this.row.deadlineAt;
  }

  @Field(() => Date, { nullable: true, description: 'When the provider published the delivery contract.' })
  get contractPublishedAt(): Date | string | null {
    return this.row.contractPublishedAt;
  }

  @Field(() => CheckpointStatusEnum, { nullable: true, description: 'The consumer’s verdict.' })
  get checkpointStatus(): TradeStepRow['checkpointStatus'] {
    return this.row.checkpointStatus;
  }

  @Field(() => Date, { nullable: true, description: 'When the consumer submitted it.' })
  get checkpointSubmittedAt(): Date | string | null {
    return this.row.checkpointSubmittedAt;
  }

  @Field(() => Int, { nullable: true, description: 'Delivered weight, in basis points.' })
  get coverageBps(): number | null {
    return this.row.coverageBps;
  }

  @Field(() => Date, { nullable: true, description: 'When the provider filed its rebuttal.' })
  get rebuttalFiledAt(): Date | string | null {
    return this.row.rebuttalFiledAt;
  }

  @Field(() => VerdictView, { nullable: true, description: 'The operator’s verdict.' })
  get verdict(): VerdictView | null {
    return this.row.verdict && new VerdictView(this.row.verdict);
  }
}
