-- E3: each event's payload of an earlier release matches its row
--
-- Earlier releases stored payloads, and a process of the previous release still does.
CREATE OR REPLACE VIEW audit_e3_frozen AS
  SELECT format('event %s (%s %s): its payload differs from its row', e.event_id, e.principal_id, e.sequence) AS detail
  FROM audit_event e CROSS JOIN LATERAL (SELECT e.payload::jsonb AS p) j
  WHERE e.payload IS NOT NULL AND (j.p->'data', j.p->>'type', j.p->>'sequence', (j.p->>'timestamp')::timestamptz,
      -- Payloads of earlier releases have no subject.
      coalesce(j.p->>'subject_key', e.subject_key))
    IS DISTINCT FROM (e.data, e.type, e.sequence::text, date_trunc('milliseconds', e.created_at), e.subject_key);

GRANT SELECT ON audit_e3_frozen TO ats_app;
