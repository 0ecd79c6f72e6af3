import { Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { netOf } from '../../../domain/trades/preview';
import type { Compensation, Settlement, SettlementParty } from '../../../domain/types';
import type { SettlementListRow } from '../../../operations/queries/trades';
import type { Context } from '../execution/context';
import { CompensationKindEnum, FailureCauseEnum, FailureClassEnum, SettlementOutcomeEnum } from './enums';
import { Node } from './node';
import { JSONObjectScalar, SignedStampsScalar, StampsScalar } from './scalars';

@ObjectType('Compensation', { description: 'Compensation of one party.' })
export class CompensationView {
  constructor(readonly comp: Compensation) {}

  @Field(() => ID, { description: 'Key of the compensated principal.' })
  get principalKey(): string {
    return keyOf('prn', this.comp.principal_id);
  }

  @Field(() => StampsScalar, { description: 'Compensation in stamps.' })
  get amountStamps(): number {
    return this.comp.amount;
  }

  @Field(() => StampsScalar, {
    description: 'Compensation in stamps.',
    deprecationReason: 'Use `amountStamps`, which has the same value.',
  })
  get amount(): number {
    return this.comp.amount;
  }

  @Field(() => StampsScalar, { description: 'Sum of the prices of the faulted and unreached steps of this party.' })
  get exposureStamps(): number {
    return this.comp.exposure_basis;
  }

  @Field(() => StampsScalar, {
    description: 'Sum of the prices of the faulted and unreached steps of this party.',
    deprecationReason: 'Use `exposureStamps`, which has the same value.',
  })
  get exposureBasis(): number {
    return this.comp.exposure_basis;
  }

  @Field(() => CompensationKindEnum, { description: 'Reason for the compensation.' })
  get kind(): Compensation['kind'] {
    return this.comp.kind;
  }
}

@ObjectType('OwnSide', { description: 'Own-side amounts of a settlement for the requesting principal.' })
export class OwnSideView {
  constructor(private readonly party: SettlementParty) {}

  @Field(() => StampsScalar, {
    description: 'Escrow of the principal’s steps that went to providers, before the burn of a dispute.',
  })
  get paidStamps(): bigint {
    return this.party.paidStamps;
  }

  @Field(() => StampsScalar, { description: 'Escrow received as provider, before the burn of a dispute.' })
  get receivedStamps(): bigint {
    return this.party.receivedStamps;
  }

  @Field(() => StampsScalar, { description: 'Activation fees paid.' })
  get feesStamps(): bigint {
    return this.party.feesStamps;
  }

  @Field(() => StampsScalar, { description: 'Bond that returned to available bond.' })
  get bondReleasedStamps(): bigint {
    return this.party.bondReleasedStamps;
  }

  @Field(() => StampsScalar, { description: 'Bond that was slashed.' })
  get bondSlashedStamps(): bigint {
    return this.party.bondSlashedStamps;
  }

  @Field(() => StampsScalar, { description: 'Compensation received in stamps.' })
  get compensationStamps(): bigint {
    return this.party.compensationStamps;
  }

  @Field(() => StampsScalar, {
    description: 'Stamps that this side lost of the contested price, because no operator ruled the dispute.',
  })
  get burntStamps(): bigint {
    return this.party.burntStamps ?? 0n;
  }

  @Field(() => SignedStampsScalar, {
    description:
      'Change of the balances by the whole trade: received and compensation, less paid, fees, slashed and burnt.',
  })
  get netStamps(): bigint {
    return netOf(this.party);
  }
}

@ObjectType('SettlementSide', { description: 'Amounts of one party of a settlement. Only operators see them.' })
export class SettlementSideView {
  constructor(readonly party: SettlementParty) {}

  @Field(() => ID, { description: 'Key of the party.' })
  get principalKey(): string {
    return keyOf('prn', this.party.principalId);
  }

  @Field(() => OwnSideView, { description: 'Amounts of the party.' })
  get amounts(): OwnSideView {
    return new OwnSideView(this.party);
  }

  @Field(() => SignedStampsScalar, {
    description:
      'Change of the balances of the party by the whole trade: received and compensation, less paid, fees, slashed and burnt.',
  })
  get netStamps(): bigint {
    return netOf(this.party);
  }
}

/** The options of the field `sides`. */
export const SIDES = {
  nullable: true,
  description: 'Amounts of all parties, ordered by principal key. Null for the parties, which see `own`.',
} as const;

/** The sides in the order of the principal keys. */
export function sidesOf(parties: readonly SettlementParty[]): SettlementSideView[] {
  const byKey = [...parties].sort((a, b) => (a.principalId < b.principalId ? -1 : 1));
  return byKey.map((party) => new SettlementSideView(party));
}

@ObjectType('Settlement', {
  implements: Node,
  description: 'Settlement record of a trade, from the requesting principal’s side. Its evidence allows recomputation.',
})
export class SettlementView extends Node {
  /** @param viewer the principal whose side `own` shows; null for operators */
  constructor(
    readonly row: SettlementListRow,
    readonly viewer: string | null,
  ) {
    super(keyOf('stl', row.settlementId));
  }

  @Field(() => ID, { description: 'Key of the settlement, `stl_…`.' })
  get settlementKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'Key of the settled trade.' })
  get tradeKey(): string {
    return keyOf('trd', this.row.tradeId);
  }

  @Field(() => SettlementOutcomeEnum, { description: 'Outcome of the trade.' })
  get outcome(): Settlement['outcome'] {
    return this.row.outcome;
  }

  @Field(() => FailureClassEnum, { nullable: true, description: 'Failure class. Null if all steps passed.' })
  get failureClass(): Settlement['failureClass'] {
    return this.row.failureClass;
  }

  @Field(() => FailureCauseEnum, { nullable: true, description: 'Cause of the failure. Null if all steps passed.' })
  get failureCause(): Settlement['failureCause'] {
    return this.row.failureCause;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the step that has the failure class. Null if all steps passed.',
  })
  get faultedStepNo(): number | null {
    return this.row.faultedStepNo;
  }

  @Field(() => ID, { nullable: true, description: 'Key of the principal at fault. Null if no principal is.' })
  get faultPrincipalKey(): string | null {
    return this.row.faultPrincipalId === null ? null : keyOf('prn', this.row.faultPrincipalId);
  }

  @Field(() => StampsScalar, { description: 'Stamps slashed from the reserved bond of the principal at fault.' })
  get slashStamps(): bigint {
    return this.row.slashAmount;
  }

  @Field(() => StampsScalar, {
    description: 'Stamps slashed from the reserved bond of the principal at fault.',
    deprecationReason: 'Use `slashStamps`, which has the same value.',
  })
  get slashAmount(): bigint {
    return this.row.slashAmount;
  }

  @Field(() => [CompensationView], {
    description: 'Compensation of each party, ordered by principal key. Empty without a fault.',
  })
  get compensations(): CompensationView[] {
    return this.row.comp.map((share) => new CompensationView(share));
  }

  @Field(() => [CompensationView], {
    description: 'Compensation of each party, ordered by principal key. Empty without a fault.',
    deprecationReason: 'Use `compensations`, which has the same value.',
  })
  get comp(): CompensationView[] {
    return this.compensations;
  }

  @Field(() => String, { description: 'Applied settlement policy (`slash_policy_v1` lineage).' })
  get policyVersion(): string {
    return this.row.policyVersion;
  }

  @Field(() => String, { description: 'Applied deterministic rule set.' })
  get ruleVersion(): string {
    return this.row.ruleVersion;
  }

  @Field(() => String, { description: 'SHA-256 of the evidence’s canonical JSON (RFC 8785), in hex.' })
  get evidenceSha256(): string {
    return this.row.evidenceSha256;
  }

  @Field(() => Date, { description: 'Time of the settlement.' })
  get settledAt(): Date | string {
    return this.row.settledAt;
  }
}

