import type { LoginRights } from '../database/connection/login';
import { quoteName } from '../database/connection/migration-rights';
import type { StartCheck } from './check';

const REMEDY = 'connect as a login that is only a member of ats_app (docs/operations/database.md)';
const MIN_VERSION = 15;

/** Every rule for the login of DATABASE_URL, in the order of the report. */
export const databaseChecks: readonly StartCheck<LoginRights>[] = [
  {
    name: 'database-version',
    rule: `PostgreSQL has version ${String(MIN_VERSION)} or later.`,
    severity: 'always',
    errors: ({ version }) =>
      version < MIN_VERSION
        ? [`PostgreSQL has version ${String(version)}: use version ${String(MIN_VERSION)} or later`]
        : [],
  },
  {
    name: 'database-login-superuser',
    rule: 'The login of DATABASE_URL is no superuser and cannot become one.',
    severity: 'production',
    errors: ({ login, isSuperuser, powerfulRoles }) => {
      if (isSuperuser) return [`the login ${login} is a superuser, who can run programs on the server: ${REMEDY}`];
      return powerfulRoles.length === 0
        ? []
        : [`the login ${login} may become ${powerfulRoles.join(', ')}, which reaches beyond this database: ${REMEDY}`];
    },
  },
  {
    name: 'database-login-attributes',
    rule: 'The login of DATABASE_URL has no attribute such as CREATEROLE.',
    severity: 'production',
    skip: ({ isSuperuser }) => (isSuperuser ? 'The login is a superuser.' : undefined),
    errors: ({ login, attributes }) =>
      attributes.length === 0
        ? []
        : [`the login ${login} has ${attributes.join(' and ')}, which the service does not need: ${REMEDY}`],
  },
  {
    name: 'database-login-owns-nothing',
    rule: 'The login of DATABASE_URL owns nothing, so it cannot change tables or triggers.',
    severity: 'production',
    skip: ({ isSuperuser }) => (isSuperuser ? 'The login is a superuser.' : undefined),
    errors: ({ login, owned }) =>
      owned.length === 0 ? [] : [`the login ${login} owns ${owned.join(', ')}, so it can change the ledger: ${REMEDY}`],
  },
  {
    name: 'database-role',
    rule: 'The login of DATABASE_URL may become ats_app.',
    severity: 'always',
    skip: ({ hasRole }) => (hasRole ? undefined : 'The role ats_app does not exist yet. ats migrate creates it.'),
    errors: ({ login, canBecomeApplication }) =>
      canBecomeApplication
        ? []
        : [`the login ${login} may not become ats_app: run GRANT ats_app TO ${quoteName(login)} as a superuser`],
  },
  {
    name: 'database-schema-closed',
    rule: 'Not every login of the database may create functions in the schema public.',
    severity: 'production',
    // A database that pg_upgrade brought from PostgreSQL 14 keeps this right. The functions of the owner use that schema.
    errors: ({ canAllCreate }) =>
      canAllCreate
        ? [
            'every login may create functions in the schema public, which could run with the rights of the owner: run REVOKE CREATE ON SCHEMA public FROM PUBLIC as its owner',
          ]
        : [],
  },
  {
    name: 'database-migrated',
    rule: 'The database has the schema of the service.',
    severity: 'production',
    errors: ({ isMigrated }) =>
      isMigrated ? [] : ['the database is empty: run ats migrate as the owner of the database'],
  },
];
