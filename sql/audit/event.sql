-- The events that this audit reads. From a checkpoint: those created since.
CREATE OR REPLACE VIEW audit_event AS
  SELECT e.* FROM event e WHERE audit_height() = 0
  UNION ALL SELECT e.* FROM event e WHERE audit_height() > 0 AND e.event_id >= audit_since_id();

GRANT SELECT ON audit_event TO ats_app;
