import { randomUUID } from 'node:crypto';
import type { Signer } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { codeOf, query, refusedAs, send, type Sent, signerOf } from '../../support/exchange';
import { body as bodyOf, restAs } from '../../support/rest';
import { balances, buyTickets, createParty, mutate, type Party } from '../../support/actors';

/** Every check reads the arguments as the executor coerces them. */

const app = useTestApp();
let party: Party;
let otherParty: Party;
let signer: Signer;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  otherParty = await createParty(app, 'Stranger');
  signer = signerOf(party);
  await buyTickets(party);
});

const signerFor = (subject: string): Signer => ({ credential: app.console, acting: { provider: 'test', subject } });

/** Makes a human an owner of the party's principal, and returns a function that removes the binding. */
async function bind(subject: string): Promise<() => Promise<unknown>> {
  const { principalKey, owner } = party;
  const { binding } = await mutate<{ binding: { bindingId: string } }>(
    owner,
    'putBinding',
    { principalKey, provider: 'test', subject, role: 'OWNER' },
    'binding { bindingId }',
  );
  return () => mutate(owner, 'removeBinding', { principalKey, bindingId: binding.bindingId }, '__typename');
}

const ISSUE = 'createCredential(input: { principalKey: $p }) { credential { apiKey signingSecret } }';
const issuing = (): [string, string, object][] => [
  ['a default of the document', `mutation ($p: ID = "${party.principalKey}") { ${ISSUE} }`, {}],
  ['a variable', `mutation ($p: ID) { ${ISSUE} }`, { p: party.principalKey }],
  [
    'a default of a fragment’s variable',
    `mutation ($p: ID = "${party.principalKey}") { ...f } fragment f on Mutation { ${ISSUE} }`,
    {},
  ],
  [
    'the default of a whole input',
    `mutation ($i: CreateCredentialInput = { principalKey: "${party.principalKey}" }) { createCredential(input: $i) { credential { signingSecret } } }`,
    {},
  ],
];

