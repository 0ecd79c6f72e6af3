import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { HumanRow } from './party';

@Entity('sign_in')
export class SignInRow {
  @PrimaryColumn('bytea', { name: 'state_hash' })
  readonly stateHash: Buffer;

  @Column('bytea', { name: 'browser_hash' })
  readonly browserHash: Buffer;

  @Column('bytea', { name: 'proof_ciphertext' })
  readonly proofCiphertext: Buffer;

  @Column('text', { name: 'proof_key_id' })
  readonly proofKeyId: string;

  @Column('text', { name: 'return_to', nullable: true })
  readonly returnTo: string | null;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  readonly expiresAt: Date;
}

@Entity('refresh_session')
export class RefreshSessionRow {
  @PrimaryColumn('uuid', { name: 'session_id' })
  readonly sessionId: string;

  @Column('uuid', { name: 'human_id' })
  readonly humanId: string;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  readonly expiresAt: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  readonly endedAt: Date | null;

  @Column('text', { name: 'ended_reason', nullable: true })
  readonly endedReason: string | null;

  @ManyToOne(() => HumanRow)
  @JoinColumn({ name: 'human_id' })
  readonly human?: Relation<HumanRow>;
}

@Entity('refresh_token')
export class RefreshTokenRow {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  readonly tokenHash: Buffer;

  @Column('uuid', { name: 'session_id' })
  readonly sessionId: string;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'rotated_at', nullable: true })
  readonly rotatedAt: Date | null;
}

@Entity('session_key')
export class SessionKeyRow {
  @PrimaryColumn('uuid', { name: 'key_id' })
  readonly keyId: string;

  @Column('text', { name: 'public_key' })
  readonly publicKey: string;

  @Column('bytea', { name: 'private_ciphertext' })
  readonly privateCiphertext: Buffer;

  @Column('text', { name: 'private_key_id' })
  readonly privateKeyId: string;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'signs_until' })
  readonly signsUntil: Date;

  @Column('timestamptz', { name: 'served_until' })
  readonly servedUntil: Date;
}
