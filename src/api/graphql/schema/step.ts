import { Field, ID, Int, ObjectType } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import type {
  Activation,
  CheckpointResult,
  ContractItem,
  DeliveryContract,
  Rebuttal,
  RebuttalEvidence,
  Verdict,
} from '../../../domain/types';
import type { TradeStep } from '../../../domain/types';
import type { StepListRow } from '../../../operations/queries/trades';
import type { StepDetailRow } from '../execution/loaders';
import { AcceptanceItemView, acceptanceItemViews } from './acceptance-item';
import { ActivationEnum, CheckpointStatusEnum, StepStateEnum, VerdictKindEnum } from './enums';
import type { PublicPrincipalView } from './principal';
import { StampsScalar } from './scalars';

@ObjectType('ContractItem', { description: 'One item that a delivery contract promises.' })
export class ContractItemView {
  constructor(private readonly item: ContractItem) {}

  @Field(() => ID, { description: 'Id of the item, unique within the contract.' })
  get itemId(): string {
    return this.item.item_id;
  }

  @Field(() => String, { description: 'Description of the item.' })
  get description(): string {
    return this.item.description;
  }

  @Field(() => Int, { description: 'Weight of the item in the coverage, 1 to 1,000, relative to the other items.' })
  get weight(): number {
    return this.item.weight;
  }

  @Field(() => String, { nullable: true, description: 'URI of the artifact.' })
  get artifactUri(): string | null {
    return this.item.artifact_uri;
  }

  @Field(() => String, { nullable: true, description: 'SHA-256 of the artifact in hex.' })
  get artifactSha256(): string | null {
    return this.item.artifact_sha256;
  }

  @Field(() => String, { nullable: true, description: 'Note of the provider on the item.' })
  get note(): string | null {
    return this.item.note ?? null;
  }
}

@ObjectType('DeliveryContract', { description: 'The provider’s statement of its delivery, item by item.' })
export class DeliveryContractView {
  constructor(private readonly contract: DeliveryContract) {}

  @Field(() => String, { description: 'Summary of the delivery.' })
  get summary(): string {
    return this.contract.summary;
  }

  @Field(() => [ContractItemView], { description: 'Items of the contract, 1 to 64.' })
  get items(): ContractItemView[] {
    return this.contract.items.map((item) => new ContractItemView(item));
  }
}

@ObjectType('CheckpointResult', { description: 'The consumer’s result for one contract item.' })
export class CheckpointResultView {
  constructor(private readonly result: CheckpointResult) {}

  @Field(() => ID, { description: 'Id of the contract item.' })
  get itemId(): string {
    return this.result.item_id;
  }

  @Field(() => Boolean, { description: 'Whether the item was delivered.' })
  get met(): boolean {
    return this.result.met;
  }

  @Field(() => String, { nullable: true, description: 'Reason given in the verdict or result.' })
  get note(): string | null {
    return this.result.note;
  }
}

@ObjectType('RebuttalEvidence', { description: 'One piece of a rebuttal’s evidence.' })
export class RebuttalEvidenceView {
  constructor(private readonly evidence: RebuttalEvidence) {}

  @Field(() => ID, { nullable: true, description: 'Id of the contract item.' })
  get itemId(): string | null {
    return this.evidence.item_id;
  }

  @Field(() => String, { description: 'URI of the evidence.' })
  get uri(): string {
    return this.evidence.uri;
  }

  @Field(() => String, { nullable: true, description: 'SHA-256 of the evidence in hex.' })
  get sha256(): string | null {
    return this.evidence.sha256;
  }

  @Field(() => String, { nullable: true, description: 'Note on the evidence.' })
  get note(): string | null {
    return this.evidence.note;
  }
}

@ObjectType('Rebuttal', {
  description: 'The provider’s counter-evidence. It never changes the outcome without a verdict.',
})
export class RebuttalView {
  constructor(private readonly rebuttal: Rebuttal) {}

  @Field(() => String, { description: 'Statement of the provider.' })
  get statement(): string {
    return this.rebuttal.statement;
  }

  @Field(() => [RebuttalEvidenceView], { description: 'Evidence of the rebuttal.' })
  get evidence(): RebuttalEvidenceView[] {
    return this.rebuttal.evidence.map((item) => new RebuttalEvidenceView(item));
  }

  @Field(() => String, { description: 'SHA-256 of the canonical JSON of statement and evidence, in hex.' })
  get sha256(): string {
    return this.rebuttal.sha256;
  }
}

@ObjectType('Verdict', { description: 'Verdict of an operator on a checkpoint.' })
export class VerdictView {
  constructor(private readonly row: Verdict) {}

  @Field(() => VerdictKindEnum, {
    description:
      'PASS if the coverage by the verdict reaches the threshold, else FAIL. FAIL does not say that the provider is at fault.',
  })
  get verdict(): Verdict['verdict'] {
    return this.row.verdict;
  }

