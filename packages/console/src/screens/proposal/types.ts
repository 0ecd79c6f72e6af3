import type { ProposalPageQuery } from '../../api/document-types';

/** The principal of the page, with what the proposal needs of it. */
export type Owner = NonNullable<ProposalPageQuery['principal']>;
export type Proposal = NonNullable<Owner['proposal']>;
export type Service = ProposalPageQuery['service'];
