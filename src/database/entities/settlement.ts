import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  Compensation,
  FailureCause,
  FailureClass,
  Settlement,
  SettlementOutcome,
  SettlementParty,
} from '../../domain/types';

@Entity('settlement')
export class SettlementRow implements Settlement {
  @PrimaryColumn('uuid', { name: 'settlement_id' })
  readonly settlementId: string;

  @Column('uuid', { name: 'trade_id' })
  readonly tradeId: string;

  @Column('text', { name: 'outcome' })
  readonly outcome: SettlementOutcome;

  @Column('text', { name: 'failure_class', nullable: true })
  readonly failureClass: FailureClass | null;

  @Column('text', { name: 'failure_cause', nullable: true })
  readonly failureCause: FailureCause | null;

  @Column('integer', { name: 'faulted_step_no', nullable: true })
  readonly faultedStepNo: number | null;

  @Column('uuid', { name: 'fault_principal_id', nullable: true })
  readonly faultPrincipalId: string | null;

  @Column('bigint', { name: 'slash_amount' })
  readonly slashAmount: bigint;

  @Column('jsonb', { name: 'comp' })
  readonly comp: readonly Compensation[];

  @Column('text', { name: 'policy_version' })
  readonly policyVersion: string;

  @Column('text', { name: 'rule_version' })
  readonly ruleVersion: string;

  @Column('text', { name: 'evidence' })
  readonly evidence: string;

  @Column('text', { name: 'evidence_sha256' })
  readonly evidenceSha256: string;

  @Column('timestamptz', { name: 'settled_at' })
  readonly settledAt: Date;
}

@Entity('settlement_party')
export class SettlementPartyRow implements SettlementParty {
  @PrimaryColumn('uuid', { name: 'trade_id' })
  readonly tradeId: string;

  @PrimaryColumn('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('bigint', { name: 'paid_stamps' })
  readonly paidStamps: bigint;

  @Column('bigint', { name: 'received_stamps' })
  readonly receivedStamps: bigint;

  @Column('bigint', { name: 'fees_stamps' })
  readonly feesStamps: bigint;

  @Column('bigint', { name: 'bond_released_stamps' })
  readonly bondReleasedStamps: bigint;

  @Column('bigint', { name: 'bond_slashed_stamps' })
  readonly bondSlashedStamps: bigint;

  @Column('bigint', { name: 'compensation_stamps' })
  readonly compensationStamps: bigint;
}
