import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MatchRun } from '../../domain/types';

@Entity('match_run')
export class MatchRunRow implements MatchRun {
  @PrimaryColumn('uuid', { name: 'match_run_id' })
  readonly matchRunId: string;

  @Column('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('uuid', { name: 'listing_id' })
  readonly listingId: string;

  @Column('text', { name: 'state' })
  readonly state: 'completed';

  @Column('integer', { name: 'candidates_considered' })
  readonly candidatesConsidered: number;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;
}
