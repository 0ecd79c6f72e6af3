import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('worker_lease')
export class WorkerLeaseRow {
  @PrimaryColumn('text', { name: 'name' })
  readonly name: string;

  @Column('text', { name: 'holder' })
  readonly holder: string;

  @Column('bigint', { name: 'token' })
  readonly token: bigint;

  @Column('timestamptz', { name: 'expires_at' })
  readonly expiresAt: Date;
}
