-- The service changes only the session of a connection.

REVOKE UPDATE ON oauth_connection FROM ats_app;
GRANT UPDATE (session_id) ON oauth_connection TO ats_app;
