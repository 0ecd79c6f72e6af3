import type { CardKey, CardSignatureStatus } from '../../domain/parties/card-keys';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('agent')
export class AgentRow {
  @PrimaryColumn('uuid') readonly agentId: string;
  @Column('uuid') readonly principalId: string;
  @Column('jsonb') readonly card: unknown;
  @Column('text', { nullable: true }) readonly cardVersion: string | null;
  @Column('text', { array: true }) readonly cardMissing: string[];
  @Column('boolean') readonly streaming: boolean;
  @Column('boolean') readonly pushNotifications: boolean;
  @Column('boolean') readonly extendedAgentCard: boolean;
  @Column('text', { nullable: true }) readonly notificationUrl: string | null;
  @Column('text', { array: true }) readonly eventTypes: string[];
  @Column('timestamptz', { nullable: true }) readonly notificationsDisabledAt: Date | null;
  @Column('timestamptz') readonly createdAt: Date;
  /** The public JWKs that verify the signatures of the card. */
  @Column('jsonb', { nullable: true }) readonly cardKeys: readonly CardKey[] | null;
  /** Null if a release without the check stored the card. */
  @Column('text', { nullable: true }) readonly cardSignature: CardSignatureStatus | null;
  /** Since when the agent starts nothing new. */
  @Column('timestamptz', { nullable: true }) readonly retiredAt: Date | null;
  /** When the event types last changed. A trigger writes it for the audit. */
  @Column('timestamptz') readonly eventTypesSince: Date;
}

@Entity('webhook_signing_key')
export class WebhookSigningKeyRow {
  @PrimaryColumn('uuid') readonly agentId: string;
  @PrimaryColumn('integer') readonly version: number;
  @Column('bytea') readonly secretCiphertext: Buffer;
  @Column('text') readonly secretKeyId: string;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz', { nullable: true }) readonly retiredAt: Date | null;
}
