import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ListingSide } from '../../domain/types';

/** Kept by a trigger on `listing`. */
@Entity('market_offer')
export class MarketOfferRow {
  @PrimaryColumn('uuid', { name: 'listing_id' })
  readonly listingId: string;

  @Column('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('text', { name: 'trade_profile' })
  readonly tradeProfile: string;

  @Column('text', { name: 'side' })
  readonly side: ListingSide;

  @Column('uuid', { name: 'tag_set' })
  readonly tagSet: string;

  @Column('bigint', { name: 'price_rank' })
  readonly priceRank: bigint;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  readonly expiresAt: Date | null;
}

/** Kept by the same trigger. */
@Entity('market_tag')
export class MarketTagRow {
  @PrimaryColumn('text', { name: 'trade_profile' })
  readonly tradeProfile: string;

  @PrimaryColumn('text', { name: 'side' })
  readonly side: ListingSide;

  @PrimaryColumn('uuid', { name: 'tag_set' })
  readonly tagSet: string;

  @PrimaryColumn('text', { name: 'tag' })
  readonly tag: string;

  @Column('integer', { name: 'set_size' })
  readonly setSize: number;
}

/** Kept by the same trigger. */
@Entity('market_pair')
export class MarketPairRow {
  @PrimaryColumn('uuid', { name: 'pair' })
  readonly pair: string;

  @PrimaryColumn('uuid', { name: 'tag_set' })
  readonly tagSet: string;

  @Column('integer', { name: 'set_size' })
  readonly setSize: number;
}
