import type { ProposalRevision } from '../../domain/types';
import { MAX_COUNT } from '../sql/lists';
import { readAll } from '../sql/read';
import type { Db } from '../transactions/statement';

/** Reads of the objects beside keys: each reads the rows of one level of an answer in one statement. */

/** State of the deliveries to the notification URL of an agent. */
export interface EndpointHealth {
  readonly agentId: string;
  readonly lastSuccessAt: Date | null;
  readonly pendingCount: number;
  readonly deadCount: number;
}

const COUNTED = `LIMIT ${String(MAX_COUNT)}`;

export async function endpointsOf(db: Db, agentIds: readonly string[]): Promise<EndpointHealth[]> {
  return readAll(db, {
    name: 'webhook_endpoint_health',
    text: `SELECT a.agent_id, p.n AS pending_count, d.n AS dead_count, s.ended_at AS last_success_at
        FROM unnest($1::uuid[]) AS a (agent_id)
        CROSS JOIN LATERAL (SELECT count(*)::int AS n FROM (SELECT FROM webhook_delivery
          WHERE agent_id = a.agent_id AND state = 'pending' ${COUNTED}) c) p
        CROSS JOIN LATERAL (SELECT count(*)::int AS n FROM (SELECT FROM webhook_delivery
          WHERE agent_id = a.agent_id AND state = 'dead' ${COUNTED}) c) d
        LEFT JOIN LATERAL (SELECT ended_at FROM webhook_delivery
          WHERE agent_id = a.agent_id AND state = 'delivered' ORDER BY delivery_id DESC LIMIT 1) s ON true`,
    values: [agentIds],
  });
}

/** Reads revisions of proposals by their numbers. */
export async function revisionsByNumber(
  db: Db,
  keys: readonly { readonly proposalId: string; readonly revisionNo: number }[],
): Promise<ProposalRevision[]> {
  return readAll(db, {
    name: 'proposal_revisions_by_number',
    text: `SELECT r.* FROM unnest($1::uuid[], $2::int[]) AS k (proposal_id, revision_no)
        JOIN proposal_revision r USING (proposal_id, revision_no)`,
    values: [keys.map(({ proposalId }) => proposalId), keys.map(({ revisionNo }) => revisionNo)],
  });
}

/** Returns those pairs of principals that share a proposal or a trade. A pair is `<id>/<id>`. */
export async function sharesDealings(db: Db, pairs: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ pair: string }>({
    name: 'shared_dealings',
    text: `SELECT k.pair FROM unnest($1::text[]) AS k (pair)
      CROSS JOIN LATERAL (SELECT left(k.pair, 36)::uuid AS one, right(k.pair, 36)::uuid AS other) p
      WHERE EXISTS (SELECT FROM proposal_counterparty c WHERE c.principal_id = p.one AND c.counterparty_id = p.other)
        OR EXISTS (SELECT FROM trade_counterparty c WHERE c.principal_id = p.one AND c.counterparty_id = p.other)`,
    values: [pairs],
  });
  return rows.map(({ pair }) => pair);
}

/** Returns those of the principals that have an active, unexpired listing in the market. */
export async function principalsOnMarket(db: Db, principalIds: readonly string[], now: Date): Promise<string[]> {
  const rows = await db.query<{ principal_id: string }>({
    name: 'principals_on_market',
    text: `SELECT p.principal_id FROM unnest($1::uuid[]) AS p (principal_id) WHERE EXISTS (SELECT FROM listing l
      WHERE l.principal_id = p.principal_id AND l.visibility = 'market' AND l.state = 'active'
        AND (l.expires_at IS NULL OR l.expires_at > $2))`,
    values: [principalIds, now],
  });
  return rows.map((row) => row.principal_id);
}
