import fc from 'fast-check';
import { Browser, signIn } from '../../test/integration/sign-in/support';
import type { Attack } from './attack';
import type { Cast } from './cast';
import { PropertyViolation } from './reply-check';
import { property } from './property';
import { type Change, change, changes } from './signatures';
import { anything, json } from './values';
import type { Outgoing, Reply } from './wire';

/**
 * Requests to the two paths that take a session cookie: refresh and sign-out. Cookies, headers and bodies vary around
 * the refresh token of a signed-in human.
 */

interface SessionRequest {
  readonly path: '/auth/refresh' | '/auth/logout';
  readonly method: string;
  readonly query: string;
  /** `living` is the current token of the session, `old` the previous one. */
  readonly token: 'living' | 'old' | 'changed' | 'none';
  readonly how: Change;
  /** Cookie headers. `{}` stands for the token. */
  readonly cookies: readonly string[];
  /** Origin headers. `here` is the service's own. */
  readonly origins: readonly string[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Buffer | undefined;
}

// Cookie headers from which the service reads the token: the first cookie of the name, with or without spaces.
const PLAIN = [
  'ats_refresh={}',
  'a=b; ats_refresh={}',
  '  ats_refresh= {} ;ats_jwt=x',
  ';=;ats_refresh={};ats_refresh=x',
];
const ODD = [
  'ats_refresh="{}"',
  'ats_refresh=x; ats_refresh={}',
  'ATS_REFRESH={}',
  '__Host-ats_refresh={}',
  'ats_refresh={}{}',
  'ats_refresh={}\xff',
  'ats_refresh=%20{}',
  'ats_sign_in={}; ats_jwt={}',
  'ats_refresh',
  '{}',
  `${'a=b; '.repeat(1_500)}ats_refresh={}`,
  `ats_refresh=${'a'.repeat(4_097)}`,
];
const ORIGINS = [
  'null',
  '',
  'https://evil.example',
  'here/',
  'here.evil.example',
  'HERE',
  'here, here',
  'x'.repeat(4_000),
];
const HEADERS: readonly (readonly [string, string])[] = [
  ['content-type', 'application/json'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data; boundary='],
  ['content-type', ';'],
  ['content-type', 'text/plain; charset="'],
  ['content-encoding', 'gzip'],
  ['accept', 'text/html'],
  ['accept', ',,,'],
  ['authorization', 'Bearer a.b.c'],
  ['signature', 'ats=:AAAA:'],
  ['sec-fetch-site', 'cross-site'],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['expect', '100-continue'],
];

const bodies: fc.Arbitrary<string | Buffer | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: anything.map(json) },
  { weight: 1, arbitrary: fc.constantFrom('', '{', '{"refresh_token":"x"}', 'ats_refresh=x&origin=here', '--\r\n--') },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((it) => Buffer.from(it)) },
  // Larger than the body limit.
  { weight: 1, arbitrary: fc.constant('x'.repeat(2 * 1024 * 1024)) },
);

const sessionRequests: fc.Arbitrary<SessionRequest> = fc.record({
  path: fc.constantFrom('/auth/refresh', '/auth/refresh', '/auth/logout'),
  method: fc.oneof(
    { weight: 5, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH') },
  ),
  query: fc.constantFrom('', '', '', '?', '?x=%FF', '?ats_refresh=x'),
  token: fc.constantFrom('living', 'living', 'living', 'old', 'old', 'changed', 'none'),
  how: changes,
  cookies: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...PLAIN).map((it) => [it]) },
    { weight: 2, arbitrary: fc.array(fc.constantFrom(...PLAIN, ...ODD), { maxLength: 2 }) },
  ),
  origins: fc.oneof(
    { weight: 3, arbitrary: fc.constant(['here']) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom('here', ...ORIGINS), { maxLength: 2 }) },
  ),
  headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }),
  body: bodies,
});

/** A signed-in human: the current and the previous token of the session. */
interface SessionTokens {
  readonly living: string;
  readonly old: string;
}

// One session for each cast. It is removed when a request may have ended it.
const tokensByCast = new WeakMap<Cast, SessionTokens>();

