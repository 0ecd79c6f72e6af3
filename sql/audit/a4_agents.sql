-- A4: each agent is what its last fact says
CREATE OR REPLACE VIEW audit_a4_agents AS
  SELECT 'agent ' || detail AS detail FROM authority_difference WHERE object = 'agent';

GRANT SELECT ON audit_a4_agents TO ats_app;
