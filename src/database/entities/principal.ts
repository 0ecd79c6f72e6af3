import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('principal')
export class PrincipalRow {
  @PrimaryColumn('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('text', { name: 'display_name' })
  readonly displayName: string;

  @Column('integer', { name: 'max_open_trades' })
  readonly maxOpenTrades: number;

  @Column('bigint', { name: 'bond_limit_stamps' })
  readonly bondLimitStamps: bigint;

  @Column('bigint', { name: 'daily_spend_limit_stamps' })
  readonly dailySpendLimitStamps: bigint;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;
}

@Entity('principal_spend')
export class PrincipalSpendRow {
  @PrimaryColumn('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @PrimaryColumn('date', { name: 'day' })
  readonly day: string;

  @Column('bigint', { name: 'spent_stamps' })
  readonly spentStamps: bigint;
}

@Entity('principal_record')
export class PrincipalRecordRow {
  @PrimaryColumn('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @PrimaryColumn('date', { name: 'day' })
  readonly day: string;

  @Column('integer', { name: 'settled' })
  readonly settled: number;

  @Column('integer', { name: 'faulted' })
  readonly faulted: number;
}
