import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { BindingRole } from '../../domain/sessions/caller';

@Entity('human')
export class HumanRow {
  @PrimaryColumn('uuid', { name: 'human_id' })
  readonly humanId: string;

  @Column('text', { name: 'provider' })
  readonly provider: string;

  @Column('text', { name: 'subject' })
  readonly subject: string;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  readonly closedAt: Date | null;

  /** How many principals the human has provisioned. */
  @Column('integer', { name: 'provisioned' })
  readonly provisioned: number;
}

@Entity('binding')
export class BindingRow {
  @PrimaryColumn('uuid', { name: 'binding_id' })
  readonly bindingId: string;

  @Column('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('uuid', { name: 'human_id' })
  readonly humanId: string;

  @Column('text', { name: 'role' })
  readonly role: BindingRole;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @ManyToOne(() => HumanRow)
  @JoinColumn({ name: 'human_id' })
  readonly human?: Relation<HumanRow>;
}
