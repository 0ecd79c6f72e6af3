import { parseDatabaseUrl } from './database-url';
import { clientFor } from './resilient-client';

/** The rights of the login of DATABASE_URL. */
export interface LoginRights {
  readonly login: string;
  readonly version: number;
  readonly isSuperuser: boolean;
  /** Roles with which the login could leave the database or its own rights, such as superusers. */
  readonly powerfulRoles: readonly string[];
  /** Objects that the login owns, itself or through a role. */
  readonly owned: readonly string[];
  /** Attributes that it does not need: of the login, or `<attribute> through <role>`. */
  readonly attributes: readonly string[];
  readonly hasRole: boolean;
  /** Whether the login may become ats_app. */
  readonly canBecomeApplication: boolean;
  /** Whether every login may create objects in the schema `public`. */
  readonly canAllCreate: boolean;
  readonly isMigrated: boolean;
}

const CONNECT_MS = 5_000;
const MAX_SHOWN = 5;

// `MEMBER` covers every right to become a role, now or after a change of its own inheritance.
const LOGIN_RIGHTS = `
  WITH login AS (SELECT * FROM pg_roles WHERE rolname = session_user),
  role AS (SELECT r.* FROM pg_roles r, login WHERE r.oid <> login.oid AND pg_has_role(login.oid, r.oid, 'MEMBER')),
  own AS (SELECT oid FROM login UNION ALL SELECT oid FROM role WHERE rolname !~ '^pg_')
  SELECT login.rolname AS "login", current_setting('server_version_num')::integer / 10000 AS "version",
    login.rolsuper AS "isSuperuser",
    ARRAY(SELECT role.rolname::text FROM role WHERE role.rolsuper OR role.rolname IN
      ('pg_execute_server_program', 'pg_write_server_files', 'pg_read_server_files', 'pg_write_all_data') ORDER BY 1) AS "powerfulRoles",
    ARRAY(
      SELECT 'the database ' || datname FROM pg_database WHERE datname = current_database() AND datdba IN (TABLE own)
      UNION ALL SELECT 'the schema ' || nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspowner IN (TABLE own)
      UNION ALL (SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname !~ '^pg_' AND c.relkind IN ('r', 'v', 'S') AND c.relowner IN (TABLE own) ORDER BY c.relname)
      LIMIT ${String(MAX_SHOWN)}) AS "owned",
    ARRAY(SELECT attribute || source FROM
      (SELECT *, '' AS source FROM login UNION ALL SELECT *, ' through ' || rolname FROM role WHERE NOT rolsuper) AS holder,
      LATERAL (VALUES ('CREATEROLE', rolcreaterole), ('BYPASSRLS', rolbypassrls), ('REPLICATION', rolreplication))
        AS held (attribute, is_held) WHERE is_held ORDER BY 1) AS "attributes",
    EXISTS (SELECT FROM pg_roles WHERE rolname = 'ats_app') AS "hasRole",
    login.rolsuper OR EXISTS (SELECT FROM role WHERE rolname = 'ats_app') AS "canBecomeApplication",
    EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public' AND has_schema_privilege('public', oid, 'CREATE')) AS "canAllCreate",
    to_regclass('schema_migration') IS NOT NULL AS "isMigrated"
  FROM login`;

/** Reads the rights as the login itself, without a role. @throws Error of the connection */
export async function readLoginRights(url: string): Promise<LoginRights> {
  const target = parseDatabaseUrl(url);
  const client = new (clientFor(target))({
    connectionString: target.urls[0] ?? url,
    application_name: 'ats check-config',
    connectionTimeoutMillis: CONNECT_MS * target.urls.length,
    query_timeout: CONNECT_MS,
  });
  try {
    await client.connect();
    const [rights] = (await client.query<LoginRights>(LOGIN_RIGHTS)).rows;
    if (rights === undefined) throw new Error('the login has no role');
    return rights;
  } finally {
    await client.end();
  }
}
