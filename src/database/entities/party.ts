import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { BindingRole } from '../../domain/sessions/caller';

@Entity('human')
export class HumanRow {
  @PrimaryColumn('uuid') readonly humanId: string;
  @Column('text') readonly provider: string;
  @Column('text') readonly subject: string;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz', { nullable: true }) readonly closedAt: Date | null;
  /** How many principals the human has provisioned. */
  @Column('integer') readonly provisioned: number;
}

@Entity('binding')
export class BindingRow {
  @PrimaryColumn('uuid') readonly bindingId: string;
  @Column('uuid') readonly principalId: string;
  @Column('uuid') readonly humanId: string;
  @Column('text') readonly role: BindingRole;
  @Column('timestamptz') readonly createdAt: Date;
  /** When the human provisioned the principal, or first made a call that only an owner may make. Null: never. */
  @Column('timestamptz', { nullable: true }) readonly acceptedAt: Date | null;

  @ManyToOne(() => HumanRow)
  @JoinColumn({ name: 'human_id' })
  readonly human?: Relation<HumanRow>;
}
