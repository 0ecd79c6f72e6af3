import { participantsIn, type RespondData } from '../../../src/domain/market/proposal';
import type { Proposal, ProposalParticipant, ProposalRevision } from '../../../src/domain/types';
import { ANN, at, BEN, CAT, stepOf, termsOf, uuid } from './market';

/** A proposal of three participants. */
export const proposal: Proposal = {
  proposalId: uuid(0x300),
  matchRunId: uuid(0x301),
  state: 'proposed',
  closeReason: null,
  expiresAt: at(100),
  currentRevisionNo: 1,
  tradeId: null,
  createdAt: at(-10),
};
export const revision: ProposalRevision = {
  proposalId: proposal.proposalId,
  revisionNo: 1,
  proposedByPrincipalId: null,
  terms: termsOf(stepOf(1, ANN, BEN, 100), stepOf(2, CAT, BEN, 50)),
  createdAt: at(-10),
};
export const everyone = [ANN, BEN, CAT];

/** Revision 1, accepted by some principals. */
export function dataOf(caller: string, accepted: string[] = [], over: Partial<Proposal> = {}): RespondData {
  const participants = participantsIn(revision).map((participant): ProposalParticipant => ({
    ...participant,
    responseState: accepted.includes(participant.principalId) ? 'accepted' : 'pending',
  }));
  return { proposal: { ...proposal, ...over }, revision, revisionBytes: 0, participants, callerPrincipalId: caller };
}
