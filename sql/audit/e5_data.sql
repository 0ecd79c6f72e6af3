-- E5: each event says what was settled, credited or done
--
-- Ends of trades are compared with the settlement and the party's record, credits with the purchase, and acts with the fact
-- of their transaction.
CREATE OR REPLACE VIEW audit_e5_data AS
  SELECT format('event %s (%s) of trade %s: it differs from the settlement for principal %s', e.event_id, e.type, e.trade_id, e.principal_id) AS detail
  FROM audit_event e JOIN settlement s USING (trade_id) JOIN settlement_party p USING (trade_id, principal_id)
  CROSS JOIN LATERAL (SELECT e.data->'settlement' AS settlement, e.data->'settlement'->'own' AS own) d
  WHERE e.type IN ('trade.completed', 'trade.failed') AND (
    (e.data->>'state', d.settlement->>'outcome', d.settlement->>'failure_class', d.settlement->>'failure_cause', d.settlement->>'faulted_step_no', audit_key_uuid('prn', d.settlement->>'fault_principal_key'),
      d.settlement->>'slash_amount', d.settlement->>'policy_version', d.settlement->>'rule_version', (d.settlement->>'settled_at')::timestamptz, audit_key_uuid('stl', d.settlement->>'settlement_key'))
    IS DISTINCT FROM (s.outcome, s.outcome, s.failure_class, s.failure_cause, s.faulted_step_no::text, s.fault_principal_id,
      s.slash_amount::text, s.policy_version, s.rule_version, s.settled_at, s.settlement_id)
    OR (d.own->>'paid_stamps', d.own->>'received_stamps', d.own->>'fees_stamps', d.own->>'bond_released_stamps', d.own->>'bond_slashed_stamps',
      d.own->>'compensation_stamps', coalesce(d.own->>'burnt_stamps', '0'))
    IS DISTINCT FROM (p.paid_stamps::text, p.received_stamps::text, p.fees_stamps::text, p.bond_released_stamps::text, p.bond_slashed_stamps::text,
      p.compensation_stamps::text, coalesce(p.burnt_stamps, 0)::text)
    OR (SELECT jsonb_agg(c - 'principal_key' ORDER BY n) FROM jsonb_array_elements(d.settlement->'comp') WITH ORDINALITY x (c, n))
      IS DISTINCT FROM (SELECT jsonb_agg(c - 'principal_id' ORDER BY n) FROM jsonb_array_elements(s.comp) WITH ORDINALITY x (c, n)))
  UNION ALL
  SELECT format('event %s (%s) of trade %s: it differs from its fact', e.event_id, e.type, e.trade_id)
  FROM audit_event e JOIN audit_act f ON f.trade_id = e.trade_id AND f.at = e.created_at AND e.type = 'trade.' || f.kind
  WHERE e.data->>'state' <> f.state OR e.data->'closed' IS DISTINCT FROM f.body->'closed'
    OR (f.kind NOT IN ('created', 'deadline_extended')
      AND NOT EXISTS (SELECT FROM jsonb_array_elements(f.body->'steps') x WHERE x->>'step_no' = e.data->>'step_no'))
  UNION ALL
  SELECT format('event %s (tickets.credited): it says %s stamps, but %s were credited in session %s', e.event_id, e.data->>'tickets_stamps', p.tickets_stamps, p.session_id)
  FROM audit_event e JOIN ticket_purchase p ON p.session_id = e.data->>'session_id'
  WHERE e.type = 'tickets.credited' AND e.data->>'tickets_stamps' <> p.tickets_stamps::text;

GRANT SELECT ON audit_e5_data TO ats_app;
