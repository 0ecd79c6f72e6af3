import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation, type ValueTransformer } from 'typeorm';
import { toJson } from '../sql/codec';

/** Writes amounts in a JSON document as integers. */
const amountsAsIntegers: ValueTransformer = {
  to: (document: unknown) => JSON.parse(toJson(document)) as unknown,
  from: (document: unknown) => document,
};

@Entity('operator_act')
export class OperatorActRow {
  @PrimaryColumn('uuid') readonly actId: string;
  @Column('uuid') readonly credentialId: string;
  @Column('text') readonly operation: string;
  @Column('text') readonly subjectKey: string;
  @Column('jsonb', { transformer: amountsAsIntegers }) readonly before: Readonly<Record<string, unknown>>;
  @Column('jsonb', { transformer: amountsAsIntegers }) readonly after: Readonly<Record<string, unknown>>;
  @Column('text') readonly requestId: string;
  @Column('timestamptz') readonly actedAt: Date;
}

@Entity('payment_resolution')
export class PaymentResolutionRow {
  @PrimaryColumn('text') readonly paymentId: string;
  @PrimaryColumn('text') readonly reason: string;
  @Column('uuid') readonly actId: string;

  @ManyToOne(() => OperatorActRow)
  @JoinColumn({ name: 'act_id' })
  readonly act?: Relation<OperatorActRow>;
}
