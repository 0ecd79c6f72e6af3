import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  ParticipantRole,
  Proposal,
  ProposalPair,
  ProposalParticipant,
  ProposalRevision,
  ProposalState,
  ResponseState,
  Terms,
} from '../../domain/types';

@Entity('proposal')
export class ProposalRow implements Proposal {
  @PrimaryColumn('uuid', { name: 'proposal_id' })
  readonly proposalId: string;

  @Column('uuid', { name: 'match_run_id' })
  readonly matchRunId: string;

  @Column('text', { name: 'state' })
  readonly state: ProposalState;

  @Column('text', { name: 'close_reason', nullable: true })
  readonly closeReason: 'rejected' | 'expired' | null;

  @Column('timestamptz', { name: 'expires_at' })
  readonly expiresAt: Date;

  @Column('integer', { name: 'current_revision_no' })
  readonly currentRevisionNo: number;

  @Column('uuid', { name: 'trade_id', nullable: true })
  readonly tradeId: string | null;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;
}

@Entity('proposal_revision')
export class ProposalRevisionRow implements ProposalRevision {
  @PrimaryColumn('uuid', { name: 'proposal_id' })
  readonly proposalId: string;

  @PrimaryColumn('integer', { name: 'revision_no' })
  readonly revisionNo: number;

  @Column('uuid', { name: 'proposed_by_principal_id', nullable: true })
  readonly proposedByPrincipalId: string | null;

  @Column('jsonb', { name: 'terms' })
  readonly terms: Terms;

  @Column('timestamptz', { name: 'created_at' })
  readonly createdAt: Date;
}

@Entity('proposal_participant')
export class ProposalParticipantRow implements ProposalParticipant {
  @PrimaryColumn('uuid', { name: 'proposal_id' })
  readonly proposalId: string;

  @PrimaryColumn('integer', { name: 'revision_no' })
  readonly revisionNo: number;

  @PrimaryColumn('uuid', { name: 'principal_id' })
  readonly principalId: string;

  @Column('uuid', { name: 'agent_id' })
  readonly agentId: string;

  @Column('text', { name: 'role' })
  readonly role: ParticipantRole;

  @Column('text', { name: 'response_state' })
  readonly responseState: ResponseState;

  @Column('bigint', { name: 'bond_stamps' })
  readonly bondStamps: bigint;
}

@Entity('proposal_pair')
export class ProposalPairRow implements ProposalPair {
  @PrimaryColumn('uuid', { name: 'proposal_id' })
  readonly proposalId: string;

  @PrimaryColumn('uuid', { name: 'consumer_listing_id' })
  readonly consumerListingId: string;

  @PrimaryColumn('uuid', { name: 'provider_listing_id' })
  readonly providerListingId: string;

  @Column('boolean', { name: 'open' })
  readonly open: boolean;
}
