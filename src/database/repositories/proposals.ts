import { decode } from '../sql/codec';
import type { Db } from '../transactions/statement';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { MatchRun, Proposal } from '../../domain/types';

/** Proposals in which a principal takes part, newest first. Revision 1 names all participants: none joins later. */
export async function proposalsOf(db: Db, principalId: string, args: PageArgs): Promise<Page<Proposal>> {
  return readPage(
    db,
    {
      name: 'proposals',
      select: 'q.* FROM proposal_participant p JOIN proposal q USING (proposal_id)',
      where: 'p.principal_id = (SELECT $1::uuid) AND p.revision_no = 1',
      values: [principalId],
      key: 'p.proposal_id',
      keyType: 'uuid',
    },
    args,
  );
}

/** Finds a proposal in which the principal takes part. */
export async function findProposalOf(db: Db, principalId: string, proposalId: string): Promise<Proposal | undefined> {
  const [row] = await db.query<object>({
    name: 'proposal_of_principal',
    text: `SELECT q.* FROM proposal_participant p JOIN proposal q USING (proposal_id)
      WHERE p.proposal_id = $1 AND p.revision_no = 1 AND p.principal_id = $2`,
    values: [proposalId, principalId],
  });
  return row && decode<Proposal>(row);
}

/** Finds a match run of this principal. */
export async function findMatchRunOf(db: Db, principalId: string, matchRunId: string): Promise<MatchRun | undefined> {
  const [row] = await db.query<object>({
    name: 'match_run_of_principal',
    text: 'SELECT * FROM match_run WHERE match_run_id = $1 AND principal_id = $2',
    values: [matchRunId, principalId],
  });
  return row && decode<MatchRun>(row);
}
