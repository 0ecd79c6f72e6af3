-- The webhook deliveries that this audit reads. From a checkpoint: pending ones, and those that ended since.
CREATE OR REPLACE VIEW audit_delivery AS
  SELECT d.* FROM webhook_delivery d WHERE audit_height() = 0
  UNION ALL SELECT d.* FROM webhook_delivery d WHERE audit_height() > 0 AND d.state = 'pending'
  UNION ALL SELECT d.* FROM webhook_delivery d WHERE audit_height() > 0 AND d.ended_at >= audit_since();

GRANT SELECT ON audit_delivery TO ats_app;
