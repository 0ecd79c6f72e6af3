import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PackName, ParkReason, Purchase, PurchaseStatus } from '../../domain/tickets/packs';

@Entity('ticket_purchase')
export class TicketPurchaseRow implements Purchase {
  @PrimaryColumn('text') readonly sessionId: string;
  @Column('text') readonly pack: PackName;
  @Column('bigint') readonly ticketsStamps: bigint;
  @Column('integer') readonly priceMinor: number;
  @Column('text') readonly currency: string;
  @Column('uuid', { nullable: true }) readonly principalId: string | null;
  @Column('uuid', { nullable: true }) readonly humanId: string | null;
  @Column('text', { nullable: true }) readonly checkoutUrl: string | null;
  @Column('text') readonly status: PurchaseStatus;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz', { nullable: true }) readonly creditedAt: Date | null;
  @Column('boolean') readonly livemode: boolean;
  @Column('text', { nullable: true }) readonly paymentIntentId: string | null;
  @Column('text', { nullable: true }) readonly parkedReason: ParkReason | null;
  @Column('text', { array: true }) readonly resolvedReasons: readonly string[];
}

@Entity('stripe_event')
export class StripeEventRow {
  @PrimaryColumn('text') readonly stripeEventId: string;
  @Column('text') readonly type: string;
  @Column('text', { nullable: true }) readonly sessionId: string | null;
  @Column('text') readonly payload: string;
  @Column('text', { nullable: true }) readonly report: string | null;
  @Column('text') readonly outcome: string;
  @Column('timestamptz') readonly receivedAt: Date;
  @Column('text', { nullable: true }) readonly reason: string | null;
  @Column('text', { nullable: true }) readonly paymentIntentId: string | null;
  @Column('text', { nullable: true }) readonly reference: string | null;
  @Column('text', { array: true }) readonly resolvedReasons: readonly string[];
}
