-- A6: each principal’s limits and quotas are what their last fact says
CREATE OR REPLACE VIEW audit_a6_anchors AS
  SELECT 'the limits of principal ' || detail AS detail FROM authority_difference WHERE object = 'anchor';

GRANT SELECT ON audit_a6_anchors TO ats_app;
