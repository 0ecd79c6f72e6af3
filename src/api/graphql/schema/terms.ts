import { Field, ID, Int, ObjectType } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import type { ProposalParticipant, ProposalRevision, Terms, TermsStep } from '../../../domain/types';
import { ParticipantRoleEnum, ResponseStateEnum } from './enums';
import { StampsScalar } from './scalars';

/** What a revision of a proposal says (contract §7, Proposal): stored with ids, shown with keys. */

@ObjectType('TermsStep', { description: 'One step of a proposal’s terms.' })
export class TermsStepView {
  constructor(private readonly step: TermsStep) {}

  @Field(() => Int, { description: 'Its number, from 1.' })
  get stepNo(): number {
    return this.step.step_no;
  }

  @Field(() => String, { description: 'What is done in it.' })
  get title(): string {
    return this.step.title;
  }

  @Field(() => ID, { description: 'Who delivers.' })
  get providerPrincipalKey(): string {
    return keyOf('prn', this.step.provider_principal_id);
  }

  @Field(() => ID, { description: 'The agent it delivers with, as a UUID.' })
  get providerAgentId(): string {
    return this.step.provider_agent_id;
  }

  @Field(() => ID, { description: 'Who receives and checks.' })
  get consumerPrincipalKey(): string {
    return keyOf('prn', this.step.consumer_principal_id);
  }

  @Field(() => ID, { description: 'The agent it checks with, as a UUID.' })
  get consumerAgentId(): string {
    return this.step.consumer_agent_id;
  }

  @Field(() => StampsScalar, { description: 'The price of the step.' })
  get priceStamps(): number {
    return this.step.price_stamps;
  }

  @Field(() => Int, { description: 'Time to publish the delivery contract, in seconds from activation.' })
  get contractWindowSeconds(): number {
    return this.step.contract_window_seconds;
  }

  @Field(() => Int, { description: 'Time to check the delivery, in seconds from the contract.' })
  get checkpointWindowSeconds(): number {
    return this.step.checkpoint_window_seconds;
  }
}

@ObjectType('Terms', { description: 'What the participants of a proposal agree on.' })
export class TermsView {
  constructor(private readonly terms: Terms) {}

  @Field(() => [TermsStepView], { description: 'The steps, in order.' })
  get steps(): TermsStepView[] {
    return this.terms.steps.map((step) => new TermsStepView(step));
  }

  @Field(() => Int, { description: 'Coverage a step passes with, in basis points.' })
  get coverageThresholdBps(): number {
    return this.terms.coverage_threshold_bps;
  }

  @Field(() => Int, {
    description: 'Bond of a participant, in basis points of the prices of its steps; no revision changes it.',
  })
  get bondBps(): number {
    return this.terms.bond_bps;
  }
}

@ObjectType('ProposalParticipant', { description: 'A principal in a revision of a proposal.' })
export class ProposalParticipantView {
  constructor(private readonly row: ProposalParticipant) {}

  @Field(() => ID, { description: 'The principal.' })
  get principalKey(): string {
    return keyOf('prn', this.row.principalId);
  }

  @Field(() => ID, { description: 'The agent it takes part with, as a UUID.' })
  get agentId(): string {
    return this.row.agentId;
  }

  @Field(() => ParticipantRoleEnum, { description: 'What it is in the steps.' })
  get role(): ProposalParticipant['role'] {
    return this.row.role;
  }

  @Field(() => ResponseStateEnum, { description: 'Its answer to this revision.' })
  get responseState(): ProposalParticipant['responseState'] {
    return this.row.responseState;
  }

  @Field(() => StampsScalar, { description: 'The bond it would reserve in a trade on these terms.' })
  get bondStamps(): bigint {
    return this.row.bondStamps;
  }
}

@ObjectType('ProposalRevision', { description: 'Terms as one participant, or the match run, proposed them.' })
export class ProposalRevisionView {
  /** `rows`: the participants of this revision. */
  constructor(
    private readonly row: ProposalRevision,
    private readonly rows: readonly ProposalParticipant[],
  ) {}

  @Field(() => Int, { description: 'Its number, from 1.' })
  get revisionNo(): number {
    return this.row.revisionNo;
  }

  @Field(() => ID, { nullable: true, description: 'Who countered with it; null: the match run made it.' })
  get proposedByPrincipalKey(): string | null {
    const { proposedByPrincipalId: id } = this.row;
    return id === null ? null : keyOf('prn', id);
  }

  @Field(() => TermsView, { description: 'The terms.' })
  get terms(): TermsView {
    return new TermsView(this.row.terms);
  }

  @Field(() => [ProposalParticipantView], { description: 'Everyone in it, by principal key.' })
  get participants(): ProposalParticipantView[] {
    return this.rows
      .toSorted((a, b) => (a.principalId < b.principalId ? -1 : 1))
      .map((row) => new ProposalParticipantView(row));
  }

  @Field(() => Date, { description: 'When it was proposed.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}
