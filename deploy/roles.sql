-- Creates the roles and the database, once. Run it as a superuser of PostgreSQL 15 or later, with both passwords in the
-- environment: OWNER_PASSWORD and SERVICE_PASSWORD. See docs/operations/deploy.md.
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD

-- The rights of the service are granted to this group.
CREATE ROLE ats_app NOLOGIN;
-- Owns the schema. Only `ats migrate` uses it.
CREATE ROLE ats_owner LOGIN PASSWORD :'owner_password' IN ROLE ats_app;
-- Sees in pg_stat_activity what other logins run, for docs/operations/runbooks.md.
GRANT pg_read_all_stats TO ats_owner;
-- The login of all processes. It owns nothing.
CREATE ROLE ats_service LOGIN PASSWORD :'service_password' IN ROLE ats_app;
CREATE DATABASE ats OWNER ats_owner;
