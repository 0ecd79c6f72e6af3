import { openSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino, type DestinationStream, type Logger } from 'pino';
import { createFolder } from '../create-folder';
import { LogOutput } from './log-output';

/** Names of fields that hold a secret: headers, bodies and settings. */
const SECRET_FIELDS = new Set([
  'authorization',
  'cookie',
  'password',
  'secret',
  'set-cookie',
  'signature',
  'signing_secret',
  'signingSecret',
  'stripe-signature',
  'databaseUrl',
  'DATABASE_URL',
  'secretsKeys',
  'ATS_SECRETS_KEYS',
  'stripeSecretKey',
  'STRIPE_SECRET_KEY',
  'stripeWebhookSecret',
  'STRIPE_WEBHOOK_SECRET',
  'oidcClientSecret',
  'OIDC_CLIENT_SECRET',
  'consoleCredential',
  'ATS_CONSOLE_CREDENTIAL',
  'consoleOperatorCredential',
  'ATS_CONSOLE_OPERATOR_CREDENTIAL',
]);

/** Depth of our log lines: `{ request: { headers: { authorization } } }`. */
const MAX_DEPTH = 4;

/** Replaces the values of secret fields. An object without secrets is returned unchanged. */
function withoutSecrets(value: object, depth = MAX_DEPTH): object {
  let clean: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    let shown = member;
    if (SECRET_FIELDS.has(name)) shown = '[redacted]';
    else if (depth > 0 && typeof member === 'object' && member !== null) shown = withoutSecrets(member, depth - 1);
    if (shown !== member) clean = { ...(clean ?? value), [name]: shown };
  }
  return clean ?? value;
}

/** Patterns of secrets inside other text, such as an error message or a URL. */
const SECRET_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b((?:sk|rk)_(?:live|test)_|whsec_)[\w+/=-]+/g, '$1[redacted]'],
  [/\b(postgres(?:ql)?:\/\/[^:@/\s"]+:)[^@\s"]+@/g, '$1[redacted]@'],
];

/** Replaces text that looks like a secret. */
export function scrub(text: string): string {
  return SECRET_FORMS.reduce((line, [form, replacement]) => line.replace(form, replacement), text);
}

/**
 * Creates the service's log: one JSON line for each event, without secrets. Secrets are removed twice, by field name and
 * by pattern in the finished line, because each method alone misses some.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      // pino's own `redact` is about 50 times slower with this many names.
      log: (fields: object) => withoutSecrets(fields) as Record<string, unknown>,
    },
    hooks: { streamWrite: scrub },
  };
  return pino(options, destination ?? (standardOutput ??= new LogOutput(1, warn)));
}

let standardOutput: LogOutput | undefined;

const warn = (message: string): void => void process.stderr.write(`ats: ${message}\n`);

/** Creates a log that appends to a file of the data folder. Only the user of the process can read it. */
export function createFileLog(level: string, file: string): Logger {
  createFolder(dirname(file));
  return createLog(level, new LogOutput(openSync(file, 'a', 0o600), warn));
}
