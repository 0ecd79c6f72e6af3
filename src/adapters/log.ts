import { pino, type DestinationStream, type Logger } from 'pino';

/** Fields that hold a secret wherever they stand: headers, request bodies, answers, settings. */
const SECRET_FIELDS = [
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
];

/** As deep as our lines go: `{ request: { headers: { authorization } } }`. */
const DEPTHS = ['', '*.', '*.*.'];

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
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: DEPTHS.flatMap((depth) =>
        SECRET_FIELDS.map((field) => (depth === '' ? `["${field}"]` : `${depth.slice(0, -1)}["${field}"]`)),
      ),
      censor: '[redacted]',
    },
    hooks: { streamWrite: scrub },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
