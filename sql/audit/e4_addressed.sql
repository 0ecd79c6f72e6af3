-- E4: each event concerns a trade or proposal that its principal takes part in
CREATE OR REPLACE VIEW audit_e4_addressed AS
  SELECT format('event %s (%s) of principal %s is about a trade or proposal without this principal', e.event_id, e.type, e.principal_id) AS detail
  FROM audit_event e
  LEFT JOIN trade_participant t ON t.trade_id = e.trade_id AND t.principal_id = e.principal_id AND e.data->>'trade_id' = e.trade_id::text
  LEFT JOIN proposal_participant p ON webhook_is_of_proposal(e.type) AND p.proposal_id = (e.data->>'proposal_id')::uuid
    AND p.revision_no = 1 AND p.principal_id = e.principal_id
  WHERE CASE WHEN e.type LIKE 'trade.%' THEN t.trade_id IS NULL
    ELSE e.trade_id IS NOT NULL OR (webhook_is_of_proposal(e.type) AND p.proposal_id IS NULL) END;

GRANT SELECT ON audit_e4_addressed TO ats_app;
