import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('idempotency_answer')
export class IdempotencyAnswerRow {
  @PrimaryColumn('text', { name: 'scope' })
  readonly scope: string;

  @PrimaryColumn('text', { name: 'key' })
  readonly key: string;

  @Column('bytea', { name: 'fingerprint' })
  readonly fingerprint: Buffer;

  @Column('integer', { name: 'status' })
  readonly status: number;

  @Column('jsonb', { name: 'headers' })
  readonly headers: unknown;

  @Column('text', { name: 'body', nullable: true })
  readonly body: string | null;

  @Column('bytea', { name: 'body_ciphertext', nullable: true })
  readonly bodyCiphertext: Buffer | null;

  @Column('text', { name: 'body_key_id', nullable: true })
  readonly bodyKeyId: string | null;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  readonly expiresAt: Date;
}
