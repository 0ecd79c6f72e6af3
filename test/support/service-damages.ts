/** Damages of a service in which everything has happened once, for `audit-service.test.ts`. */

const ended = `(SELECT trade_id FROM trade WHERE state = 'completed')`;
const executingTrades = `(SELECT trade_id FROM trade WHERE state = 'executing')`;
const one = (table: string, where = 'true') => `ctid = (SELECT ctid FROM ${table} WHERE ${where} LIMIT 1)`;
const taken = `state = 'delivered'`;
// Ids begin with their time: this one with that of the event it is made of.
const OF_ITS_TIME = `(left(event_id::text, 24) || right(gen_random_uuid()::text, 12))::uuid`;

const OF_TODAY = `(left(trade_id::text, 24) || '000000000000')::uuid`;

/** With all triggers and foreign keys off; each must be found by the checks named, and by no other of these. */
export const damages: readonly (readonly [what: string, by: readonly string[], damage: string])[] = [
  [
    'a fact changed',
    ['F1'],
    `UPDATE trade_fact SET body = replace(body, '"fee_stamps":', '"fee_stamps": ') WHERE fact_no = 2`,
  ],
  ['facts lost from the middle', ['F1'], `DELETE FROM trade_fact WHERE fact_no = 3 AND trade_id = ${ended}`],
  [
    'a fee that its rate does not give, in the last fact and the row',
    ['F5'],
    `UPDATE trade_fact f SET body = n.body, sha256 = trade_fact_sha256(p.sha256, n.body)
     FROM trade_fact p, LATERAL (SELECT regexp_replace(l.body, '"fee_stamps":\\d+', '"fee_stamps":7') AS body FROM trade_fact l
       WHERE l.trade_id = p.trade_id AND l.fact_no = 2) n
     WHERE p.trade_id = f.trade_id AND p.fact_no = 1 AND f.fact_no = 2 AND f.trade_id = ${executingTrades};
     UPDATE trade_step SET fee_stamps = 7 WHERE trade_id = ${executingTrades}`,
  ],
  [
    'a commitment under a mandate changed',
    ['M1'],
    `UPDATE mandate_commitment SET stamps = stamps + 1 WHERE ${one('mandate_commitment', 'open')}`,
  ],
  [
    'a commitment under a mandate lost',
    ['M1'],
    `DELETE FROM mandate_commitment WHERE ${one('mandate_commitment', 'NOT open')}`,
  ],
  [
    'an approval that no owner gave',
    ['A9', 'E2'],
    `INSERT INTO approval SELECT gen_random_uuid(), c.principal_id, c.agent_id, c.proposal_id, c.revision_no, '{}', c.stamps, 0, now(),
       now() + interval '1 day', now(), 'approved', b.human_id, 1
     FROM mandate_commitment c JOIN binding b ON b.principal_id = c.principal_id AND b.role = 'owner' LIMIT 1`,
  ],
  ['the last fact lost', ['F2'], `DELETE FROM trade_fact WHERE fact_no = 2 AND trade_id = ${executingTrades}`],
  ['a trade without facts', ['F2'], `DELETE FROM trade_fact WHERE trade_id = ${executingTrades}`],
  [
    'facts of no trade',
    ['F1', 'F2'],
    `UPDATE trade_fact SET trade_id = ${OF_TODAY} WHERE trade_id = ${executingTrades}`,
  ],
  [
    'a trade settled at another time',
    ['F2', 'T1'],
    `UPDATE trade SET settled_at = settled_at + interval '1 s' WHERE trade_id = ${ended}`,
  ],
  [
    'a trade under another policy than its settlement',
    ['F2', 'T1'],
    `UPDATE trade SET policy_version = 'other' WHERE trade_id = ${ended}`,
  ],
  ['a step that never ended', ['F2', 'T1'], `UPDATE trade_step SET state = 'active' WHERE trade_id = ${ended}`],
  [
    'a completed trade with a failed step',
    ['F2', 'T1'],
    `UPDATE trade_step SET state = 'failed' WHERE trade_id = ${ended}`,
  ],
  [
    'a step that was never activated in a trade under way',
    ['F2', 'T1'],
    `UPDATE trade_step SET state = 'pending' WHERE trade_id = ${executingTrades}`,
  ],
  ['a settled trade that counts as open', ['T1'], `UPDATE trade_participant SET open = true WHERE trade_id = ${ended}`],
  [
    'an open trade that does not count',
    ['T1'],
    `UPDATE trade_participant SET open = false WHERE ${one('trade_participant', `trade_id = ${executingTrades}`)}`,
  ],
  ['a proposal that forgot its trade', ['T1', 'M1'], `UPDATE proposal SET trade_id = NULL WHERE trade_id = ${ended}`],
  [
    'a step without its number',
    ['F2', 'T1', 'T2', 'E2'],
    `UPDATE trade_step SET step_no = 2 WHERE trade_id = ${ended}`,
  ],
  [
    'a side that says more than it got',
    ['T2', 'E5'],
    `UPDATE settlement_party SET received_stamps = received_stamps + 1 WHERE received_stamps > 0`,
  ],
  [
    'a double credit',
    ['T2'],
    `INSERT INTO ledger_posting (journal_id, line_no, debit_account_id, credit_account_id, amount)
     SELECT journal_id, 99, debit_account_id, credit_account_id, amount FROM ledger_posting JOIN ledger_account ON account_id = credit_account_id
     WHERE journal_id = (SELECT journal_id FROM ledger_journal WHERE kind = 'settlement') AND ledger_account.kind = 'ticket' LIMIT 1`,
  ],
  ['a day’s spend forgotten', ['T3'], `DELETE FROM principal_spend WHERE ${one('principal_spend')}`],
  [
    'a day’s spend changed',
    ['T3'],
    `UPDATE principal_spend SET spent_stamps = spent_stamps - 1 WHERE ${one('principal_spend')}`,
  ],
  [
    'a fault of a principal that had none',
    ['T4'],
    `UPDATE principal_record SET faulted = faulted + 1 WHERE ${one('principal_record', 'faulted < settled')}`,
  ],
  ['a day’s record lost', ['T4'], `DELETE FROM principal_record WHERE ${one('principal_record')}`],
  ['a listing no match run can find', ['T5'], `DELETE FROM market_offer WHERE ${one('market_offer')}`],
  ['a tag match runs do not know', ['T5'], `DELETE FROM market_tag WHERE ${one('market_tag')}`],
  ['an event lost', ['E1', 'E2', 'D2'], `DELETE FROM event WHERE type = 'proposal.accepted'`],
  [
    'the last event lost',
    ['E1', 'E2'],
    `DELETE FROM event e WHERE sequence = (SELECT sequence FROM event_head h WHERE h.principal_id = e.principal_id) AND type = 'trade.step_activated'`,
  ],
  ['a sequence that begins at 0', ['E1'], `UPDATE event SET sequence = 0 WHERE sequence = 1`],
  ['a head that runs ahead', ['E1'], 'UPDATE event_head SET sequence = sequence + 1'],
  ['a step nobody was told of', ['E1', 'E2'], `DELETE FROM event WHERE type = 'trade.contract_published'`],
  ['a credit nobody was told of', ['E1', 'E2'], `DELETE FROM event WHERE type = 'tickets.credited'`],
  ['a trade its parties were not told of', ['E1', 'E2', 'D2'], `DELETE FROM event WHERE type = 'trade.created'`],
  [
    'a step told twice',
    ['E2'],
    `INSERT INTO event (event_id, principal_id, type, subject_key, trade_id, data, created_at)
     SELECT ${OF_ITS_TIME}, principal_id, type, subject_key, trade_id, data, created_at FROM event WHERE type = 'trade.contract_published'`,
  ],
  [
    'a stored payload that says something else',
    ['E3'],
    `UPDATE event SET payload = replace(webhook_payload(event), '"revision_no": 1', '"revision_no": 2') WHERE type = 'proposal.created'`,
  ],
  [
    'a stored payload with another event’s place',
    ['E3'],
    `UPDATE event SET payload = replace(webhook_payload(event), '"sequence":' || sequence, '"sequence":999')`,
  ],
  [
    'an event of a trade to a stranger',
    ['E4'],
    `INSERT INTO event (event_id, principal_id, type, subject_key, trade_id, data, created_at)
     SELECT ${OF_ITS_TIME}, gen_random_uuid(), type, subject_key, trade_id, data, created_at FROM event WHERE type = 'trade.checkpoint_submitted' LIMIT 1`,
  ],
  [
    'an event about another trade',
    ['E4'],
    `UPDATE event SET data = data || jsonb_build_object('trade_id', ${executingTrades})  WHERE type = 'trade.checkpoint_submitted'`,
  ],
  [
    'a proposal told to a stranger',
    ['E4'],
    `INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at)
     SELECT ${OF_ITS_TIME}, gen_random_uuid(), type, subject_key, data, created_at FROM event WHERE type = 'proposal.created' LIMIT 1`,
  ],
  ['an attempt forgotten', ['D1'], `DELETE FROM webhook_attempt WHERE ${one('webhook_attempt', 'attempt_no > 1')}`],
  ['an attempt too many', ['D1'], `UPDATE webhook_delivery SET attempts = attempts + 1 WHERE ${taken}`],
  ['delivered without an arrival', ['D1'], `UPDATE webhook_attempt SET status = 500`],
  ['given up after an arrival', ['D1'], `UPDATE webhook_delivery SET state = 'dead' WHERE ${taken}`],
  [
    'pending after an arrival',
    ['D1', 'D3'],
    `UPDATE webhook_delivery SET state = 'pending', due_at = now(), ended_at = NULL WHERE ${taken}; UPDATE webhook_endpoint SET due_at = NULL`,
  ],
  [
    'a delivery of another’s event',
    ['D2'],
    `UPDATE webhook_delivery d SET agent_id = (SELECT a.agent_id FROM agent a WHERE a.agent_id <> d.agent_id AND push_notifications) WHERE ${taken}`,
  ],
  ['a delivery in another’s place', ['D2'], `UPDATE webhook_delivery SET sequence = sequence + 100 WHERE ${taken}`],
  [
    'a delivery to an agent without a part in the trade',
    ['D2'],
    `UPDATE webhook_delivery d SET agent_id = (SELECT n.agent_id FROM agent n JOIN agent o USING (principal_id)
     WHERE o.agent_id = d.agent_id AND n.agent_id <> o.agent_id) WHERE ${taken} AND trade_id IS NOT NULL`,
  ],
  [
    'a delivery whose endpoint is not scheduled',
    ['D3'],
    `UPDATE webhook_delivery SET state = 'pending', tries = 0, due_at = now(), ended_at = NULL WHERE state = 'dead'; UPDATE webhook_endpoint SET due_at = NULL`,
  ],
  [
    'deliveries nobody made',
    ['D4'],
    `UPDATE agent SET event_types_since = '-infinity'; DELETE FROM webhook_delivery WHERE ${taken};
     DELETE FROM webhook_attempt WHERE delivery_id NOT IN (SELECT delivery_id FROM webhook_delivery)`,
  ],
  ['deliveries gone without their attempts', ['D1'], `DELETE FROM webhook_delivery WHERE ${taken}`],
  [
    'an effect without its answer',
    ['K1'],
    `DELETE FROM idempotency_answer WHERE body LIKE '%reserveBond%' AND ${one('idempotency_answer', `body LIKE '%reserveBond%'`)}`,
  ],
  [
    'an effect that was refused',
    ['K1'],
    `UPDATE idempotency_answer SET body = '{"errors":[]}' WHERE body LIKE '%reserveBond%'`,
  ],
  [
    'a key with two effects',
    ['K1'],
    `INSERT INTO ledger_journal SELECT gen_random_uuid(), left(idem_key, -36) || gen_random_uuid(), request_hash, kind, trade_id, created_at + interval '1 s', canonical_sha256
     FROM ledger_journal WHERE idem_key LIKE 'request:%' LIMIT 1`,
  ],
  [
    'an answer that is not final',
    ['K2'],
    `UPDATE idempotency_answer SET status = 503 WHERE ${one('idempotency_answer', 'body IS NOT NULL')}`,
  ],
  [
    'a secret kept for three days',
    ['K2'],
    `UPDATE idempotency_answer SET expires_at = created_at + interval '72 hours' WHERE body_ciphertext IS NOT NULL`,
  ],
  [
    'two live signing keys',
    ['A5', 'C1'],
    `DROP INDEX webhook_signing_key_one_current; UPDATE webhook_signing_key SET retired_at = NULL`,
  ],
  ['no live signing key', ['A5', 'C1'], `UPDATE webhook_signing_key SET retired_at = now() WHERE version = 2`],
  [
    'a signing key forgotten',
    ['A5', 'C1'],
    `DELETE FROM webhook_signing_key WHERE version = 1 AND retired_at IS NOT NULL`,
  ],
  [
    'a signing key retired late',
    ['A5', 'C1'],
    `UPDATE webhook_signing_key SET retired_at = retired_at + interval '1 s'`,
  ],
  [
    'a revoked credential in use',
    ['C2'],
    `UPDATE credential SET last_used_at = revoked_at + interval '1 hour' WHERE revoked_at IS NOT NULL`,
  ],
  ['two credentials with one secret', ['A3', 'C2'], `UPDATE credential SET secret_ciphertext = '\\x00'`],
  [
    'an operator act by nobody of the platform’s',
    ['A7', 'C2'],
    `UPDATE operator_act SET credential_id = (SELECT credential_id FROM credential WHERE platform_role IS NULL LIMIT 1)`,
  ],
  [
    'an operator act after its credential’s end',
    ['A3', 'C2'],
    `UPDATE credential SET revoked_at = now() - interval '1 hour', last_used_at = NULL WHERE platform_role = 'operator'`,
  ],
  [
    'two refresh tokens that are current',
    ['C3'],
    `DROP INDEX refresh_token_one_current; UPDATE refresh_token SET rotated_at = NULL`,
  ],
  ['a session that cannot go on', ['C3'], `UPDATE refresh_token SET rotated_at = now()`],
];