@Resolver(() => SettlementView)
export class SettlementResolver {
  @FieldResolver(() => JSONObjectScalar, {
    description:
      'Canonical inputs of the settlement with REST names, for recomputation. In `fault_history`, `completed_trades` stops at 3 and `counterparty_owners` at 2.',
  })
  async evidence(@Root() { row }: SettlementView, @Ctx() { loaders }: Context): Promise<Record<string, unknown>> {
    const settlement = await loaders.settlementEvidence.load(row.settlementId);
    assert(settlement, 'a settlement is never deleted');
    return JSON.parse(settlement.evidence) as Record<string, unknown>;
  }

  @FieldResolver(() => OwnSideView, {
    nullable: true,
    description: 'Own-side amounts of the requesting principal. Null for operators.',
  })
  async own(@Root() { row, viewer }: SettlementView, @Ctx() { loaders }: Context): Promise<OwnSideView | null> {
    if (viewer === null) return null;
    const parties = await loaders.settlementParties.load(row.tradeId);
    const own = parties.find((party) => party.principalId === viewer);
    return own ? new OwnSideView(own) : null;
  }

  @FieldResolver(() => [SettlementSideView], SIDES)
  async sides(
    @Root() { row, viewer }: SettlementView,
    @Ctx() { loaders }: Context,
  ): Promise<SettlementSideView[] | null> {
    return viewer === null ? sidesOf(await loaders.settlementParties.load(row.tradeId)) : null;
  }
}
