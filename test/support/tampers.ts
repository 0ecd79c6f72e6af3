import { authorityTampers, ledgerTampers, one, type Tamper } from './authority-tampers';
import { roleTampers } from './role-tampers';

/**
 * Changes of one row by a superuser, by kind: what was changed, the check that finds it, and the SQL.
 *
 * `{two}`, `{contested}` and `{done}` are trades, `{provider}` and `{consumer}` principals (`tampered-service.ts`).
 */
const ofTrade = (trade: string, change: string): string => `UPDATE trade SET ${change} WHERE trade_id = '{${trade}}'`;
const ofStep = (trade: string, stepNo: number, change: string): string =>
  `UPDATE trade_step SET ${change} WHERE trade_id = '{${trade}}' AND step_no = ${String(stepNo)}`;
const DAY = `interval '1 day'`;

/** The agreement of the parties, in the rows of an open trade. */
const terms: readonly Tamper[] = [
  ['the threshold', 'F2', ofTrade('two', 'coverage_threshold_bps = 1')],
  ['the bond rate', 'F2', ofTrade('two', 'bond_bps = bond_bps - 1')],
  ['the fee rate', 'F2', ofTrade('two', 'activation_fee_bps = 0')],
  ['the idle window', 'F2', ofTrade('two', 'idle_window_seconds = 1')],
  ['the rebuttal window', 'F2', ofTrade('two', 'rebuttal_window_seconds = 1')],
  ['the evaluation window', 'F2', ofTrade('two', 'evaluation_window_seconds = 1')],
  ['the policy', 'F2', ofTrade('two', `policy_version = 'slash_policy_v1'`)],
  ['the rules', 'F2', ofTrade('two', `rule_version = 'rules_v1'`)],
  ['the burn of a dispute', 'F2', ofTrade('two', 'dispute_burn_bps = 5000')],
  ['the title of a step', 'F2', ofStep('two', 1, `title = 'Another'`)],
  ['the price of a step to come', 'F2', ofStep('two', 2, 'price_stamps = 1')],
  ['the provider agent', 'F2', ofStep('two', 1, 'provider_agent_id = consumer_agent_id')],
  ['the consumer agent', 'F2', ofStep('two', 2, 'consumer_agent_id = provider_agent_id')],
  [
    'the roles of a step to come',
    'F2',
    ofStep('two', 2, 'provider_principal_id = consumer_principal_id, consumer_principal_id = provider_principal_id'),
  ],
  ['the contract window', 'F2', ofStep('two', 2, 'contract_window_seconds = 1')],
  ['the checkpoint window', 'F2', ofStep('two', 1, 'checkpoint_window_seconds = 1')],
  [
    'the acceptance items',
    'F2',
    ofStep('two', 2, `items = '[{"item_id":"x","description":"y","weight":1,"must":true}]'`),
  ],
  ['the earliest activation', 'F2', ofStep('two', 2, 'not_before_at = now()')],
  ['who activates', 'F2', ofStep('two', 2, `activation = 'consumer'`)],
  [
    'the agent of a participant',
    'F2',
    `UPDATE trade_participant SET agent_id = gen_random_uuid() WHERE trade_id = '{two}' AND principal_id = '{provider}'`,
  ],
  ['a step removed', 'F2', `DELETE FROM trade_step WHERE trade_id = '{two}' AND step_no = 2`],
  [
    'a step added',
    'F2',
    `INSERT INTO trade_step SELECT (jsonb_populate_record(s, '{"step_no": 3}')).* FROM trade_step s WHERE trade_id = '{two}' AND step_no = 2`,
  ],
  [
    'the price in the accepted revision',
    'F3',
    `UPDATE proposal_revision SET terms = jsonb_set(terms, '{steps,0,price_stamps}', '1') WHERE ${one('proposal_revision', `proposal_id = (SELECT proposal_id FROM trade WHERE trade_id = '{two}') AND revision_no = 2`)}`,
  ],
  [
    'the threshold in the accepted revision',
    'F3',
    `UPDATE proposal_revision SET terms = jsonb_set(terms, '{coverage_threshold_bps}', '1') WHERE proposal_id = (SELECT proposal_id FROM trade WHERE trade_id = '{done}')`,
  ],
  [
    'the accepted bond',
    'F3',
    `UPDATE proposal_participant SET bond_stamps = 1 WHERE ${one('proposal_participant', `proposal_id = (SELECT proposal_id FROM trade WHERE trade_id = '{done}')`)}`,
  ],
  [
    'the accepted agent',
    'F3',
    `UPDATE proposal_participant SET agent_id = gen_random_uuid() WHERE proposal_id = (SELECT proposal_id FROM trade WHERE trade_id = '{done}') AND principal_id = '{provider}'`,
  ],
  [
    'an acceptance taken back',
    'F3',
    `UPDATE proposal_participant SET response_state = 'pending' WHERE proposal_id = (SELECT proposal_id FROM trade WHERE trade_id = '{done}') AND principal_id = '{provider}'`,
  ],
];

