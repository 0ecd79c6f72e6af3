import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { Cast } from './cast';
import { PropertyViolation } from './reply-check';
import { property } from './property';
import { STRIPE_SECRET } from './service';
import { anything, hostileText, json, near, number, NUMBERS, object, text, type Value, wellFormed } from './values';
import type { Outgoing } from './wire';

/**
 * Requests to paths that need no signature: the processor's events, sign-in, agent cards, the reference and unknown
 * paths.
 */

const among = (...values: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anything });
const member = (name: string, value: fc.Arbitrary<Value>) => ({ name, value, required: true });

const TYPES = [
  'checkout.session.completed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'payment_intent.succeeded',
  'x',
];

function eventNear({ provider }: Cast): fc.Arbitrary<Value> {
  const numbers = among(number(0), number(1_795_000_000), ...NUMBERS.map(number));
  const session = object([
    member('object', among(text('checkout.session'), text('charge'))),
    member('id', among(text('cs_test_1'), text('ch_1'), text('x'.repeat(256)))),
    member('client_reference_id', among(text(provider.principalKey), text('hum_x'))),
    member('payment_intent', among(text('pi_1'), { members: [['id', text('pi_1')]] }, { word: 'null' })),
    member('amount_total', numbers),
    member('currency', among(text('usd'), text('USD'))),
    member('mode', among(text('payment'), text('subscription'))),
    member('payment_status', among(text('paid'), text('unpaid'))),
    member(
      'metadata',
      among(
        {
          members: [
            ['principal_key', text(provider.principalKey)],
            ['pack', text('STARTER')],
          ],
        },
        { list: [] },
      ),
    ),
    member('refunded', among({ word: 'true' }, { word: 'false' })),
  ]);
  return object([
    member('id', among(text('evt_1'), text('evt_2'), text('e'.repeat(300)))),
    member('object', among(text('event'))),
    member('type', among(...TYPES.map(text))),
    member('created', numbers),
    member('livemode', among({ word: 'false' }, { word: 'true' })),
    member(
      'data',
      fc.oneof({ weight: 9, arbitrary: object([member('object', session)]) }, { weight: 1, arbitrary: anything }),
    ),
  ]);
}

interface Event {
  readonly body: string;
  /** `good`, or the text of an invalid signature. */
  readonly signature: string;
}

const eventOf = (cast: Cast): fc.Arbitrary<Event> =>
  fc.record({
    body: fc.oneof({ weight: 9, arbitrary: eventNear(cast).map(json) }, { weight: 1, arbitrary: anything.map(json) }),
    signature: fc.oneof(
      { weight: 5, arbitrary: fc.constant('good') },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('t=1,v1=00', 't=,v1=', 'v1=a', 't=1e9', ',,,', `t=1,${'v1=a,'.repeat(500)}`)
          .chain(near),
      },
    ),
  });

function signatureOf({ body, signature }: Event): string {
  if (signature !== 'good') return signature.replace(/[^\t -~]/g, '');
  const at = Math.floor(Date.now() / 1000);
  return `t=${at},v1=${createHmac('sha256', STRIPE_SECRET).update(`${at}.${body}`).digest('hex')}`;
}

export const processor = property('events of the processor', eventOf, async (attack, _, event) => {
  const headers = ['content-type', 'application/json', 'stripe-signature', signatureOf(event)];
  const outgoing: Outgoing = { method: 'POST', target: '/api/v1/webhooks/stripe', headers, body: event.body };
  const first = await attack.once(outgoing);
  if (event.signature !== 'good' && first.reply.status < 300)
    throw new PropertyViolation('an unsigned event was accepted', first.reply);
  await attack.assertSameRefusal(outgoing, first);
});

const PATHS = [
  '/auth/login',
  '/auth/callback',
  '/auth/signed-in',
  '/auth/refresh',
  '/auth/logout',
  '/.well-known/jwks.json',
  '/api/v1/health',
  '/livez',
  '/readyz',
  '/api/v1/openapi.json',
  '/docs',
  '/docs/',
  '/',
  '/graphql',
  '/metrics',
  '/api/v1',
  '/api/v2/principals',
  '/agents',
  '/errors/x',
];
const odd = fc.constantFrom(
  '',
  '//',
  '/..',
  '/%2e%2e/',
  '/%00',
  '/%',
  '?%',
  '?a=%FF',
  '#x',
  ';x',
  '/%F0%9F%92%A9',
  '?return_to=//evil.example',
  '?return_to=/%5Cevil',
  '?state=x&code=y',
  '?__proto__[x]=1',
);

interface UnsignedRequest {
  readonly method: string;
  readonly target: string;
  readonly cookie: string;
  readonly origin: string;
  readonly accept: string;
}

/** Encodes the path for a request line. Any other bytes are not HTTP. */
const encodePath = (path: string): string =>
  path.replace(/^[^/]*/, '').replace(/[^!-~]/g, (char) => encodeURIComponent(wellFormed(char))) || '/';

const unsignedRequests = ({ provider }: Cast): fc.Arbitrary<UnsignedRequest> => {
  const path = fc.oneof(
    fc.constantFrom(...PATHS, `/agents/${provider.agentKey}/.well-known/agent-card.json`),
    fc.constant(`/agents/${provider.agentKey}/.well-known/agent-card.json`).chain(near),
    hostileText.map(
      (it) =>
        `/agents/${encodeURIComponent(wellFormed('text' in it ? it.text.slice(0, 800) : ''))}/.well-known/agent-card.json`,
    ),
  );
  return fc.record({
    method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'),
    target: fc.tuple(path, odd).map(([it, more]) => encodePath(it + more)),
    cookie: fc.constantFrom(
      '',
      'ats_sign_in=x',
      `ats_refresh=${'a'.repeat(4_096)}`,
      'ats_jwt=e30.e30.',
      'ats_refresh=%00;ats_sign_in=;;=',
      '__Host-ats_refresh=x; ats_refresh="x"',
    ),
    origin: fc.constantFrom('', 'null', 'https://evil.example', 'here'),
    accept: fc.constantFrom('text/html', '*/*', 'application/json', ''),
  });
};

export const unsignedPaths = property(
  'unsigned paths',
  unsignedRequests,
  async (attack, _, { method, target, cookie, origin, accept }) => {
    const from = origin === 'here' ? attack.service.url : origin;
    const headers = [
      ['cookie', cookie],
      ['origin', from],
      ['accept', accept],
    ].filter(([, value]) => value !== '');
    const outgoing: Outgoing = { method, target, headers: headers.flat() };
    const first = await attack.once(outgoing);
    await attack.assertSameRefusal(outgoing, first);
  },
);
