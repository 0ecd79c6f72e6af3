import { readOne } from '../sql/read';
import type { Db } from '../transactions/statement';
import type { MatchRun, Proposal } from '../../domain/types';

/** Finds a proposal in which the principal takes part. */
export async function findProposalOf(db: Db, principalId: string, proposalId: string): Promise<Proposal | undefined> {
  return readOne<Proposal>(db, {
    name: 'proposal_of_principal',
    text: `SELECT q.* FROM proposal_participant p JOIN proposal q USING (proposal_id)
      WHERE p.proposal_id = $1 AND p.revision_no = 1 AND p.principal_id = $2`,
    values: [proposalId, principalId],
  });
}

/** Finds a match run of this principal. */
export async function findMatchRunOf(db: Db, principalId: string, matchRunId: string): Promise<MatchRun | undefined> {
  return readOne<MatchRun>(db, {
    name: 'match_run_of_principal',
    text: 'SELECT * FROM match_run WHERE match_run_id = $1 AND principal_id = $2',
    values: [matchRunId, principalId],
  });
}
