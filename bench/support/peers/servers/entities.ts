import 'reflect-metadata';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Tables as a user of TypeORM and type-graphql declares them: one class for a table and its type. */

@ObjectType('Party')
@Entity('principal')
export class Principal {
  @Field(() => ID)
  @PrimaryColumn('uuid', { name: 'principal_id' })
  principalId: string;

  @Field(() => String)
  @Column('text', { name: 'display_name' })
  displayName: string;
}

@ObjectType('Participant')
@Entity('trade_participant')
export class Participant {
  @PrimaryColumn('uuid', { name: 'trade_id' })
  tradeId: string;

  @Field(() => ID)
  @PrimaryColumn('uuid', { name: 'principal_id' })
  principalId: string;

  @Field(() => String)
  @Column('bigint', { name: 'bond_stamps' })
  bondStamps: string;
}

@ObjectType('Step')
@Entity('trade_step')
export class Step {
  @PrimaryColumn('uuid', { name: 'trade_id' })
  tradeId: string;

  @Field(() => Int)
  @PrimaryColumn('integer', { name: 'step_no' })
  stepNo: number;

  @Field(() => String)
  @Column('text')
  title: string;

  @Column('uuid', { name: 'provider_principal_id' })
  providerPrincipalId: string;

  @Column('uuid', { name: 'consumer_principal_id' })
  consumerPrincipalId: string;

  @Field(() => String)
  @Column('bigint', { name: 'price_stamps' })
  priceStamps: string;

  @Field(() => String)
  @Column('text')
  state: string;

  @Field(() => Date, { nullable: true })
  @Column('timestamptz', { name: 'activated_at', nullable: true })
  activatedAt: Date | null;

  @Field(() => String, { nullable: true })
  @Column('text', { name: 'checkpoint_status', nullable: true })
  checkpointStatus: string | null;

  @Field(() => Int, { nullable: true })
  @Column('integer', { name: 'coverage_bps', nullable: true })
  coverageBps: number | null;
}

@ObjectType('Settlement')
@Entity('settlement')
export class Settlement {
  @Field(() => ID)
  @PrimaryColumn('uuid', { name: 'settlement_id' })
  settlementId: string;

  @Column('uuid', { name: 'trade_id' })
  tradeId: string;

  @Field(() => String)
  @Column('text')
  outcome: string;

  @Field(() => String, { nullable: true })
  @Column('text', { name: 'failure_class', nullable: true })
  failureClass: string | null;

  @Field(() => String)
  @Column('bigint', { name: 'slash_amount' })
  slashAmount: string;

  @Field(() => String)
  @Column('text', { name: 'policy_version' })
  policyVersion: string;

  @Field(() => String)
  @Column('text', { name: 'evidence_sha256' })
  evidenceSha256: string;

  @Field(() => Date)
  @Column('timestamptz', { name: 'settled_at' })
  settledAt: Date;
}

@ObjectType('Trade')
@Entity('trade')
export class Trade {
  @Field(() => ID)
  @PrimaryColumn('uuid', { name: 'trade_id' })
  tradeId: string;

  @Field(() => String)
  @Column('text')
  state: string;

  @Field(() => Date)
  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  @Column('timestamptz', { name: 'settled_at', nullable: true })
  settledAt: Date | null;
}
