import { plainArray } from '../sql/arrays';
import { readAll } from '../sql/read';
import type { Db } from '../transactions/statement';
import { IS_OVER } from './approvals';
import { isLapse } from './trade-queue';

/** An object that may wait for its principal. The domain decides whether and for what. */
export interface AttentionRow {
  readonly subject: 'trade' | 'proposal' | 'approval' | 'listing' | 'agent';
  readonly id: string;
  /** Null: no deadline. */
  readonly dueAt: Date | null;
}

/** SQL names of the values of one read. */
interface Names {
  readonly principal: string;
  readonly now: string;
  readonly limit: string;
  /** Array of the agents whose approvals the reader sees. Null: all. */
  readonly agents: string;
}

/**
 * The objects that may wait for a principal. Each part reads the open objects of the principal only, by its index.
 *
 * `state` has what the domain reads of an object: its kind of waiting changes only with it. A trade whose deadline has passed
 * waits for no party. A trade can also be due because its step passes, and then waits for the activation of the next one.
 */
const objectsOf = ({ principal, now, limit, agents }: Names): string => `
  (SELECT 'trade' AS subject, t.trade_id AS id, t.due_at, (t.state, t.withdrawn_at, t.due_at <= ${now}, s.step_no, s.state,
      s.contract_published_at, s.checkpoint_submitted_at, s.rebuttal_filed_at, s.verdict IS NULL)::text AS state
    FROM trade_participant p JOIN trade t USING (trade_id)
    CROSS JOIN LATERAL (SELECT * FROM trade_step s WHERE s.trade_id = t.trade_id AND s.state IN ('active', 'pending')
      ORDER BY s.state, s.step_no LIMIT 1) s
    WHERE p.principal_id = ${principal} AND p.open
      AND (t.due_at > ${now} OR NOT ${isLapse('t')})
      AND ${principal} = CASE WHEN s.state = 'pending' THEN s.consumer_principal_id
      WHEN s.contract_published_at IS NULL THEN s.provider_principal_id
      WHEN s.checkpoint_submitted_at IS NULL THEN s.consumer_principal_id
      WHEN s.rebuttal_filed_at IS NULL THEN s.provider_principal_id END
    ORDER BY t.due_at LIMIT ${limit})
  UNION ALL
  (SELECT 'proposal', q.proposal_id, q.expires_at, (q.state, q.current_revision_no, c.response_state)::text
    FROM proposal_participant f JOIN proposal q USING (proposal_id)
    JOIN proposal_participant c ON c.proposal_id = q.proposal_id AND c.revision_no = q.current_revision_no
      AND c.principal_id = f.principal_id
    WHERE f.principal_id = ${principal} AND f.revision_no = 1 AND f.closed_state IS NULL AND q.trade_id IS NULL
      AND q.state <> 'rejected' AND q.expires_at > ${now} AND (c.response_state = 'pending' OR q.state = 'accepted')
    ORDER BY q.expires_at LIMIT ${limit})
  UNION ALL
  (SELECT 'approval', a.approval_id, least(a.expires_at, q.expires_at) AS due_at, ''
    FROM approval a JOIN proposal q USING (proposal_id)
    WHERE a.principal_id = ${principal} AND a.decision IS NULL AND a.expires_at > ${now}
      AND (${agents} IS NULL OR a.agent_id = ANY (${agents})) AND q.trade_id IS NULL AND q.expires_at > ${now} AND NOT ${IS_OVER}
    ORDER BY due_at LIMIT ${limit})
  UNION ALL
  (SELECT 'listing', l.listing_id, l.expires_at, '' FROM listing l
    WHERE l.principal_id = ${principal} AND l.state = 'active' AND l.expires_at > ${now}
      AND l.expires_at <= ${now} + interval '1 day'
    ORDER BY l.expires_at LIMIT ${limit})
  UNION ALL
  (SELECT 'agent', a.agent_id, NULL, '' FROM agent a
    WHERE a.principal_id = ${principal} AND a.notifications_disabled_at IS NOT NULL ORDER BY a.agent_id LIMIT ${limit})`;

/** A read of what waits for a principal. */
interface AttentionRead {
  readonly principalId: string;
  readonly now: Date;
  readonly limit: number;
  /** The agents whose approvals the reader sees. Null: all agents of the principal. */
  readonly approvalsOf: readonly string[] | null;
}

/** The objects that may wait for a principal, the soonest deadline first. */
export async function attentionRows(
  db: Db,
  { principalId, now, limit, approvalsOf }: AttentionRead,
): Promise<AttentionRow[]> {
  return readAll<AttentionRow>(db, {
    name: 'attention',
    text: `SELECT subject, id, due_at FROM (${objectsOf({ principal: '$1', now: '$2', limit: '$3', agents: '$4::uuid[]' })}) o
      ORDER BY due_at NULLS LAST, id LIMIT $3`,
    values: [principalId, now, limit, approvalsOf && plainArray(approvalsOf)],
  });
}

/** The most items of a list of what waits for a principal. */
export const MAX_ATTENTION = 200;

/** A text for each principal that changes whenever the objects that wait for it change. */
export async function attentionMarks(
  db: Db,
  principalIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const limit = String(MAX_ATTENTION);
  const objects = objectsOf({ principal: 'p.principal_id', now: '$2', limit, agents: 'NULL::uuid[]' });
  const rows = await db.query<{ principal_id: string; mark: string }>({
    name: 'attention_marks',
    text: `SELECT p.principal_id, coalesce(md5(string_agg(o::text, ',' ORDER BY o.id)), '') AS mark
      FROM unnest($1::uuid[]) AS p (principal_id) LEFT JOIN LATERAL (${objects}) o ON true GROUP BY p.principal_id`,
    values: [plainArray(principalIds), now],
  });
  return new Map(rows.map(({ principal_id, mark }) => [principal_id, mark]));
}
