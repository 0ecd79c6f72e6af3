import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Listing, ListingSide, ListingState, ListingStep, ListingVisibility } from '../../domain/types';

@Entity('listing')
export class ListingRow implements Listing {
  @PrimaryColumn('uuid', { name: 'listing_id' })
  readonly listingId: string;

  @Column('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('uuid', { name: 'agent_id' })
  readonly agentId: string;

  @Column('text', { name: 'trade_profile' })
  readonly tradeProfile: string;

  @Column('text', { name: 'side' })
  readonly side: ListingSide;

  @Column('text', { name: 'title' })
  readonly title: string;

  @Column('text', { name: 'description' })
  readonly description: string;

  @Column('text', { name: 'tags', array: true })
  readonly tags: readonly string[];

  @Column('bigint', { name: 'price_stamps' })
  readonly priceStamps: bigint;

  @Column('jsonb', { name: 'steps' })
  readonly steps: readonly ListingStep[];

  @Column('integer', { name: 'contract_window_seconds', nullable: true })
  readonly contractWindowSeconds: number | null;

  @Column('integer', { name: 'checkpoint_window_seconds', nullable: true })
  readonly checkpointWindowSeconds: number | null;

  @Column('integer', { name: 'coverage_threshold_bps', nullable: true })
  readonly coverageThresholdBps: number | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  readonly expiresAt: Date | null;

  @Column('text', { name: 'visibility' })
  readonly visibility: ListingVisibility;

  @Column('text', { name: 'state' })
  readonly state: ListingState;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  readonly updatedAt: Date;
}
