import { createHmac } from 'node:crypto';
import { stripeWebhookVerifier } from '../../../src/adapters/stripe/webhook-verifier';
import { Refusal } from '../../../src/domain/errors/errors';

const SECRET = ['whsec', 'test_one'].join('_');
const OTHER = ['whsec', 'test_two'].join('_');
const session = {
  id: 'cs_1',
  object: 'checkout.session',
  amount_total: 1_000,
  currency: 'usd',
  payment_status: 'paid',
  client_reference_id: 'prn_1',
};
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.completed',
  created: 1_795_000_000,
  livemode: false,
  data: { object: session },
};
const body = Buffer.from(JSON.stringify(event));
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Stripe's signature scheme, implemented independently of the package. */
function sign(bytes: Buffer, secret = SECRET, time = nowSeconds(), scheme = 'v1'): string {
  const mac = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex');
  return `t=${time},${scheme}=${mac}`;
}

function refusal(bytes: Buffer, header: string | undefined, secrets = SECRET): unknown {
  try {
    return stripeWebhookVerifier(secrets).verify(bytes, header);
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
}

describe('The verifier of Stripe’s webhooks', () => {
  test('should parse an event with a valid signature', () => {
    expect(stripeWebhookVerifier(SECRET).verify(body, sign(body))).toEqual({
      eventId: 'evt_1',
      type: 'checkout.session.completed',
      createdAt: new Date(1_795_000_000_000),
      livemode: false,
      objectId: 'cs_1',
      session: {
        sessionId: 'cs_1',
        paymentStatus: 'paid',
        amountTotalMinor: 1_000,
        currency: 'usd',
        clientReferenceId: 'prn_1',
        livemode: false,
        paymentIntentId: null,
      },
      paymentIntentId: null,
      reference: 'prn_1',
      refunded: false,
      ofOtherAccount: false,
      body: body.toString('utf8'),
    });
  });

  test('an event of another account names no session, payment or reference of ours', () => {
    const foreign = Buffer.from(JSON.stringify({ ...event, account: 'acct_other' }));
    expect(stripeWebhookVerifier(SECRET).verify(foreign, sign(foreign))).toMatchObject({
      ofOtherAccount: true,
      session: null,
      paymentIntentId: null,
      reference: null,
    });
    const own = Buffer.from(JSON.stringify({ ...event, account: null }));
    expect(stripeWebhookVerifier(SECRET).verify(own, sign(own)).ofOtherAccount).toBe(false);
  });

  test('during a rotation both secrets are valid', () => {
    const verifier = stripeWebhookVerifier(`${OTHER}, ${SECRET}`);
    expect(verifier.verify(body, sign(body)).eventId).toBe('evt_1');
    expect(verifier.verify(body, sign(body, OTHER)).eventId).toBe('evt_1');
    const both = `${sign(body, OTHER)},${sign(body).split(',')[1]}`;
    expect(stripeWebhookVerifier(SECRET).verify(body, both).eventId).toBe('evt_1');
  });

  test.each([
    ['missing', (): string | undefined => undefined],
    ['empty', () => ''],
    ['malformed', () => 'nonsense'],
    ['without a timestamp', () => sign(body).split(',')[1]],
    ['without a signature', () => `t=${nowSeconds()}`],
    ['of another secret', () => sign(body, OTHER)],
    ['of another scheme', () => sign(body, SECRET, nowSeconds(), 'v0')],
    ['of other bytes', () => sign(Buffer.from(`${body.toString()} `))],
    ['older than 300 s', () => sign(body, SECRET, nowSeconds() - 302)],
    ['more than 300 s in the future', () => sign(body, SECRET, nowSeconds() + 320)],
    ['with another timestamp than the signed one', () => sign(body).replace(/^t=\d+/, `t=${nowSeconds() + 1}`)],
  ])('a signature that is %s is refused with stripe_signature_invalid', (_what, header) => {
    expect(refusal(body, header())).toBe('stripe_signature_invalid');
  });

  test('a tampered body is refused with stripe_signature_invalid', () => {
    const header = sign(body);
    const tampered = Buffer.from(body.toString().replace('1000', '9000'));
    expect(refusal(tampered, header)).toBe('stripe_signature_invalid');
    expect(refusal(Buffer.alloc(0), header)).toBe('stripe_signature_invalid');
  });

  test('a signature of almost 300 s in the future is valid', () => {
    expect(refusal(body, sign(body, SECRET, nowSeconds() + 290))).toMatchObject({ eventId: 'evt_1' });
  });
  test('a signature of almost 300 s is valid', () => {
    expect(stripeWebhookVerifier(SECRET).verify(body, sign(body, SECRET, nowSeconds() - 290)).eventId).toBe('evt_1');
  });

  test.each(['{', '[]', '"text"', 'null', '{}', '{"id":"evt_1"}', '{"id":1,"type":"x"}'])(
    'a signed body that is not an event (%s) is refused',
    (text) => {
      const bytes = Buffer.from(text);
      expect(refusal(bytes, sign(bytes))).toBe('stripe_signature_invalid');
    },
  );

  test('a thin event without its object is accepted', () => {
    const thin = {
      id: 'evt_thin',
      object: 'v2.core.event',
      type: 'v1.billing.meter.no_meter_found',
      created: '2026-11-20T09:30:00.000Z',
      livemode: false,
    };
    const bytes = Buffer.from(JSON.stringify(thin));
    expect(stripeWebhookVerifier(SECRET).verify(bytes, sign(bytes))).toMatchObject({
      eventId: 'evt_thin',
      type: 'v1.billing.meter.no_meter_found',
      session: null,
      reference: null,
    });
    expect(refusal(bytes, sign(bytes, OTHER))).toBe('stripe_signature_invalid');
  });

  test.each(['a\u0000b', '\ud800', 'x'.repeat(256)])(
    'an id that PostgreSQL cannot store (%j) is replaced by a stable hash',
    (text) => {
      const read = (id: string) => {
        const object = { ...session, id, client_reference_id: id, payment_intent: id };
        const bytes = Buffer.from(JSON.stringify({ ...event, id, type: id, data: { object } }));
        return stripeWebhookVerifier(SECRET).verify(bytes, sign(bytes));
      };
      const name = expect.stringMatching(/^unreadable:[0-9a-f]{64}$/) as unknown;
      const seen = read(text);
      expect(seen).toMatchObject({
        eventId: name,
        type: name,
        session: { sessionId: name, clientReferenceId: name, paymentIntentId: name },
        reference: name,
        paymentIntentId: name,
      });
      expect(read(text).eventId).toBe(seen.eventId);
      expect(read(`${text}\u0000`).eventId).not.toBe(seen.eventId);
      expect(read('x'.repeat(255)).eventId).toBe('x'.repeat(255));
    },
  );

  test('an event about something else has no session', () => {
    const metadata = { purchase_for: 'principal', principal_key: 'prn_1' };
    const charge = { id: 'ch_1', object: 'charge', amount: 1_000, payment_intent: 'pi_1', refunded: true, metadata };
    const bytes = Buffer.from(JSON.stringify({ ...event, type: 'charge.refunded', data: { object: charge } }));
    expect(stripeWebhookVerifier(SECRET).verify(bytes, sign(bytes))).toMatchObject({
      type: 'charge.refunded',
      session: null,
      objectId: 'ch_1',
      paymentIntentId: 'pi_1',
      reference: 'prn_1',
      refunded: true,
    });
  });

  test('should read the id of an expanded payment, and the human of a wallet', () => {
    const expanded = {
      ...session,
      client_reference_id: null,
      payment_intent: { id: 'pi_2' },
      metadata: { human_key: 'hum_1' },
    };
    const bytes = Buffer.from(JSON.stringify({ ...event, livemode: true, data: { object: expanded } }));
    expect(stripeWebhookVerifier(SECRET).verify(bytes, sign(bytes))).toMatchObject({
      session: { paymentIntentId: 'pi_2', livemode: true, clientReferenceId: null },
      paymentIntentId: 'pi_2',
      reference: 'hum_1',
    });
  });
});
