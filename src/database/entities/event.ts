import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('event')
export class EventRow {
  @PrimaryColumn('uuid', { name: 'event_id' })
  readonly eventId: string;

  @Column('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('text', { name: 'type' })
  readonly type: string;

  @Column('text', { name: 'subject_key' })
  readonly subjectKey: string;

  @Column('uuid', { name: 'trade_id', nullable: true })
  readonly tradeId: string | null;

  @Column('jsonb', { name: 'data' })
  readonly data: unknown;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('bigint', { name: 'sequence', nullable: true })
  readonly sequence: bigint | null;

  @Column('text', { name: 'payload', nullable: true })
  readonly payload: string | null;

  @Column('bigint', { name: 'log_no', nullable: true })
  readonly logNo: bigint | null;
}

@Entity('event_head')
export class EventHeadRow {
  @PrimaryColumn('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('bigint', { name: 'sequence' })
  readonly sequence: bigint;
}
