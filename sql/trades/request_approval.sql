-- Writes the request of an agent for an approval. It replaces the row that its decision has read (`replaces_id`), and no other.
-- If another request was first, the error 40001 lets the mutation run again: its decision then reads the row of that request.
-- Callers: apply_effects, after the rollback of the refused decision and so without the locks of load_decision_data.
-- Locks: the row of the approval.
CREATE OR REPLACE FUNCTION request_approval(doc jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO approval AS a SELECT * FROM jsonb_populate_record(NULL::approval, doc)
  ON CONFLICT (proposal_id, principal_id) DO UPDATE SET
    approval_id = excluded.approval_id, revision_no = excluded.revision_no, terms = excluded.terms,
    committed_stamps = excluded.committed_stamps, bond_stamps = excluded.bond_stamps, requested_at = excluded.requested_at,
    expires_at = excluded.expires_at, decided_at = NULL, decision = NULL, decided_by = NULL,
    request_no = excluded.request_no
  WHERE a.approval_id = (doc->>'replaces_id')::uuid;
  IF NOT FOUND THEN
    RAISE serialization_failure USING MESSAGE = 'another request for the approval was first';
  END IF;
END $$;