/** The acts of the parties, in the rows of trades. */
const acts: readonly Tamper[] = [
  ['the due time put off', 'F2', ofTrade('two', `due_at = due_at + ${DAY}`)],
  ['the due time brought forward', 'F2', ofTrade('two', `due_at = due_at - ${DAY}`)],
  ['the due time removed', 'F2', ofTrade('two', 'due_at = NULL')],
  ['an idle deadline', 'F2', ofTrade('two', 'idle_deadline_at = now()')],
  ['a withdrawal', 'F2', ofTrade('two', 'withdrawn_at = now()')],
  ['the state of a trade', 'F2', ofTrade('two', `state = 'confirming'`)],
  ['closed hours', 'F2', ofTrade('two', `closed_hours = '[{"from": "x", "to": "y", "seconds": 1}]'`)],
  ['the time of creation', 'F2', ofTrade('two', `created_at = created_at + interval '1 s'`)],
  ['a deadline put off', 'F2', ofStep('two', 1, `deadline_at = deadline_at + ${DAY}`)],
  ['a deadline brought forward', 'F2', ofStep('two', 1, `deadline_at = deadline_at - ${DAY}`)],
  ['the time of activation', 'F2', ofStep('two', 1, `activated_at = activated_at - interval '1 s'`)],
  ['the text of the contract', 'F2', ofStep('two', 1, `contract = jsonb_set(contract, '{summary}', '"Less"')`)],
  ['a weight in the contract', 'F2', ofStep('two', 1, `contract = jsonb_set(contract, '{items,0,weight}', '1')`)],
  [
    'an artifact in the contract',
    'F2',
    ofStep('two', 1, `contract = jsonb_set(contract, '{items,0,artifact_uri}', '"https://example.org/other"')`),
  ],
  ['the contract removed', 'F2', ofStep('two', 1, 'contract = NULL')],
  [
    'when the contract was published',
    'F2',
    ofStep('two', 1, `contract_published_at = contract_published_at - interval '1 s'`),
  ],
  ['a checkpoint from failed to confirmed', 'F2', ofStep('contested', 1, `checkpoint_status = 'confirmed'`)],
  ['the coverage', 'F2', ofStep('contested', 1, 'coverage_bps = 10000')],
  [
    'the results of a checkpoint',
    'F2',
    ofStep('contested', 1, `checkpoint_results = '[{"item_id": "a", "met": true, "note": null}]'`),
  ],
  [
    'when the checkpoint came',
    'F2',
    ofStep('contested', 1, `checkpoint_submitted_at = checkpoint_submitted_at + interval '1 s'`),
  ],
  ['the text of a rebuttal', 'F2', ofStep('contested', 1, `rebuttal = jsonb_set(rebuttal, '{statement}', '"Sorry"')`)],
  ['when the rebuttal came', 'F2', ofStep('contested', 1, `rebuttal_filed_at = rebuttal_filed_at + ${DAY}`)],
  [
    'a verdict without an operator',
    'F2',
    ofStep(
      'contested',
      1,
      `verdict = '{"verdict": "pass", "reason": "x", "submitted_at": "2026-01-01T00:00:00.000Z"}'`,
    ),
  ],
  ['the contract of a settled step', 'F2', ofStep('done', 1, `contract = jsonb_set(contract, '{summary}', '"Less"')`)],
  ['the title of a settled step', 'F2', ofStep('done', 1, `title = 'Another'`)],
  ['the coverage of a settled step', 'F2', ofStep('done', 1, 'coverage_bps = 9000')],
  ['the deadline of a settled step', 'F2', ofStep('done', 1, `deadline_at = deadline_at + ${DAY}`)],
  ['the verdict of a settled step', 'F2', ofStep('ruled', 1, `verdict = jsonb_set(verdict, '{reason}', '"Another"')`)],
  ['the threshold of a settled trade', 'F2', ofTrade('done', 'coverage_threshold_bps = 1')],
  ['a withdrawal from a settled trade', 'F2', ofTrade('done', 'withdrawn_at = now()')],
  [
    'a fact',
    'F1',
    `UPDATE trade_fact SET body = replace(body, '"summary":"', '"summary":"x') WHERE trade_id = '{two}' AND body LIKE '%"contract_published"%'`,
  ],
  ['a fact that is no JSON', 'F1', `UPDATE trade_fact SET body = 'x' || body WHERE trade_id = '{two}' AND fact_no = 2`],
  ['the digest of a fact', 'F1', `UPDATE trade_fact SET sha256 = sha256('x') WHERE trade_id = '{two}' AND fact_no = 2`],
  ['a fact removed', 'F1', `DELETE FROM trade_fact WHERE trade_id = '{two}' AND fact_no = 2`],
  [
    'the last fact removed',
    'F2',
    `DELETE FROM trade_fact WHERE ${one('trade_fact', `trade_id = '{two}' AND fact_no = (SELECT max(fact_no) FROM trade_fact WHERE trade_id = '{two}')`)}`,
  ],
  [
    'a fact added',
    'F2',
    `SELECT trade_add_fact('{two}', '{"kind":"deadline_extended","at":"2026-01-01T00:00:00.000Z","closed":{"from":"2026-01-01T00:00:00.000Z","to":"2026-01-02T00:00:00.000Z","seconds":86400}}')`,
  ],
];

