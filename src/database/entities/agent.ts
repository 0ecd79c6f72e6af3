import type { CardKey, CardSignatureStatus } from '../../domain/parties/card-keys';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('agent')
export class AgentRow {
  @PrimaryColumn('uuid', { name: 'agent_id' })
  readonly agentId: string;

  @Column('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('jsonb', { name: 'card' })
  readonly card: unknown;

  @Column('text', { name: 'card_version', nullable: true })
  readonly cardVersion: string | null;

  @Column('text', { name: 'card_missing', array: true })
  readonly cardMissing: string[];

  @Column('boolean', { name: 'streaming' })
  readonly streaming: boolean;

  @Column('boolean', { name: 'push_notifications' })
  readonly pushNotifications: boolean;

  @Column('boolean', { name: 'extended_agent_card' })
  readonly extendedAgentCard: boolean;

  @Column('text', { name: 'notification_url', nullable: true })
  readonly notificationUrl: string | null;

  @Column('text', { name: 'event_types', array: true })
  readonly eventTypes: string[];

  @Column('timestamptz', { name: 'notifications_disabled_at', nullable: true })
  readonly notificationsDisabledAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  /** The public JWKs that verify the signatures of the card. */
  @Column('jsonb', { name: 'card_keys', nullable: true })
  readonly cardKeys: readonly CardKey[] | null;

  /** Null if a release without the check stored the card. */
  @Column('text', { name: 'card_signature', nullable: true })
  readonly cardSignature: CardSignatureStatus | null;

  /** Since when the agent starts nothing new. */
  @Column('timestamptz', { name: 'retired_at', nullable: true })
  readonly retiredAt: Date | null;

  /** When the event types last changed. A trigger writes it for the audit. */
  @Column('timestamptz', { name: 'event_types_since' })
  readonly eventTypesSince: Date;
}

@Entity('webhook_signing_key')
export class WebhookSigningKeyRow {
  @PrimaryColumn('uuid', { name: 'agent_id' })
  readonly agentId: string;

  @PrimaryColumn('integer', { name: 'version' })
  readonly version: number;

  @Column('bytea', { name: 'secret_ciphertext' })
  readonly secretCiphertext: Buffer;

  @Column('text', { name: 'secret_key_id' })
  readonly secretKeyId: string;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'retired_at', nullable: true })
  readonly retiredAt: Date | null;
}
