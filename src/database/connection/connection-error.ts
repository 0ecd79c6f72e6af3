/** Says what to do about an error of a connection to PostgreSQL. */

const POOLER =
  'a pooler such as PgBouncer stands in between and drops the settings of the session. Name PostgreSQL itself in DATABASE_URL';

/** OpenSSL's and Node's codes for a certificate that no known authority has issued. */
const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
]);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The message of an error. Node joins the errors of all addresses of a host in one without a message. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return messageOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}

function remedyOf(message: string, code: string): string | undefined {
  if (message.includes('unsupported startup parameter')) return POOLER;
  if (message.includes('does not support SSL connections'))
    return 'turn ssl on in PostgreSQL, or set sslmode=disable in DATABASE_URL';
  if (UNKNOWN_AUTHORITY.has(code))
    return 'the certificate of PostgreSQL is not trusted. Set sslrootcert in DATABASE_URL to the certificate of its authority';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'the certificate of PostgreSQL is for another host. Use the name of the certificate in DATABASE_URL';
  if (code === 'CERT_HAS_EXPIRED') return 'renew the certificate of PostgreSQL';
  return undefined;
}

/** Returns the message of the error, with a remedy for errors of TLS and of poolers. */
export function connectionError(cause: unknown): string {
  const message = messageOf(cause);
  const remedy = remedyOf(message, codeOf(cause));
  return remedy === undefined ? message : `${message}: ${remedy}`;
}

/** The sentence for a session that lost its settings. */
export const DROPPED_SETTINGS = `the database does not apply the settings of the service: ${POOLER}`;

/** The database cannot be used. The command line prints its message, without a stack. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';

  constructor(message: string, cause?: unknown) {
    super(cause === undefined ? message : `${message}: ${connectionError(cause)}`, { cause });
  }
}