export const changedEvidence = (from: string, to: string): string =>
  `UPDATE settlement SET evidence = replace(evidence, '${from}', '${to}'),
   evidence_sha256 = encode(sha256(convert_to(replace(evidence, '${from}', '${to}'), 'UTF8')), 'hex') WHERE trade_id = '{ruled}'`;
const changedEvent = (type: string, member: string, value: string): string =>
  `UPDATE event SET data = regexp_replace(data::text, '"${member}": ?("[^"]*"|[0-9]+)', '"${member}": ${value}')::jsonb
   WHERE ${one('event', `type = '${type}'`)}`;
const reputation = (change: string, of = 'provider'): string =>
  `UPDATE principal_reputation SET ${change} WHERE principal_id = '{${of}}'`;
const verdictAct = one('operator_act', `operation = 'evaluateTrade'`);
const anchorAct = one('operator_act', `operation = 'setEconomicAnchor'`);

/** Decisions, events and answers. */
const records: readonly Tamper[] = [
  ['evidence with its digest', 'I6', changedEvidence('"title":"', '"title":"x')],
  ['a window in the evidence with its digest', 'I6', changedEvidence('"idle_seconds":', '"idle_seconds":1')],
  [
    'the record in the evidence with its digest',
    'I6',
    changedEvidence('"counterparty_owners":', '"counterparty_owners":1'),
  ],
  ['a verdict removed from the operator log', 'F4', `DELETE FROM operator_act WHERE ${verdictAct}`],
  [
    'a verdict in the operator log',
    'F4',
    `UPDATE operator_act SET after = jsonb_set(after, '{verdict}', '"fail"') WHERE ${verdictAct}`,
  ],
  [
    'the reason in the operator log',
    'F4',
    `UPDATE operator_act SET after = jsonb_set(after, '{reason}', '"Another"') WHERE ${verdictAct}`,
  ],
  [
    'the trade in the operator log',
    'F4',
    `UPDATE operator_act SET subject_key = (SELECT subject_key FROM event WHERE trade_id = '{done}' LIMIT 1) WHERE ${verdictAct}`,
  ],
  [
    'the time of a verdict in the operator log',
    'F4',
    `UPDATE operator_act SET acted_at = acted_at - interval '1 s' WHERE ${verdictAct}`,
  ],
  ['an anchor removed from the operator log', 'A7', `DELETE FROM operator_act WHERE ${anchorAct}`],
  [
    'an anchor in the operator log',
    'A7',
    `UPDATE operator_act SET after = jsonb_set(after, '{max_open_trades}', '9') WHERE ${anchorAct}`,
  ],
  [
    'an act added to the operator log',
    'A7',
    `INSERT INTO operator_act SELECT gen_random_uuid(), credential_id, 'resolvePayment', 'x', before, after, request_id, acted_at FROM operator_act WHERE ${anchorAct}`,
  ],
  [
    'the owners at a settlement',
    'T6',
    `UPDATE settlement_owner SET human_ids = ARRAY[gen_random_uuid()] WHERE trade_id = '{done}' AND principal_id = '{provider}'`,
  ],
  ['a settled trade counted twice', 'T6', reputation('settled_trades = settled_trades + 1')],
  ['a counterparty counted twice', 'T6', reputation('counterparties = counterparties + 1')],
  ['a fault taken from a reputation', 'T6', reputation('f5 = f5 - 1', 'consumer')],
  ['fees in a reputation', 'T6', reputation('fees_paid_stamps = fees_paid_stamps + 1')],
  ['the first trade of a reputation', 'T6', reputation(`first_trade_at = first_trade_at - ${DAY}`)],
  ['a reputation removed', 'T6', `DELETE FROM principal_reputation WHERE principal_id = '{provider}'`],
  ['a counterparty removed', 'T6', `DELETE FROM reputation_counterparty WHERE principal_id = '{provider}'`],
  [
    'a counterparty of completed trades removed',
    'T6',
    `DELETE FROM completed_counterparty WHERE principal_id = '{provider}'`,
  ],
  [
    'the owner of a counterparty of completed trades',
    'T6',
    `UPDATE completed_counterparty SET owner_id = gen_random_uuid() WHERE principal_id = '{provider}'`,
  ],
  [
    'the time of the last completed trade',
    'T6',
    `UPDATE completed_counterparty SET settled_at = settled_at - ${DAY} WHERE principal_id = '{provider}'`,
  ],
  ['a sum told of a settlement', 'E5', changedEvent('trade.completed', 'received_stamps', '999')],
  ['a slash told of a settlement', 'E5', changedEvent('trade.failed', 'slash_amount', '1')],
  ['a class told of a settlement', 'E5', changedEvent('trade.failed', 'failure_class', '"F4"')],
  ['the state told of an act', 'E5', changedEvent('trade.step_activated', 'state', '"confirming"')],
  ['the credit told', 'E5', changedEvent('tickets.credited', 'tickets_stamps', '1')],
  [
    'the answer that was kept',
    'K3',
    `UPDATE idempotency_answer SET body = replace(body, '"EXECUTING"', '"CONFIRMING"') WHERE ${one('idempotency_answer', `body LIKE '%"activateTrade":{"trade":{"tradeKey"%'`)}`,
  ],
];

export const tampers: readonly Tamper[] = [
  ...terms,
  ...acts,
  ...records,
  ...authorityTampers,
  ...ledgerTampers,
  ...roleTampers,
];
