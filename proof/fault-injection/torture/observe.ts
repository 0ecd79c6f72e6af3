import { keyOf, type Prefix } from '../../../src/domain/keys';
import { verifyWebhook } from '../../../src/client';
import { Connection } from '../../../test/support/ledger';
import type { Receiver } from '../../../test/support/receiver';
import type { Party } from './parties';
import type { FinalState, Logged, ObservedEffect } from './check';

/** Reads the final state from the database, after all faults have ended and all work is done. */

/** A query for each kind of effect: `id`, and optionally `value` and `tag`. Row ids become keys. */
const EFFECTS: Readonly<Record<string, string>> = {
  principal: `SELECT 'prn:' || principal_id AS id FROM principal`,
  credential: `SELECT 'crd:' || credential_id AS id FROM credential WHERE platform_role IS NULL`,
  agent: `SELECT 'agt:' || agent_id AS id, card ->> 'name' AS tag FROM agent`,
  signing_key: `SELECT 'agt:' || agent_id || ':' || version AS id FROM webhook_signing_key`,
  listing: `SELECT 'lst:' || listing_id AS id, description AS tag FROM listing`,
  fee: `SELECT 'lst:' || split_part(j.idem_key, ':', 2) AS id, p.amount::text AS value
    FROM ledger_journal j JOIN ledger_posting p USING (journal_id) WHERE j.kind = 'listing_fee'`,
  match_run: `SELECT 'mrn:' || match_run_id AS id FROM match_run`,
  proposal: `SELECT 'prp:' || proposal_id AS id FROM proposal`,
  revision: `SELECT 'prp:' || proposal_id || ':' || revision_no AS id, terms -> 'steps' -> 0 ->> 'title' AS tag
    FROM proposal_revision WHERE revision_no > 1`,
  response: `SELECT 'prp:' || proposal_id || ':' || revision_no || ':prn:' || principal_id AS id, response_state AS value
    FROM proposal_participant WHERE response_state <> 'pending'`,
  approval: `SELECT 'apr:' || approval_id AS id, coalesce(decision, 'pending') AS value FROM approval`,
  trade: `SELECT 'trd:' || trade_id AS id FROM trade`,
  activation: `SELECT 'trd:' || trade_id || ':' || step_no AS id FROM trade_step WHERE activated_at IS NOT NULL`,
  contract: `SELECT 'trd:' || trade_id || ':' || step_no AS id, contract ->> 'summary' AS tag
    FROM trade_step WHERE contract IS NOT NULL`,
  checkpoint: `SELECT 'trd:' || trade_id || ':' || step_no AS id, checkpoint_status AS value, checkpoint_results -> 0 ->> 'note' AS tag
    FROM trade_step WHERE checkpoint_status IS NOT NULL`,
  rebuttal: `SELECT 'trd:' || trade_id || ':' || step_no AS id, rebuttal ->> 'statement' AS tag
    FROM trade_step WHERE rebuttal IS NOT NULL`,
  verdict: `SELECT 'trd:' || trade_id || ':' || step_no AS id, verdict ->> 'verdict' AS value, verdict ->> 'reason' AS tag
    FROM trade_step WHERE verdict IS NOT NULL`,
  settlement: `SELECT 'trd:' || trade_id AS id, outcome || ' ' || coalesce(failure_class, 'none') AS value FROM settlement`,
  resolution: `SELECT payment_id AS id FROM payment_resolution`,
  purchase: `SELECT session_id AS id, tickets_stamps::text AS value FROM ticket_purchase`,
  credit: `SELECT substr(idem_key, length('stripe:session:') + 1) AS id FROM ledger_journal WHERE kind = 'ticket_purchase'`,
};

/** Transfers, whose key is `request:<scope>\n<key>:<journal>`. A human's scope has its own line break. */
const TRANSFERS = `SELECT j.kind, substring(j.idem_key FROM E'\\n([^\\n]*):[0-9a-f-]{36}$') AS tag, sum(p.amount)::text AS value
  FROM ledger_journal j JOIN ledger_posting p USING (journal_id)
  WHERE j.kind IN ('wallet_fund', 'wallet_return', 'bond_reserve', 'bond_release') GROUP BY j.journal_id, j.kind, j.idem_key`;

