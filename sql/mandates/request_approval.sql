-- Writes the request of an agent for an approval. It replaces the last request (`replaces_id`) if no owner has decided it. A decided one stays.
-- If another request was first, the error 40001 lets the mutation run again: its decision then reads the row of that request.
-- Callers: apply_effects, after the rollback of the refused decision and so without the locks of load_decision_data.
-- Locks: the row of the approval.
CREATE OR REPLACE FUNCTION request_approval(doc jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r approval := jsonb_populate_record(NULL::approval, doc);
BEGIN
  UPDATE approval a SET approval_id = r.approval_id, revision_no = r.revision_no, terms = r.terms,
    committed_stamps = r.committed_stamps, bond_stamps = r.bond_stamps, requested_at = r.requested_at,
    expires_at = r.expires_at, request_no = r.request_no
  WHERE a.approval_id = (doc->>'replaces_id')::uuid AND a.decision IS NULL;
  IF NOT FOUND THEN
    INSERT INTO approval SELECT r.* ON CONFLICT (proposal_id, principal_id, request_no) DO NOTHING;
    IF NOT FOUND THEN
      RAISE serialization_failure USING MESSAGE = 'another request for the approval was first';
    END IF;
  END IF;
END $$;