async function sessionOf({ service: { url } }: Attack, cast: Cast): Promise<SessionTokens> {
  const current = tokensByCast.get(cast);
  if (current) return current;
  const browser = new Browser();
  await signIn(browser, { url }, cast.provider.subject);
  const token = (): string => browser.jar().get('/ ats_refresh') ?? '';
  const old = token();
  await browser.post(`${url}/auth/refresh`);
  const session = { living: token(), old };
  tokensByCast.set(cast, session);
  return session;
}

const tokenOf = ({ token, how }: SessionRequest, { living, old }: SessionTokens): string =>
  ({ living, old, changed: change(living, how).replace(/[^\t -~\x80-\xff]/g, ''), none: '' })[token];

function outgoingOf(url: string, knock: SessionRequest, token: string): Outgoing {
  const cookies = knock.cookies.flatMap((it) => ['cookie', it.replaceAll('{}', token)]);
  const origins = knock.origins.flatMap((it) => [
    'origin',
    it.replaceAll('here', url).replaceAll('HERE', url.toUpperCase()),
  ]);
  const headers = [...cookies, ...origins, ...knock.headers.flat()];
  return { method: knock.method, target: knock.path + knock.query, headers, body: knock.body };
}

const setCookiesOf = ({ headers }: Reply): string[] => [headers['set-cookie'] ?? []].flat();

const fromHere = ({ method, origins }: SessionRequest): boolean => method === 'POST' && origins.join() === 'here';

/** The current token in the form a browser sends. */
const isPlain = (knock: SessionRequest): boolean =>
  fromHere(knock) && knock.token === 'living' && PLAIN.includes(knock.cookies[0] ?? '');

// Refusals of an unexpected body or content type.
const OF_THE_BODY = [413, 415];

const COOKIE = /^ats_(refresh|jwt|sign_in)=[A-Za-z0-9._-]*; /;

function assertSessionReply(knock: SessionRequest, reply: Reply): void {
  const { status } = reply;
  if (!setCookiesOf(reply).every((it) => COOKIE.test(it)))
    throw new PropertyViolation(`unexpected cookies: ${setCookiesOf(reply).join()}`, reply);
  if (!fromHere(knock) && (status < 300 || setCookiesOf(reply).length > 0))
    throw new PropertyViolation('a request of another origin was accepted', reply);
  const refreshed = knock.path === '/auth/refresh' && status < 300;
  if (refreshed && knock.token !== 'living') throw new PropertyViolation('an invalid token was renewed', reply);
  if (isPlain(knock) && status >= 300 && !OF_THE_BODY.includes(status))
    throw new PropertyViolation('a valid session was refused', reply);
}

/** Updates the session after the request. */
function settle(cast: Cast, knock: SessionRequest, session: SessionTokens, reply: Reply): void {
  const next = setCookiesOf(reply).flatMap((it) => /^ats_refresh=([A-Za-z0-9._-]+);/.exec(it)?.[1] ?? [])[0];
  if (next !== undefined) tokensByCast.set(cast, { living: next, old: session.living });
  else if (fromHere(knock) && (knock.token === 'old' || knock.path === '/auth/logout')) tokensByCast.delete(cast);
}

export const signingIn = property(
  'session cookies',
  () => sessionRequests,
  async (attack, cast, knock) => {
    const session = await sessionOf(attack, cast);
    const token = tokenOf(knock, session);
    // Spaces around a token do not belong to it.
    if (knock.token === 'changed' && token.trim() === session.living) return;
    const outgoing = outgoingOf(attack.service.url, knock, token);
    const { late } = attack.pace;
    const first = await attack.once(outgoing);
    if (attack.pace.late > late) {
      // The request was sent more than once, and a token works once.
      tokensByCast.delete(cast);
      return;
    }
    settle(cast, knock, session, first.reply);
    assertSessionReply(knock, first.reply);
    if (first.reply.status < 300 && knock.path === '/auth/refresh') return;
    const again = await attack.once(outgoing);
    if (again.reply.status !== first.reply.status || again.judged.refusal !== first.judged.refusal)
      throw new PropertyViolation(
        `the second answer differs from ${first.reply.status} ${first.reply.text}`,
        again.reply,
      );
  },
  2,
);
