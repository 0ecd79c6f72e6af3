/** The rights that decide which SQL a superuser must run before a migration. */
export interface MigrationRights {
  readonly login: string;
  readonly database: string;
  readonly hasRole: boolean;
  readonly canCreate: boolean;
  /** Owner of the database, if it is a login that is no superuser. */
  readonly owner: string | null;
}

export const MIGRATION_RIGHTS = `
  SELECT current_user AS "login", current_database() AS "database",
    EXISTS (SELECT FROM pg_roles WHERE rolname = 'ats_app') AS "hasRole",
    has_schema_privilege('public', 'CREATE') AS "canCreate",
    (SELECT rolname FROM pg_database JOIN pg_roles r ON r.oid = datdba
      WHERE datname = current_database() AND rolcanlogin AND NOT rolsuper) AS "owner"`;

const INSUFFICIENT_PRIVILEGE = '42501';

export function isMissingRight(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE;
}

/** Returns the message of a migration that lacked a right, with the exact SQL. */
export function missingRight({ login, database, hasRole, canCreate, owner }: MigrationRights): string {
  // The login may be that of the service, which must own nothing.
  if (!canCreate && owner !== null && owner !== login)
    return `the login ${login} does not own the database ${database}: run ats migrate as its owner, ${owner}`;
  const sql = [
    hasRole ? undefined : `CREATE ROLE ats_app NOLOGIN; GRANT ats_app TO ${quoteName(login)};`,
    canCreate ? undefined : `ALTER DATABASE ${quoteName(database)} OWNER TO ${quoteName(login)};`,
  ].filter((statement) => statement !== undefined);
  if (sql.length === 0)
    return `the login ${login} may not change the schema: run ats migrate as the owner of its tables`;
  return `the login ${login} may not prepare the database: run "${sql.join(' ')}" as a superuser, then ats migrate again`;
}

/** Quotes a name for SQL that an operator copies. */
export function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
