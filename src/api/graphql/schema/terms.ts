import { Field, ID, Int, ObjectType } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { DEFAULT_DISPUTE_BURN_BPS } from '../../../domain/trades/terms';
import type { Activation, ProposalParticipant, ProposalRevision, Terms, TermsStep } from '../../../domain/types';
import { AcceptanceItemView, acceptanceItemViews } from './acceptance-item';
import { ActivationEnum, ParticipantRoleEnum, ResponseStateEnum } from './enums';
import { StampsScalar } from './scalars';

@ObjectType('TermsStep', { description: 'One step of a proposal’s terms.' })
export class TermsStepView {
  constructor(readonly step: TermsStep) {}

  @Field(() => Int, { description: 'Number of the step, from 1.' })
  get stepNo(): number {
    return this.step.step_no;
  }

  @Field(() => String, { description: 'Title of the step.' })
  get title(): string {
    return this.step.title;
  }

  @Field(() => ID, { description: 'Key of the principal that delivers.' })
  get providerPrincipalKey(): string {
    return keyOf('prn', this.step.provider_principal_id);
  }

  @Field(() => ID, { description: 'UUID of the provider’s agent.' })
  get providerAgentId(): string {
    return this.step.provider_agent_id;
  }

  @Field(() => ID, { description: 'Key of the principal that receives and checks.' })
  get consumerPrincipalKey(): string {
    return keyOf('prn', this.step.consumer_principal_id);
  }

  @Field(() => ID, { description: 'UUID of the consumer’s agent.' })
  get consumerAgentId(): string {
    return this.step.consumer_agent_id;
  }

  @Field(() => StampsScalar, { description: 'Price of the step in stamps.' })
  get priceStamps(): number {
    return this.step.price_stamps;
  }

  @Field(() => Int, { description: 'Seconds to publish the delivery contract, counted from activation.' })
  get contractWindowSeconds(): number {
    return this.step.contract_window_seconds;
  }

  @Field(() => Int, { description: 'Seconds to check the delivery, counted from the contract.' })
  get checkpointWindowSeconds(): number {
    return this.step.checkpoint_window_seconds;
  }

  @Field(() => [AcceptanceItemView], {
    description: 'Agreed items. Empty if the delivery contract lists the items.',
  })
  get items(): AcceptanceItemView[] {
    return acceptanceItemViews(this.step.items);
  }

  @Field(() => Date, { nullable: true, description: 'Time before which the step cannot be activated.' })
  get notBefore(): Date | null {
    return this.step.not_before == null ? null : new Date(this.step.not_before);
  }

  @Field(() => ActivationEnum, { description: 'Participants that may activate the step.' })
  get activation(): Activation {
    return this.step.activation ?? 'any';
  }
}

@ObjectType('Terms', { description: 'Terms on which the participants of a proposal agree.' })
export class TermsView {
  constructor(private readonly terms: Terms) {}

  @Field(() => [TermsStepView], { description: 'Steps in their order.' })
  get steps(): TermsStepView[] {
    return this.terms.steps.map((step) => new TermsStepView(step));
  }

  @Field(() => Int, { description: 'Minimum coverage of a passed step in basis points.' })
  get coverageThresholdBps(): number {
    return this.terms.coverage_threshold_bps;
  }

  @Field(() => Int, {
    description: 'Bond of a participant in basis points of the prices of its steps. No revision changes it.',
  })
  get bondBps(): number {
    return this.terms.bond_bps;
  }

  @Field(() => Int, {
    description: 'Share of the contested price that each side loses if no operator rules a dispute, in basis points.',
  })
  get disputeBurnBps(): number {
    return this.terms.dispute_burn_bps ?? DEFAULT_DISPUTE_BURN_BPS;
  }
}

@ObjectType('ProposalParticipant', { description: 'A principal in a revision of a proposal.' })
export class ProposalParticipantView {
  constructor(readonly row: ProposalParticipant) {}

  @Field(() => ID, { description: 'Key of the principal.' })
  get principalKey(): string {
    return keyOf('prn', this.row.principalId);
  }

  @Field(() => ID, { description: 'UUID of the participant’s agent.' })
  get agentId(): string {
    return this.row.agentId;
  }

  @Field(() => ParticipantRoleEnum, { description: 'Role of the participant in the steps.' })
  get role(): ProposalParticipant['role'] {
    return this.row.role;
  }

  @Field(() => ResponseStateEnum, { description: 'Response to this revision.' })
  get responseState(): ProposalParticipant['responseState'] {
    return this.row.responseState;
  }

  @Field(() => StampsScalar, { description: 'Bond in stamps that a trade on these terms would reserve.' })
  get bondStamps(): bigint {
    return this.row.bondStamps;
  }
}

@ObjectType('ProposalRevision', { description: 'Terms proposed by a match run or by a participant.' })
export class ProposalRevisionView {
  /** @param rows the participants of this revision */
  constructor(
    readonly row: ProposalRevision,
    private readonly rows: readonly ProposalParticipant[],
  ) {}

  @Field(() => Int, { description: 'Number of the revision, from 1.' })
  get revisionNo(): number {
    return this.row.revisionNo;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Key of the principal that proposed the revision. Null for a match run.',
  })
  get proposedByPrincipalKey(): string | null {
    const { proposedByPrincipalId: id } = this.row;
    return id === null ? null : keyOf('prn', id);
  }

  @Field(() => TermsView, { description: 'Terms of the revision.' })
  get terms(): TermsView {
    return new TermsView(this.row.terms);
  }

  @Field(() => [ProposalParticipantView], { description: 'Participants, ordered by principal key.' })
  get participants(): ProposalParticipantView[] {
    return this.rows
      .toSorted((a, b) => (a.principalId < b.principalId ? -1 : 1))
      .map((row) => new ProposalParticipantView(row));
  }

  @Field(() => Date, { description: 'Time of the revision.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}
