import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CredentialScope } from '../../domain/sessions/credential-limits';

@Entity('credential')
export class CredentialRow {
  @PrimaryColumn('uuid') readonly credentialId: string;
  @Column('uuid', { nullable: true }) readonly principalId: string | null;
  @Column('text', { nullable: true }) readonly platformRole: string | null;
  @Column('text') readonly apiKey: string;
  @Column('bytea') readonly secretCiphertext: Buffer;
  @Column('text') readonly secretKeyId: string;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz', { nullable: true }) readonly revokedAt: Date | null;
  @Column('timestamptz', { nullable: true }) readonly lastUsedAt: Date | null;
  @Column('uuid', { nullable: true }) readonly agentId: string | null;
  @Column('text', { nullable: true }) readonly label: string | null;
  @Column('text', { array: true }) readonly scopes: CredentialScope[];
  @Column('timestamptz', { nullable: true }) readonly expiresAt: Date | null;
}