  @Field(() => Int, { nullable: true, description: 'Coverage by the verdict in basis points. Null under `rules_v1`.' })
  get coverageBps(): number | null {
    return this.row.coverage_bps ?? null;
  }

  @Field(() => String, { description: 'Reason given by the operator.' })
  get reason(): string {
    return this.row.reason;
  }

  @Field(() => Date, { description: 'Time of the verdict.' })
  get submittedAt(): Date {
    return new Date(this.row.submitted_at);
  }
}

/** Values that were read with the step (`resolvePreloaded`). */
export interface PreloadedStep {
  readonly provider?: PublicPrincipalView | undefined;
  readonly consumer?: PublicPrincipalView | undefined;
}

export type StepDetails = Pick<StepDetailRow, 'contract' | 'checkpointResults' | 'rebuttal'>;

@ObjectType('TradeStep', { description: 'One step of a trade. A provider delivers and a consumer checks.' })
export class TradeStepView {
  /** @param details set after a decision, which has read them */
  constructor(
    readonly row: StepListRow,
    readonly details?: StepDetails,
    readonly preloaded?: PreloadedStep,
  ) {}

  @Field(() => Int, { description: 'Number of the step, from 1.' })
  get stepNo(): number {
    return this.row.stepNo;
  }

  @Field(() => String, { description: 'Short description of the content.' })
  get title(): string {
    return this.row.title;
  }

  @Field(() => [AcceptanceItemView], {
    description: 'Agreed items. Empty if the delivery contract lists the items.',
  })
  get items(): AcceptanceItemView[] {
    return acceptanceItemViews(this.row.items);
  }

  @Field(() => StepStateEnum, { description: 'State of the step.' })
  get state(): TradeStep['state'] {
    return this.row.state;
  }

  @Field(() => StampsScalar, { description: 'Price in stamps, held in escrow from activation to settlement.' })
  get priceStamps(): bigint {
    return this.row.priceStamps;
  }

  @Field(() => ID, { description: 'Key of the principal that delivers.' })
  get providerPrincipalKey(): string {
    return keyOf('prn', this.row.providerPrincipalId);
  }

  @Field(() => ID, { description: 'UUID of the agent that signs for the provider.' })
  get providerAgentId(): string {
    return this.row.providerAgentId;
  }

  @Field(() => ID, { description: 'Key of the principal that receives and checks.' })
  get consumerPrincipalKey(): string {
    return keyOf('prn', this.row.consumerPrincipalId);
  }

  @Field(() => ID, { description: 'UUID of the agent that signs for the consumer.' })
  get consumerAgentId(): string {
    return this.row.consumerAgentId;
  }

  @Field(() => Date, { nullable: true, description: 'Time before which the step cannot be activated.' })
  get notBefore(): Date | string | null {
    return this.row.notBeforeAt;
  }

  @Field(() => ActivationEnum, { description: 'Participants that may activate the step.' })
  get activation(): Activation {
    return this.row.activation ?? 'any';
  }

  @Field(() => Date, { nullable: true, description: 'Time of the activation.' })
  get activatedAt(): Date | string | null {
    return this.row.activatedAt;
  }

  @Field(() => Date, {
    nullable: true,
    description:
      'Deadline of the current phase. At this instant the step is evaluated as it stands, and later calls are refused.',
  })
  get deadlineAt(): Date | string | null {
    return this.row.deadlineAt;
  }

  @Field(() => Date, { nullable: true, description: 'Time at which the provider published the delivery contract.' })
  get contractPublishedAt(): Date | string | null {
    return this.row.contractPublishedAt;
  }

  @Field(() => CheckpointStatusEnum, { nullable: true, description: 'Result that the consumer reported.' })
  get checkpointStatus(): TradeStep['checkpointStatus'] {
    return this.row.checkpointStatus;
  }

  @Field(() => Date, { nullable: true, description: 'Time at which the consumer submitted the checkpoint.' })
  get checkpointSubmittedAt(): Date | string | null {
    return this.row.checkpointSubmittedAt;
  }

  @Field(() => Int, {
    nullable: true,
    description:
      'Share of the items that was met, in basis points. Items of the terms count by weight, and items of a contract once each.',
  })
  get coverageBps(): number | null {
    return this.row.coverageBps;
  }

  @Field(() => Date, { nullable: true, description: 'Time at which the provider filed its rebuttal.' })
  get rebuttalFiledAt(): Date | string | null {
    return this.row.rebuttalFiledAt;
  }

  @Field(() => VerdictView, { nullable: true, description: 'Verdict of an operator.' })
  get verdict(): VerdictView | null {
    return this.row.verdict && new VerdictView(this.row.verdict);
  }
}
