-- E2: each proposal revision and its end have one event for each participant
--
-- A proposal that all accepted and that expired without a trade has both ends. No row says when a revision was answered.
-- From a checkpoint, an answer therefore counts if the revision or expiry is newer, or if one party has its event since.
CREATE OR REPLACE VIEW audit_e2_proposals AS
  WITH events AS MATERIALIZED (
    SELECT type, data->>'proposal_id' AS proposal, data->>'revision_no' AS revision, principal_id, count(*) AS n
    FROM audit_event WHERE type LIKE 'proposal.%' GROUP BY 1, 2, 3, 4
  ), due AS (
    SELECT p.proposal_id, r.revision_no, r.created_at, CASE p.close_reason WHEN 'expired' THEN p.expires_at END AS expired_at,
      unnest(ARRAY[CASE r.revision_no WHEN 1 THEN 'proposal.created' ELSE 'proposal.countered' END,
        CASE WHEN r.revision_no = p.current_revision_no AND (p.state = 'accepted' OR (p.close_reason = 'expired' AND (
          SELECT bool_and(o.response_state = 'accepted') FROM proposal_participant o WHERE o.proposal_id = r.proposal_id AND o.revision_no = r.revision_no)))
          THEN 'proposal.accepted' END,
        CASE WHEN r.revision_no = p.current_revision_no AND p.state = 'rejected' THEN 'proposal.rejected' END]) AS type
    FROM audit_proposal p JOIN proposal_revision r USING (proposal_id)
  )
  SELECT format('proposal %s, revision %s, principal %s: it has %s `%s` events', d.proposal_id, d.revision_no, q.principal_id, coalesce(e.n, 0), d.type) AS detail
  FROM due d JOIN proposal_participant q USING (proposal_id, revision_no)
  LEFT JOIN events e ON e.type = d.type AND e.proposal = d.proposal_id::text AND e.revision = d.revision_no::text AND e.principal_id = q.principal_id
  WHERE d.type IS NOT NULL AND coalesce(e.n, 0) <> 1
    AND (d.created_at >= audit_since() OR (d.type = 'proposal.rejected' AND d.expired_at >= audit_since())
      OR (d.type, d.proposal_id::text, d.revision_no::text) IN (SELECT type, proposal, revision FROM events));

GRANT SELECT ON audit_e2_proposals TO ats_app;
