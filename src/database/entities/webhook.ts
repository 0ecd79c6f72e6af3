import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryState } from '../../domain/events/webhook';

@Entity('webhook_delivery')
export class WebhookDeliveryRow {
  @PrimaryColumn('uuid', { name: 'delivery_id' })
  readonly deliveryId: string;

  @Column('uuid', { name: 'event_id' })
  readonly eventId: string;

  @Column('uuid', { name: 'agent_id' })
  readonly agentId: string;

  @Column('uuid', { name: 'trade_id', nullable: true })
  readonly tradeId: string | null;

  @Column('bigint', { name: 'sequence' })
  readonly sequence: bigint;

  @Column('text', { name: 'state' })
  readonly state: DeliveryState;

  @Column('integer', { name: 'tries' })
  readonly tries: number;

  @Column('integer', { name: 'attempts' })
  readonly attempts: number;

  @Column('timestamptz', { name: 'first_attempt_at', nullable: true })
  readonly firstAttemptAt: Date | null;

  @Column('timestamptz', { name: 'due_at', nullable: true })
  readonly dueAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  readonly endedAt: Date | null;
}

@Entity('webhook_attempt')
export class WebhookAttemptRow {
  @PrimaryColumn('uuid', { name: 'delivery_id' })
  readonly deliveryId: string;

  @PrimaryColumn('integer', { name: 'attempt_no' })
  readonly attemptNo: number;

  @Column('timestamptz', { name: 'attempted_at' })
  readonly attemptedAt: Date;

  @Column('integer', { name: 'status', nullable: true })
  readonly status: number | null;

  @Column('text', { name: 'error', nullable: true })
  readonly error: string | null;

  @Column('integer', { name: 'duration_ms' })
  readonly durationMs: number;

  @Column('integer', { name: 'key_version' })
  readonly keyVersion: number;

  @Column('bytea', { name: 'response', nullable: true })
  readonly response: Buffer | null;
}

@Entity('webhook_endpoint')
export class WebhookEndpointRow {
  @PrimaryColumn('uuid', { name: 'agent_id' })
  readonly agentId: string;

  @Column('timestamptz', { name: 'due_at', nullable: true })
  readonly dueAt: Date | null;

  @Column('timestamptz', { name: 'failing_since', nullable: true })
  readonly failingSince: Date | null;

  /** Counts claims. */
  @Column('bigint', { name: 'claims' })
  readonly claims: bigint;

  /** Deliveries that are leased; beside each … */
  @Column('uuid', { name: 'leased_delivery_ids', array: true })
  readonly leasedDeliveryIds: readonly string[];

  /** … the claim that leased it, in digits … */
  @Column('bigint', { name: 'lease_tokens', array: true })
  readonly leaseTokens: readonly string[];

  /** … and until when. */
  @Column('timestamptz', { name: 'leased_until', array: true })
  readonly leasedUntil: readonly Date[];
}
