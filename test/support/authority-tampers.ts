/** A change of one row: the changed thing, the check that finds it, and the SQL (`tampers.ts`). */
export type Tamper = readonly [what: string, check: string, sql: string];

/** The condition of one row of a table. */
export const one = (table: string, where: string): string =>
  `ctid = (SELECT ctid FROM ${table} WHERE ${where} LIMIT 1)`;

const anchor = (change: string): string => `UPDATE principal SET ${change} WHERE principal_id = '{provider}'`;
const revoked = one('credential', 'revoked_at IS NOT NULL');
const live = one('credential', `principal_id = '{consumer}' AND revoked_at IS NULL`);
const viewer = one('binding', `role = 'viewer'`);
const agent = `principal_id = '{provider}'`;

/** Bindings, credentials, agents, keys and limits. */
export const authorityTampers: readonly Tamper[] = [
  [
    'an owner made',
    'A2',
    `INSERT INTO binding SELECT gen_random_uuid(), '{consumer}', human_id, 'owner', now() FROM binding WHERE principal_id = '{provider}' AND role = 'owner'`,
  ],
  ['a viewer made an owner', 'A2', `UPDATE binding SET role = 'owner' WHERE ${viewer}`],
  ['a binding given to another human', 'A2', `UPDATE binding SET human_id = gen_random_uuid() WHERE ${viewer}`],
  ['a binding to another principal', 'A2', `UPDATE binding SET principal_id = gen_random_uuid() WHERE ${viewer}`],
  ['a binding removed', 'A2', `DELETE FROM binding WHERE ${viewer}`],
  ['a credential that is valid again', 'A3', `UPDATE credential SET revoked_at = NULL WHERE ${revoked}`],
  ['the end of a credential', 'A3', `UPDATE credential SET revoked_at = revoked_at + interval '1 s' WHERE ${revoked}`],
  ['an end of a credential', 'A3', `UPDATE credential SET revoked_at = now() WHERE ${live}`],
  ['an API key', 'A3', `UPDATE credential SET api_key = 'ak_other' WHERE ${live}`],
  ['a signing secret', 'A3', `UPDATE credential SET secret_ciphertext = '\\x00' WHERE ${live}`],
  ['the key of a signing secret', 'A3', `UPDATE credential SET secret_key_id = 'other' WHERE ${live}`],
  ['a credential for another principal', 'A3', `UPDATE credential SET principal_id = '{provider}' WHERE ${live}`],
  [
    'the role of a platform credential',
    'A3',
    `UPDATE credential SET platform_role = 'operator' WHERE platform_role = 'console'`,
  ],
  [
    'a credential added',
    'A3',
    `INSERT INTO credential SELECT gen_random_uuid(), principal_id, platform_role, 'ak_new', '\\x01', secret_key_id, created_at FROM credential WHERE ${live}`,
  ],
  ['the scopes of a credential', 'A3', `UPDATE credential SET scopes = '{read}' WHERE ${live}`],
  [
    'the agent of a credential',
    'A3',
    `UPDATE credential SET agent_id = (SELECT agent_id FROM agent WHERE principal_id = '{consumer}' LIMIT 1) WHERE ${live}`,
  ],
  ['the expiry of a credential', 'A3', `UPDATE credential SET expires_at = now() + interval '1 day' WHERE ${live}`],
  [
    'a mandate added',
    'A8',
    `INSERT INTO mandate (agent_id, principal_id, budget_period, created_at, updated_at)
     SELECT agent_id, principal_id, 'total', now(), now() FROM agent WHERE principal_id = '{consumer}'`,
  ],
  ['a credential removed', 'A3', `DELETE FROM credential WHERE ${revoked}`],
  ['the URL of an agent', 'A4', `UPDATE agent SET notification_url = 'https://example.org/other' WHERE ${agent}`],
  ['the events of an agent', 'A4', `UPDATE agent SET event_types = '{trade.failed}' WHERE ${agent}`],
  ['the card of an agent', 'A4', `UPDATE agent SET card = jsonb_set(card, '{name}', '"Another"') WHERE ${agent}`],
  ['the streaming of an agent', 'A4', `UPDATE agent SET streaming = NOT streaming WHERE ${agent}`],
  [
    'a webhook secret',
    'A5',
    `UPDATE webhook_signing_key SET secret_ciphertext = '\\x00' WHERE ${one('webhook_signing_key', 'retired_at IS NULL')}`,
  ],
  [
    'the key of a webhook secret',
    'A5',
    `UPDATE webhook_signing_key SET secret_key_id = 'other' WHERE ${one('webhook_signing_key', 'retired_at IS NULL')}`,
  ],
  ['the limit of open trades', 'A6', anchor('max_open_trades = 999')],
  ['the bond limit', 'A6', anchor('bond_limit_stamps = 9999999')],
  ['the spend limit', 'A6', anchor('daily_spend_limit_stamps = 9999999')],
  ['the quota of agents', 'A6', anchor('max_agents = 9999')],
  ['the quota of match runs', 'A6', anchor('match_runs_per_day = 99999')],
  [
    'a fact about who may act',
    'A1',
    `UPDATE authority_fact SET body = replace(body, '"actor"', ' "actor"') WHERE principal_id = '{provider}' AND fact_no = 1`,
  ],
  [
    'the digest of a fact about who may act',
    'A1',
    `UPDATE authority_fact SET sha256 = sha256('x') WHERE principal_id = '{provider}' AND fact_no = 1`,
  ],
];

/** Changes that the audit found before there were facts. */
export const ledgerTampers: readonly Tamper[] = [
  [
    'a posting',
    'I4',
    `UPDATE ledger_posting SET amount = amount + 1 WHERE journal_id = (SELECT journal_id FROM ledger_journal WHERE kind = 'bond_reserve' LIMIT 1)`,
  ],
  [
    'the hash of a journal',
    'I4',
    `UPDATE ledger_journal SET request_hash = request_hash, created_at = created_at + interval '1 s' WHERE kind = 'trade_bond' AND trade_id = '{two}'`,
  ],
  [
    'a day’s spend',
    'T3',
    `UPDATE principal_spend SET spent_stamps = spent_stamps + 1 WHERE principal_id = '{consumer}'`,
  ],
  ['a day’s record', 'T4', `UPDATE principal_record SET settled = settled + 1 WHERE principal_id = '{consumer}'`],
  ['a listing out of the market', 'T5', `DELETE FROM market_offer WHERE ${one('market_offer', 'true')}`],
  [
    'the head of a principal’s events',
    'E1',
    `UPDATE event_head SET sequence = sequence + 1 WHERE principal_id = '{consumer}'`,
  ],
  [
    'the payload of an event',
    'E3',
    `UPDATE event SET payload = replace(webhook_payload(event), '"revision_no": 1', '"revision_no": 2') WHERE ${one('event', `type = 'proposal.created'`)}`,
  ],
  [
    'how long an answer is kept',
    'K2',
    `UPDATE idempotency_answer SET expires_at = expires_at + interval '1 hour' WHERE ${one('idempotency_answer', 'body IS NOT NULL')}`,
  ],
];
