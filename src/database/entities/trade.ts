import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  CheckpointResult,
  CheckpointStatus,
  DeliveryContract,
  Rebuttal,
  StepState,
  Trade,
  TradeParticipant,
  TradeState,
  TradeStep,
  Verdict,
} from '../../domain/types';

@Entity('trade')
export class TradeRow implements Trade {
  @PrimaryColumn('uuid', { name: 'trade_id' })
  readonly tradeId: string;

  @Column('uuid', { name: 'proposal_id' })
  readonly proposalId: string;

  @Column('text', { name: 'state' })
  readonly state: TradeState;

  @Column('integer', { name: 'coverage_threshold_bps' })
  readonly coverageThresholdBps: number;

  @Column('integer', { name: 'bond_bps' })
  readonly bondBps: number;

  @Column('integer', { name: 'activation_fee_bps' })
  readonly activationFeeBps: number;

  @Column('integer', { name: 'idle_window_seconds' })
  readonly idleWindowSeconds: number;

  @Column('integer', { name: 'rebuttal_window_seconds' })
  readonly rebuttalWindowSeconds: number;

  @Column('integer', { name: 'evaluation_window_seconds' })
  readonly evaluationWindowSeconds: number;

  @Column('text', { name: 'policy_version' })
  readonly policyVersion: string;

  @Column('text', { name: 'rule_version' })
  readonly ruleVersion: string;

  @Column('timestamptz', { name: 'idle_deadline_at', nullable: true })
  readonly idleDeadlineAt: Date | null;

  @Column('timestamptz', { name: 'due_at', nullable: true })
  readonly dueAt: Date | null;

  @Column('timestamptz', { name: 'withdrawn_at', nullable: true })
  readonly withdrawnAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  readonly settledAt: Date | null;

  @Column('text', { name: 'settlement_error', nullable: true })
  readonly settlementError: string | null;

  @Column('timestamptz', { name: 'settlement_error_at', nullable: true })
  readonly settlementErrorAt: Date | null;
}

@Entity('trade_participant')
export class TradeParticipantRow implements TradeParticipant {
  @PrimaryColumn('uuid', { name: 'trade_id' })
  readonly tradeId: string;

  @PrimaryColumn('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('uuid', { name: 'agent_id' })
  readonly agentId: string;

  @Column('bigint', { name: 'bond_stamps' })
  readonly bondStamps: bigint;

  @Column('boolean', { name: 'open' })
  readonly open: boolean;
}

@Entity('trade_step')
export class TradeStepRow implements TradeStep {
  @PrimaryColumn('uuid', { name: 'trade_id' })
  readonly tradeId: string;

  @PrimaryColumn('integer', { name: 'step_no' })
  readonly stepNo: number;

  @Column('text', { name: 'title' })
  readonly title: string;

  @Column('uuid', { name: 'provider_principal_id' })
  readonly providerPrincipalId: string;

  @Column('uuid', { name: 'provider_agent_id' })
  readonly providerAgentId: string;

  @Column('uuid', { name: 'consumer_principal_id' })
  readonly consumerPrincipalId: string;

  @Column('uuid', { name: 'consumer_agent_id' })
  readonly consumerAgentId: string;

  @Column('bigint', { name: 'price_stamps' })
  readonly priceStamps: bigint;

  @Column('integer', { name: 'contract_window_seconds' })
  readonly contractWindowSeconds: number;

  @Column('integer', { name: 'checkpoint_window_seconds' })
  readonly checkpointWindowSeconds: number;

  @Column('text', { name: 'state' })
  readonly state: StepState;

  @Column('bigint', { name: 'fee_stamps' })
  readonly feeStamps: bigint;

  @Column('timestamptz', { name: 'activated_at', nullable: true })
  readonly activatedAt: Date | null;

  @Column('timestamptz', { name: 'deadline_at', nullable: true })
  readonly deadlineAt: Date | null;

  @Column('jsonb', { name: 'contract', nullable: true })
  readonly contract: DeliveryContract | null;

  @Column('timestamptz', { name: 'contract_published_at', nullable: true })
  readonly contractPublishedAt: Date | null;

  @Column('text', { name: 'checkpoint_status', nullable: true })
  readonly checkpointStatus: CheckpointStatus | null;

  @Column('jsonb', { name: 'checkpoint_results', nullable: true })
  readonly checkpointResults: readonly CheckpointResult[] | null;

  @Column('integer', { name: 'coverage_bps', nullable: true })
  readonly coverageBps: number | null;

  @Column('timestamptz', { name: 'checkpoint_submitted_at', nullable: true })
  readonly checkpointSubmittedAt: Date | null;

  @Column('jsonb', { name: 'rebuttal', nullable: true })
  readonly rebuttal: Rebuttal | null;

  @Column('timestamptz', { name: 'rebuttal_filed_at', nullable: true })
  readonly rebuttalFiledAt: Date | null;

  @Column('jsonb', { name: 'verdict', nullable: true })
  readonly verdict: Verdict | null;
}
