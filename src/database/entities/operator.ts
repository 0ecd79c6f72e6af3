import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation, type ValueTransformer } from 'typeorm';
import { toJson } from '../sql/codec';

/** Writes amounts in a JSON document as integers. */
const amountsAsIntegers: ValueTransformer = {
  to: (document: unknown) => JSON.parse(toJson(document)) as unknown,
  from: (document: unknown) => document,
};

@Entity('operator_act')
export class OperatorActRow {
  @PrimaryColumn('uuid', { name: 'act_id' })
  readonly actId: string;

  @Column('uuid', { name: 'credential_id' })
  readonly credentialId: string;

  @Column('text', { name: 'operation' })
  readonly operation: string;

  @Column('text', { name: 'subject_key' })
  readonly subjectKey: string;

  @Column('jsonb', { name: 'before', transformer: amountsAsIntegers })
  readonly before: Readonly<Record<string, unknown>>;

  @Column('jsonb', { name: 'after', transformer: amountsAsIntegers })
  readonly after: Readonly<Record<string, unknown>>;

  @Column('text', { name: 'request_id' })
  readonly requestId: string;

  @Column('timestamptz', { name: 'acted_at' })
  readonly actedAt: Date;
}

@Entity('payment_resolution')
export class PaymentResolutionRow {
  @PrimaryColumn('text', { name: 'payment_id' })
  readonly paymentId: string;

  @PrimaryColumn('text', { name: 'reason' })
  readonly reason: string;

  @Column('uuid', { name: 'act_id' })
  readonly actId: string;

  @ManyToOne(() => OperatorActRow)
  @JoinColumn({ name: 'act_id' })
  readonly act?: Relation<OperatorActRow>;
}
