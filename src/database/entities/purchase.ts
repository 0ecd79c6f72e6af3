import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PackName, ParkReason, Purchase, PurchaseStatus } from '../../domain/tickets/packs';

@Entity('ticket_purchase')
export class TicketPurchaseRow implements Purchase {
  @PrimaryColumn('text', { name: 'session_id' })
  readonly sessionId: string;

  @Column('text', { name: 'pack' })
  readonly pack: PackName;

  @Column('bigint', { name: 'tickets_stamps' })
  readonly ticketsStamps: bigint;

  @Column('integer', { name: 'price_minor' })
  readonly priceMinor: number;

  @Column('text', { name: 'currency' })
  readonly currency: string;

  @Column('uuid', { name: 'principal_id', nullable: true })
  readonly principalId: string | null;

  @Column('uuid', { name: 'human_id', nullable: true })
  readonly humanId: string | null;

  @Column('text', { name: 'checkout_url', nullable: true })
  readonly checkoutUrl: string | null;

  @Column('text', { name: 'status' })
  readonly status: PurchaseStatus;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'credited_at', nullable: true })
  readonly creditedAt: Date | null;

  @Column('boolean', { name: 'livemode' })
  readonly livemode: boolean;

  @Column('text', { name: 'payment_intent_id', nullable: true })
  readonly paymentIntentId: string | null;

  @Column('text', { name: 'parked_reason', nullable: true })
  readonly parkedReason: ParkReason | null;

  @Column('text', { name: 'resolved_reasons', array: true })
  readonly resolvedReasons: readonly string[];
}

@Entity('stripe_event')
export class StripeEventRow {
  @PrimaryColumn('text', { name: 'stripe_event_id' })
  readonly stripeEventId: string;

  @Column('text', { name: 'type' })
  readonly type: string;

  @Column('text', { name: 'session_id', nullable: true })
  readonly sessionId: string | null;

  @Column('text', { name: 'payload' })
  readonly payload: string;

  @Column('text', { name: 'report', nullable: true })
  readonly report: string | null;

  @Column('text', { name: 'outcome' })
  readonly outcome: string;

  @Column('timestamptz', { name: 'received_at' })
  readonly receivedAt: Date;

  @Column('text', { name: 'reason', nullable: true })
  readonly reason: string | null;

  @Column('text', { name: 'payment_intent_id', nullable: true })
  readonly paymentIntentId: string | null;

  @Column('text', { name: 'reference', nullable: true })
  readonly reference: string | null;

  @Column('text', { name: 'resolved_reasons', array: true })
  readonly resolvedReasons: readonly string[];
}