/** Queries for values: `name` and `value`. */
const VALUES: readonly string[] = [
  `SELECT 'name prn:' || principal_id AS name, display_name AS value FROM principal`,
  `SELECT 'anchor prn:' || principal_id AS name, max_open_trades::text AS value FROM principal`,
  `SELECT 'listing lst:' || listing_id AS name, title || ' ' || price_stamps || ' ' || state AS value FROM listing`,
  `SELECT 'types agt:' || agent_id AS name, cardinality(event_types)::text AS value FROM agent`,
  `SELECT 'mandate agt:' || agent_id AS name, budget_stamps || CASE WHEN revoked_at IS NULL THEN ' active' ELSE ' revoked' END AS value FROM mandate`,
  `SELECT 'card agt:' || agent_id AS name, card->>'name' AS value FROM agent`,
  `SELECT 'retired agt:' || agent_id AS name, (retired_at IS NOT NULL)::text AS value FROM agent`,
  `SELECT 'url agt:' || agent_id AS name, notification_url AS value FROM agent`,
  `SELECT 'credential crd:' || credential_id AS name, CASE WHEN revoked_at IS NULL THEN 'active' ELSE 'revoked' END AS value FROM credential`,
  `SELECT 'binding prn:' || principal_id || ' ' || subject AS name, role AS value FROM binding JOIN human USING (human_id)`,
  `SELECT 'worth prn:' || principal_id AS name, sum(balance)::text AS value FROM ledger_account JOIN ledger_balance USING (account_id)
    WHERE principal_id IS NOT NULL AND trade_id IS NULL GROUP BY principal_id`,
  `SELECT 'worth ' || subject AS name, balance::text AS value FROM ledger_account JOIN ledger_balance USING (account_id) JOIN human USING (human_id)`,
];

/** Replaces `prn:0192…` anywhere in a text by `prn_…`. */
function idsToKeys(text: string): string {
  return text.replace(/\b([a-z]{3}):([0-9a-f]{8}-[0-9a-f-]{27})/g, (_, prefix: string, id: string) =>
    keyOf(prefix as Prefix, id),
  );
}

async function loadEffects(db: Connection): Promise<ObservedEffect[]> {
  const seen: ObservedEffect[] = [];
  for (const [kind, text] of Object.entries(EFFECTS)) {
    for (const row of await db.sql<{ id: string; value?: string; tag?: string | null }>(text)) {
      const { id, value, tag } = row;
      seen.push({ kind, id: idsToKeys(id), ...(value !== undefined && { value }), tag: tag ?? undefined });
    }
  }
  for (const { kind, tag, value } of await db.sql<{ kind: string; tag: string; value: string }>(TRANSFERS)) {
    seen.push({ kind, id: tag, value, tag });
  }
  return seen;
}

async function loadValues(db: Connection): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const text of VALUES) {
    for (const { name, value } of await db.sql<{ name: string; value: string }>(text)) all[idsToKeys(name)] = value;
  }
  return all;
}

async function loadLog(db: Connection): Promise<Logged[]> {
  const rows = await db.sql<{
    event_id: string;
    principal_id: string;
    sequence: bigint;
    type: string;
    subject_key: string;
  }>(`SELECT event_id, principal_id, sequence, type, subject_key FROM event ORDER BY principal_id, sequence`);
  return rows.map((row) => {
    const principal = keyOf('prn', row.principal_id);
    const content = `${principal} ${row.type} ${row.subject_key}`;
    return { id: keyOf('evt', row.event_id), principal, sequence: Number(row.sequence), content };
  });
}

/** The webhooks of the parties' own agents, verified with the key version that their header names. */
function receivedWebhooks(receiver: Receiver, parties: readonly Party[]): string[] {
  return parties.flatMap((party) =>
    receiver.of(party.path).map(({ headers, body }) => {
      const now = new Date(Number(headers['webhook-timestamp']) * 1000);
      const { id } = verifyWebhook({ headers, body, secrets: party.secrets, now });
      return `${party.agentKey} ${id}`;
    }),
  );
}

/** @param feeds the events that each reader received */
export async function observe(
  db: Connection,
  receiver: Receiver,
  parties: readonly Party[],
  feeds: FinalState['feeds'],
): Promise<FinalState> {
  const logged = await loadLog(db);
  // Each party has one agent, which trades and subscribes to every type.
  const expectedWebhooks = parties.flatMap(({ principalKey, agentKey }) =>
    logged.filter(({ principal }) => principal === principalKey).map(({ id }) => `${agentKey} ${id}`),
  );
  return {
    effects: await loadEffects(db),
    values: await loadValues(db),
    log: logged,
    feeds,
    expectedWebhooks,
    receivedWebhooks: receivedWebhooks(receiver, parties),
  };
}