// @spec ID15
describe('Actor scope and role are checked before a stored answer is looked up', () => {
  it.each([0, 1, 2, 3])('should refuse a removed owner, wherever the principal is named (%i)', async (at) => {
    const [, text, variables] = issuing()[at] ?? ['', '', {}];
    const subject = `removed-${randomUUID()}`;
    const unbind = await bind(subject);
    const request = { body: query(text, variables), key: randomUUID() };
    const first = await send(app, signerFor(subject), request);
    expect(first.text).toContain(['sk', 'live'].join('_'));
    const replayed = await send(app, signerFor(subject), request);
    expect([replayed.text, replayed.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    await unbind();
    const after = await send(app, signerFor(subject), request);
    expect(after.text).not.toContain(['sk', 'live'].join('_'));
    expect([codeOf(after), after.headers.get('idempotency-replayed')]).toEqual(['principal_access_denied', null]);
  });

  it('should refuse a removed owner over REST, where the principal is in the path', async () => {
    const subject = `removed-${randomUUID()}`;
    const unbind = await bind(subject);
    const rest = restAs(app, signerFor(subject));
    const path = `/principals/${party.principalKey}/credentials`;
    const key = randomUUID();
    bodyOf(await rest.post(path, undefined, { key }), 201);
    await unbind();
    const after = await rest.post(path, undefined, { key });
    expect([after.status, codeOf(after)]).toEqual([403, 'principal_access_denied']);
  });

  it('should not check the scope of a skipped field', async () => {
    const text = `mutation ($no: Boolean!, $p: ID) {
      createCredential(input: { principalKey: $p }) @skip(if: $no) { credential { apiKey } }
      reserveBond(input: { amountStamps: 1 }) @include(if: $no) { principal { principalKey } } }`;
    const sent = await send(app, signer, { body: query(text, { no: true }), key: randomUUID() });
    expect(sent.json.data).toEqual({ reserveBond: { principal: { principalKey: party.principalKey } } });
    expect(codeOf(await send(app, signer, { body: query(text, { no: false }), key: randomUUID() }))).toBe(
      'principal_owner_required',
    );
  });
});

const PAGE = 'query ($f: Int) { principal { trades(first: $f) { nodes { id } } } }';
const NODE = 'query ($f: ID!) { node(id: $f) { id } }';
const NODES = 'query ($f: [ID!]!) { nodes(ids: $f) { id } }';
const BOND = 'mutation ($i: ReserveBondInput!) { reserveBond(input: $i) { principal { id } } }';

describe('Invalid variables are 400 validation_failed', () => {
  it.each([
    ['text for a number', PAGE, { f: 'x' }],
    ['a fraction for a number', PAGE, { f: 1.5 }],
    ['a missing required variable', NODE, {}],
    ['null for a required variable', NODE, { f: null }],
    ['null in a list', NODES, { f: [null] }],
    ['an object for a key', NODES, { f: [{ a: 1 }] }],
    ['a list in a list', NODES, { f: [[['x']]] }],
    ['null instead of a default', 'query ($f: [ID!]! = ["x"]) { nodes(ids: $f) { id } }', { f: null }],
    ['text for an amount', BOND, { i: { amountStamps: '1' } }],
    ['an object for a principal', BOND, { i: { principalKey: {}, amountStamps: 1 } }],
    ['a list for a principal', BOND, { i: { principalKey: ['x'], amountStamps: 1 } }],
    ['an unknown member', BOND, { i: { amountStamps: 1, more: 1 } }],
    ['no input', BOND, {}],
  ])('%s', async (_, text, variables) => {
    const before = await balances(party);
    const sent = await send(app, signer, { body: query(text, variables), key: randomUUID() });
    expect(sent.status).toBe(400);
    expect(refusedAs(sent, 'validation_failed')['fields']).toContainEqual({
      pointer: expect.stringMatching(/^(\/[a-z0-9_]+)*$/) as string,
      path: expect.any(Array) as unknown[],
      detail: expect.any(String) as string,
    });
    expect(await balances(party)).toEqual(before);
  });

  it('should answer principal_access_denied for a number as principal key', async () => {
    const sent = await send(app, signer, {
      body: query(BOND, { i: { principalKey: 5, amountStamps: 1 } }),
      key: randomUUID(),
    });
    expect(codeOf(sent)).toBe('principal_access_denied');
  });

  it('should answer with a short detail for a long variable', async () => {
    const sent = await send(app, signer, { body: query(PAGE, { f: 'x'.repeat(200_000) }) });
    expect([sent.status, sent.text.length < 5_000]).toEqual([400, true]);
  });

  it('should answer 422 first when the key was used with another body', async () => {
    const key = randomUUID();
    await send(app, signer, { body: query(BOND, { i: { amountStamps: 1 } }), key });
    expect(codeOf(await send(app, signer, { body: query(BOND, { i: {} }), key }))).toBe('idempotency_key_reused');
  });
});

const reserving = (as: Signer, key: string): Promise<Sent> =>
  send(app, as, { body: query(BOND, { i: { amountStamps: 1 } }), key });

// @spec ID11
describe('Idempotency-Key: 1–255 visible ASCII characters', () => {
  it.each(['$now', `$now';SELECT/**/1;--`, '${now}', "a'b", '"a\\\\b"', '$1', "E'\\x'", '$&', '$$', '`'])(
    'should be stored without any interpretation: %s',
    async (key) => {
      const first = await reserving(signer, key);
      expect(first.json.errors).toBeUndefined();
      expect(first.json.data).toMatchObject({ reserveBond: {} });
      expect((await reserving(signer, key)).text).toBe(first.text);
    },
  );

  it.each(['$now', "a'b", '$now$now', 'x\\'])(
    'should be stored with an acting subject of special characters: %s',
    async (name) => {
      const subject = `${name}${randomUUID()}`;
      const body = query('mutation { provisionPrincipal(input: { displayName: "A" }) { principal { displayName } } }');
      const sent = await send(app, signerFor(subject), { body, key: randomUUID() });
      expect(sent.json.data).toEqual({ provisionPrincipal: { principal: { displayName: 'A' } } });
    },
  );

  it('should move funds with the longest key, provider and subject', async () => {
    const acting = { provider: 'p'.repeat(255), subject: `${'s'.repeat(219)}${randomUUID()}` };
    const sendMutation = async (text: string, key: string): Promise<Sent> =>
      send(app, { credential: app.console, acting }, { body: query(`mutation { ${text} }`), key: key.repeat(255) });
    const provisioned = await sendMutation(
      'provisionPrincipal(input: { displayName: "A" }) { principal { principalKey } }',
      'p',
    );
    const { principalKey } = provisioned.json.data?.['provisionPrincipal']?.['principal'] as { principalKey: string };
    const bought = await sendMutation(
      'purchaseTickets(input: { pack: STARTER, to: WALLET }) { purchase { checkoutUrl } }',
      'b',
    );
    const { checkoutUrl } = bought.json.data?.['purchaseTickets']?.['purchase'] as { checkoutUrl: string };
    await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' });
    const fund = `fundPrincipal(input: { principalKey: "${principalKey}", amountStamps: 7 }) { walletBalanceStamps }`;
    expect((await sendMutation(fund, 'f')).json).toEqual({ data: { fundPrincipal: { walletBalanceStamps: 993 } } });
  });
});

describe('A root field that fails rolls back the whole request', () => {
  const FAILS = 'principal { agent(agentKey: $a) { webhookDeliveries(first: 0) { nodes { id } } } }';

  it('should answer without data when a nested field fails', async () => {
    const before = await balances(party);
    const text = `mutation ($a: ID!) { one: reserveBond(input: { amountStamps: 1 }) { principal { bondAvailableStamps } }
      two: reserveBond(input: { amountStamps: 2 }) { ${FAILS} } }`;
    const sent = await send(app, signer, { body: query(text, { a: party.agentKey }), key: randomUUID() });
    expect([sent.status, sent.json.data]).toEqual([200, null]);
    refusedAs(sent, 'validation_failed');
    expect(await balances(party)).toEqual(before);
  });
});

it('The stored answer of another principal with the same key is never returned', async () => {
  const key = randomUUID();
  const first = await reserving(signer, key);
  const other = await reserving(signerOf(otherParty), key);
  expect(codeOf(other)).toBe('principal_bond_insufficient_balance');
  expect((await reserving(signer, key)).text).toBe(first.text);
});
