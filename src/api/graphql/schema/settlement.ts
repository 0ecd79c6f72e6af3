import { Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import type { Compensation, Settlement, SettlementParty } from '../../../domain/types';
import type { SettlementSummary } from '../../../database/repositories/trade-aggregate';
import type { Context } from '../execution/context';
import { CompensationKindEnum, FailureCauseEnum, FailureClassEnum, SettlementOutcomeEnum } from './enums';
import { Node } from './node';
import { JSONObjectScalar, StampsScalar } from './scalars';

@ObjectType('Compensation', { description: 'What one party was compensated with.' })
export class CompensationView {
  constructor(private readonly comp: Compensation) {}

  @Field(() => ID, { description: 'Who was compensated.' })
  get principalKey(): string {
    return keyOf('prn', this.comp.principal_id);
  }

  @Field(() => StampsScalar, { description: 'With how much.' })
  get amount(): number {
    return this.comp.amount;
  }

  @Field(() => StampsScalar, { description: 'The prices of the faulted and unreached steps it takes part in.' })
  get exposureBasis(): number {
    return this.comp.exposure_basis;
  }

  @Field(() => CompensationKindEnum, { description: 'Why.' })
  get kind(): Compensation['kind'] {
    return this.comp.kind;
  }
}

@ObjectType('OwnSide', { description: 'What a settlement meant for the principal that asks.' })
export class OwnSideView {
  constructor(private readonly party: SettlementParty) {}

  @Field(() => StampsScalar, { description: 'Escrow of its steps that went to providers.' })
  get paidStamps(): bigint {
    return this.party.paidStamps;
  }

  @Field(() => StampsScalar, { description: 'Escrow it received as provider.' })
  get receivedStamps(): bigint {
    return this.party.receivedStamps;
  }

  @Field(() => StampsScalar, { description: 'Activation fees it paid.' })
  get feesStamps(): bigint {
    return this.party.feesStamps;
  }

  @Field(() => StampsScalar, { description: 'Its bond that returned to bond-available.' })
  get bondReleasedStamps(): bigint {
    return this.party.bondReleasedStamps;
  }

  @Field(() => StampsScalar, { description: 'Its bond that was slashed.' })
  get bondSlashedStamps(): bigint {
    return this.party.bondSlashedStamps;
  }

  @Field(() => StampsScalar, { description: 'Compensation it received.' })
  get compensationStamps(): bigint {
    return this.party.compensationStamps;
  }
}

@ObjectType('Settlement', {
  implements: Node,
  description: 'How a trade ended, from the asking principal’s side; anyone can recompute it.',
})
export class SettlementView extends Node {
  /** `viewer`: whose side `own` is; null for operators, who have none. */
  constructor(
    readonly row: SettlementSummary,
    readonly viewer: string | null,
  ) {
    super(keyOf('stl', row.settlementId));
  }

  @Field(() => ID, { description: 'The key, `stl_…`.' })
  get settlementKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'The trade it ended.' })
  get tradeKey(): string {
    return keyOf('trd', this.row.tradeId);
  }

  @Field(() => SettlementOutcomeEnum, { description: 'How it ended.' })
  get outcome(): Settlement['outcome'] {
    return this.row.outcome;
  }

  @Field(() => FailureClassEnum, { nullable: true, description: 'Fault class; null on successful completion.' })
  get failureClass(): Settlement['failureClass'] {
    return this.row.failureClass;
  }

  @Field(() => FailureCauseEnum, { nullable: true, description: 'What exactly the fault was.' })
  get failureCause(): Settlement['failureCause'] {
    return this.row.failureCause;
  }

  @Field(() => Int, { nullable: true, description: 'The step the fault was on.' })
  get faultedStepNo(): number | null {
    return this.row.faultedStepNo;
  }

  @Field(() => ID, { nullable: true, description: 'Who was at fault.' })
  get faultPrincipalKey(): string | null {
    return this.row.faultPrincipalId === null ? null : keyOf('prn', this.row.faultPrincipalId);
  }

  @Field(() => StampsScalar, { description: 'What was slashed from that principal’s reserved bond.' })
  get slashAmount(): bigint {
    return this.row.slashAmount;
  }

  @Field(() => [CompensationView], {
    description: 'One entry per compensated party, by principal key; empty on a clean completion.',
  })
  get comp(): CompensationView[] {
    return this.row.comp.map((one) => new CompensationView(one));
  }

  @Field(() => String, { description: 'The settlement policy applied (`slash_policy_v1` lineage).' })
  get policyVersion(): string {
    return this.row.policyVersion;
  }

  @Field(() => String, { description: 'The deterministic rule set applied.' })
  get ruleVersion(): string {
    return this.row.ruleVersion;
  }

  @Field(() => String, { description: 'SHA-256 of the evidence’s canonical JSON (RFC 8785), hex.' })
  get evidenceSha256(): string {
    return this.row.evidenceSha256;
  }

  @Field(() => Date, { description: 'When it was settled.' })
  get settledAt(): Date | string {
    return this.row.settledAt;
  }
}

@Resolver(() => SettlementView)
export class SettlementResolver {
  @FieldResolver(() => JSONObjectScalar, {
    description: 'The canonical inputs, in REST names, to recompute the settlement from.',
  })
  async evidence(@Root() { row }: SettlementView, @Ctx() { loaders }: Context): Promise<Record<string, unknown>> {
    const found = await loaders.settlementEvidence.load(row.settlementId);
    assert(found, 'a settlement is never deleted');
    return JSON.parse(found.evidence) as Record<string, unknown>;
  }

  @FieldResolver(() => OwnSideView, {
    nullable: true,
    description: 'The asking principal’s own side; null for operators.',
  })
  async own(@Root() { row, viewer }: SettlementView, @Ctx() { loaders }: Context): Promise<OwnSideView | null> {
    if (viewer === null) return null;
    const parties = await loaders.settlementParties.load(row.tradeId);
    const own = parties.find((party) => party.principalId === viewer);
    return own ? new OwnSideView(own) : null;
  }
}
