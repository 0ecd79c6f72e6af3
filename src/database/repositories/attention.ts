import type { Db } from '../transactions/statement';

/** An object that may wait for its principal. The domain decides whether and for what. */
export interface AttentionRow {
  readonly subject: 'trade' | 'proposal' | 'listing' | 'agent';
  readonly id: string;
  /** Null: no deadline. */
  readonly dueAt: Date | null;
}

/**
 * The objects that may wait for a principal, the soonest deadline first.
 *
 * Each part reads the open objects of the principal only, by its index.
 */
export async function attentionRows(db: Db, principalId: string, now: Date, limit: number): Promise<AttentionRow[]> {
  const rows = await db.query<{ subject: AttentionRow['subject']; id: string; due_at: Date | null }>({
    name: 'attention',
    text: `
      (SELECT 'trade' AS subject, t.trade_id AS id, t.due_at FROM trade_participant p JOIN trade t USING (trade_id)
        CROSS JOIN LATERAL (SELECT * FROM trade_step s WHERE s.trade_id = t.trade_id AND s.state IN ('active', 'pending')
          ORDER BY s.state, s.step_no LIMIT 1) s
        WHERE p.principal_id = $1 AND p.open AND $1 = CASE WHEN s.state = 'pending' THEN s.consumer_principal_id
          WHEN s.contract_published_at IS NULL THEN s.provider_principal_id
          WHEN s.checkpoint_submitted_at IS NULL THEN s.consumer_principal_id
          WHEN s.rebuttal_filed_at IS NULL THEN s.provider_principal_id END
        ORDER BY t.due_at LIMIT $3)
      UNION ALL
      (SELECT 'proposal', q.proposal_id, q.expires_at FROM proposal_participant f JOIN proposal q USING (proposal_id)
        JOIN proposal_participant c ON c.proposal_id = q.proposal_id AND c.revision_no = q.current_revision_no
          AND c.principal_id = f.principal_id
        WHERE f.principal_id = $1 AND f.revision_no = 1 AND q.trade_id IS NULL AND q.state <> 'rejected'
          AND q.expires_at > $2 AND (c.response_state = 'pending' OR q.state = 'accepted')
        ORDER BY q.expires_at LIMIT $3)
      UNION ALL
      (SELECT 'listing', l.listing_id, l.expires_at FROM listing l
        WHERE l.principal_id = $1 AND l.state = 'active' AND l.expires_at > $2 AND l.expires_at <= $2 + interval '1 day'
        ORDER BY l.expires_at LIMIT $3)
      UNION ALL
      (SELECT 'agent', a.agent_id, NULL FROM agent a
        WHERE a.principal_id = $1 AND a.notifications_disabled_at IS NOT NULL ORDER BY a.agent_id LIMIT $3)
      ORDER BY due_at NULLS LAST, id LIMIT $3`,
    values: [principalId, now, limit],
  });
  return rows.map(({ subject, id, due_at }) => ({ subject, id, dueAt: due_at }));
}
