import { decode } from '../sql/codec';
import type { Db } from '../transactions/statement';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { MatchRunRow } from '../entities/match-run';
import type { ProposalRow } from '../entities/proposal';

/** Proposals in which a principal takes part, newest first. The first revision tells whose they are: nobody joins later. */
export async function proposalsOf(db: Db, principalId: string, args: PageArgs): Promise<Page<ProposalRow>> {
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

/** One proposal of a participant's; undefined when it is not there or the principal no participant. */
export async function findProposalOf(
  db: Db,
  principalId: string,
  proposalId: string,
): Promise<ProposalRow | undefined> {
  const [row] = await db.query<object>({
    name: 'proposal_of_principal',
    text: `SELECT q.* FROM proposal_participant p JOIN proposal q USING (proposal_id)
      WHERE p.proposal_id = $1 AND p.revision_no = 1 AND p.principal_id = $2`,
    values: [proposalId, principalId],
  });
  return row && decode<ProposalRow>(row);
}

/** One match run of a principal's; undefined when it is not there or someone else's. */
export async function findMatchRunOf(
  db: Db,
  principalId: string,
  matchRunId: string,
): Promise<MatchRunRow | undefined> {
  const [row] = await db.query<object>({
    name: 'match_run_of_principal',
    text: 'SELECT * FROM match_run WHERE match_run_id = $1 AND principal_id = $2',
    values: [matchRunId, principalId],
  });
  return row && decode<MatchRunRow>(row);
}
