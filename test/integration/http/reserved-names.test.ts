import { useTestApp } from '../../support/app';
import { query, refusedAs, send, type Sent, signerOf } from '../../support/exchange';
import { body, ownerRest, restOf, under } from '../../support/rest';
import { createParty, type Party } from '../../support/actors';

/** Names of clients that JavaScript objects treat specially: variables, aliases, members and parameters. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: Party;
let other: Party;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  other = await createParty(app, 'Other');
});

const sendBody = (text: string): Promise<Sent> => send(app, signerOf(party), { body: text });
/** `JSON.stringify` of a literal would set the prototype. */
const withVariable = (text: string, name: string, value: string): string =>
  `{"query": ${JSON.stringify(text)}, "variables": {${JSON.stringify(name)}: ${JSON.stringify(value)}}}`;

const NAMES = ['constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', '__own', '__defineGetter__'];
// A query is compiled at its third use.
const REPEATS = 5;

// @spec G13
describe('A variable of any name has its value in every execution', () => {
  it.each(NAMES)('$%s', async (name) => {
    const text = `query ($${name}: ID) { principal(principalKey: $${name}) { id } }`;
    for (let n = 0; n < REPEATS; n += 1) {
      const own = await sendBody(withVariable(text, name, party.principalKey));
      expect(own.json.data).toEqual({ principal: { id: party.principalKey } });
      const foreign = await sendBody(withVariable(text, name, other.principalKey));
      expect(foreign.json.data).toEqual({ principal: null });
      refusedAs(foreign, 'principal_access_denied');
      const absent = await sendBody(query(text));
      expect(absent.json.data).toEqual({ principal: { id: party.principalKey } });
    }
  });
});

// @spec G11
describe('The name __proto__ in a document is 400 validation_failed', () => {
  it.each([
    ['a variable', 'query ($__proto__: ID) { principal(principalKey: $__proto__) { id } }'],
    ['an alias', '{ __proto__: principal { id } }'],
    ['an operation', 'query __proto__ { principal { id } }'],
    ['a fragment', '{ ...__proto__ } fragment __proto__ on Query { principal { id } }'],
    ['a member of an object', 'mutation { registerAgent(input: { card: { __proto__: { a: 1 } } }) { agent { id } } }'],
    ['an unknown field', '{ __proto__ }'],
  ])('as %s', async (_, text) => {
    for (let n = 0; n < REPEATS; n += 1) {
      const sent = await send(app, signerOf(party), {
        body: withVariable(text, '__proto__', other.principalKey),
        key: `proto-${String(n)}`,
      });
      expect(sent.status).toBe(400);
      expect(refusedAs(sent, 'validation_failed')).toMatchObject({ fields: [{ pointer: '/query' }] });
    }
  });
});

// @spec G12
describe('An alias of any other name is a member of the answer', () => {
  it.each(NAMES)('%s', async (name) => {
    for (let n = 0; n < REPEATS; n += 1) {
      const sent = await sendBody(query(`{ principal { ${name}: id } }`));
      expect(Object.entries(sent.json.data?.['principal'] ?? {})).toEqual([[name, party.principalKey]]);
    }
  });
});

describe('Members of JSON', () => {
  it('should not give a GraphQL request its query by a prototype', async () => {
    const sent = await sendBody(`{"__proto__": {"query": "{ service { version } }"}}`);
    expect(refusedAs(sent, 'validation_failed')).toMatchObject({ fields: [{ pointer: '/query' }] });
  });

  it('should not give a REST input its members by a prototype', async () => {
    const sent = await ownerRest(app, party).patch(under(party), `{"__proto__": {"display_name": "Inherited"}}`);
    expect(sent.status).toBe(400);
    expect(sent.json['fields']).toContainEqual({ pointer: '/__proto__', detail: 'is not known here' });
  });

  it.each(['__proto__', 'constructor'])('should refuse %s as a parameter of a query string', async (name) => {
    const sent = await restOf(app, party).get(`${under(party)}/listings?${name}=1`);
    expect(sent.status).toBe(400);
    expect(sent.json['fields']).toEqual([{ pointer: `/${name}`, detail: 'is no parameter of this path' }]);
  });

  it('should stay in an agent card as they came', async () => {
    const card = `{"name": "Named", "description": "d", "version": "1", "capabilities": {}, "constructor": {"prototype": 1},
      "__proto__": {"capabilities": {"pushNotifications": true}}}`;
    const sent = await ownerRest(app, party).post(`${under(party)}/agents`, `{"card": ${card}}`);
    const agent = body<{ agent_key: string }>(sent, 201);
    const read = await restOf(app, party).get(`${under(party)}/agents/${agent.agent_key}`);
    const stored = body<{ card: object; capabilities: object }>(read);
    expect(Object.keys(stored.card).sort()).toEqual(Object.keys(JSON.parse(card) as object).sort());
    expect(JSON.stringify(Object.getOwnPropertyDescriptor(stored.card, '__proto__')?.value)).toBe(
      '{"capabilities":{"pushNotifications":true}}',
    );
    expect(({} as Record<string, unknown>)['pushNotifications']).toBeUndefined();
  });
});
