-- C3: each sign-in session has exactly one current refresh token
CREATE OR REPLACE VIEW audit_c3_sessions AS
  SELECT format('session %s: %s refresh tokens are current', s.session_id, count(t.token_hash)) AS detail
  FROM refresh_session s LEFT JOIN refresh_token t ON t.session_id = s.session_id AND t.rotated_at IS NULL
  GROUP BY s.session_id HAVING count(t.token_hash) <> 1;

GRANT SELECT ON audit_c3_sessions TO ats_app;
