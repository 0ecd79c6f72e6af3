import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CredentialScope } from '../../domain/sessions/credential-limits';

@Entity('credential')
export class CredentialRow {
  @PrimaryColumn('uuid', { name: 'credential_id' })
  readonly credentialId: string;

  @Column('uuid', { name: 'principal_id', nullable: true })
  readonly principalId: string | null;

  @Column('text', { name: 'platform_role', nullable: true })
  readonly platformRole: string | null;

  @Column('text', { name: 'api_key' })
  readonly apiKey: string;

  @Column('bytea', { name: 'secret_ciphertext' })
  readonly secretCiphertext: Buffer;

  @Column('text', { name: 'secret_key_id' })
  readonly secretKeyId: string;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  readonly revokedAt: Date | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  readonly lastUsedAt: Date | null;

  @Column('uuid', { name: 'agent_id', nullable: true })
  readonly agentId: string | null;

  @Column('text', { nullable: true })
  readonly label: string | null;

  @Column('text', { array: true })
  readonly scopes: CredentialScope[];

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  readonly expiresAt: Date | null;
}
