import { pino, type DestinationStream, type Logger } from 'pino';

/** Fields that hold a secret wherever they stand: headers, request bodies, answers, settings. */
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
  'stripeSecretKey',
  'stripeWebhookSecret',
  'secretsKeys',
  'databaseUrl',
  'DATABASE_URL',
  'ATS_SECRETS_KEYS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]);

/** As deep as our lines go: `{ request: { headers: { authorization } } }`. */
const DEPTH = 4;

/** The same without the values of secret fields. An object without any is handed on as it is: most are. */
function withoutSecrets(value: object, depth = DEPTH): object {
  let clean: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    let shown = member;
    if (SECRET_FIELDS.has(name)) shown = '[redacted]';
    else if (depth > 0 && typeof member === 'object' && member !== null) shown = withoutSecrets(member, depth - 1);
    if (shown !== member) clean = { ...(clean ?? value), [name]: shown };
  }
  return clean ?? value;
}

/** What betrays itself by its form, in whatever text it stands: an error's message, a URL, a body that was quoted. */
const SECRET_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b((?:sk|rk)_(?:live|test)_|whsec_)[\w+/=-]+/g, '$1[redacted]'],
  [/\b(postgres(?:ql)?:\/\/[^:@/\s"]+:)[^@\s"]+@/g, '$1[redacted]@'],
];

/** Takes out of a text what looks like a secret. */
export function scrub(text: string): string {
  return SECRET_FORMS.reduce((line, [form, replacement]) => line.replace(form, replacement), text);
}

/**
 * The service's log: one JSON line an event on standard output (or `destination`), without secrets. Two nets, because
 * each has holes: by the name of a field, and by the form of the value in the finished line.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      // pino's own `redact` costs 55 µs a line with this many names at this depth, this 1 µs.
      log: (fields: object) => withoutSecrets(fields) as Record<string, unknown>,
    },
    hooks: { streamWrite: scrub },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
