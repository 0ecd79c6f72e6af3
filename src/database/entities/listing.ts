import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Listing, ListingSide, ListingState, ListingStep, ListingVisibility } from '../../domain/types';

@Entity('listing')
export class ListingRow implements Listing {
  @PrimaryColumn('uuid') readonly listingId: string;
  @Column('uuid') readonly principalId: string;
  @Column('uuid') readonly agentId: string;
  @Column('text') readonly tradeProfile: string;
  @Column('text') readonly side: ListingSide;
  @Column('text') readonly title: string;
  @Column('text') readonly description: string;
  @Column('text', { array: true }) readonly tags: readonly string[];
  @Column('bigint') readonly priceStamps: bigint;
  @Column('jsonb') readonly steps: readonly ListingStep[];
  @Column('integer', { nullable: true }) readonly contractWindowSeconds: number | null;
  @Column('integer', { nullable: true }) readonly checkpointWindowSeconds: number | null;
  @Column('integer', { nullable: true }) readonly coverageThresholdBps: number | null;
  @Column('timestamptz', { nullable: true }) readonly expiresAt: Date | null;
  @Column('text') readonly visibility: ListingVisibility;
  @Column('text') readonly state: ListingState;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz') readonly updatedAt: Date;
}
