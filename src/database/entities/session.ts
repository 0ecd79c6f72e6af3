import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { HumanRow } from './party';

@Entity('sign_in')
export class SignInRow {
  @PrimaryColumn('bytea') readonly stateHash: Buffer;
  /** SHA-256 of the secret in the cookie of the browser that began the sign-in. */
  @Column('bytea') readonly browserHash: Buffer;
  @Column('bytea') readonly proofCiphertext: Buffer;
  @Column('text') readonly proofKeyId: string;
  @Column('text', { nullable: true }) readonly returnTo: string | null;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz') readonly expiresAt: Date;
}

@Entity('refresh_session')
export class RefreshSessionRow {
  @PrimaryColumn('uuid') readonly sessionId: string;
  @Column('uuid') readonly humanId: string;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz') readonly expiresAt: Date;
  @Column('timestamptz', { nullable: true }) readonly endedAt: Date | null;
  @Column('text', { nullable: true }) readonly endedReason: string | null;

  @ManyToOne(() => HumanRow)
  @JoinColumn({ name: 'human_id' })
  readonly human?: Relation<HumanRow>;
}

@Entity('refresh_token')
export class RefreshTokenRow {
  @PrimaryColumn('bytea') readonly tokenHash: Buffer;
  @Column('uuid') readonly sessionId: string;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz', { nullable: true }) readonly rotatedAt: Date | null;
}

@Entity('session_key')
export class SessionKeyRow {
  @PrimaryColumn('uuid') readonly keyId: string;
  @Column('text') readonly publicKey: string;
  @Column('bytea') readonly privateCiphertext: Buffer;
  @Column('text') readonly privateKeyId: string;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz') readonly signsUntil: Date;
  /** Until then the key set has the key, so that its last JWT can be verified. */
  @Column('timestamptz') readonly servedUntil: Date;
}
