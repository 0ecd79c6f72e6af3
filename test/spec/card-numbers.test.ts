import { randomUUID } from 'node:crypto';
import { useTestApp } from '../support/app';
import { createParty, type Party } from '../support/actors';
import { refusedAs, send, type Sent } from '../support/exchange';
import { body, ownerRest, restOf, under } from '../support/rest';

/** The numbers of an agent card over both surfaces: docs/specification.md, Agent. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: Party;
beforeAll(async () => {
  party = await createParty(app, 'Counter');
});

const mutation = (card: string, declared = ''): string =>
  `mutation ${declared} { registerAgent(input: { principalKey: "${party.principalKey}", card: ${card} }) { agent { agentKey card } } }`;
const sendGraphql = (text: string): Promise<Sent> =>
  send(app, ownerRest(app, party).signer, { body: text, key: randomUUID() });

/** Registers a card with the member `x`, whose JSON text is the same in GraphQL. */
const surfaces: readonly [string, (x: string) => Promise<Sent>][] = [
  ['REST', (x) => ownerRest(app, party).post(`${under(party)}/agents`, `{"card":{"capabilities":{},"x":${x}}}`)],
  [
    'GraphQL variable',
    (x) =>
      sendGraphql(
        `{"query":${JSON.stringify(mutation('$card', '($card: JSONObject!)'))},"variables":{"card":{"capabilities":{},"x":${x}}}}`,
      ),
  ],
  ['GraphQL literal', (x) => sendGraphql(JSON.stringify({ query: mutation(`{ capabilities: {}, x: ${x} }`) }))],
];

describe.each(surfaces)('The numbers of a card by %s', (surface, register) => {
  // @spec A17
  it.each([
    ['12345678901234567890', '/card/x'],
    ['9007199254740993', '/card/x'],
    ['[1, [0.1, -9007199254740993]]', '/card/x/1/1'],
    ['0.1000000000000000055', '/card/x'],
    ['1e400', '/card/x'],
    ['1e-400', '/card/x'],
    ['{a_b: [12345678901234567890]}', '/card/x/a_b/0'],
  ])('should be refused with 400 and a path, if JavaScript would change them: %s', async (x, pointer) => {
    const json = surface === 'GraphQL literal' ? x : x.replace('a_b', '"a_b"');
    const refused = refusedAs(await register(json), 'validation_failed');
    expect(refused).toMatchObject({
      fields: [{ pointer, detail: 'must not change as a JavaScript number: send it as a string' }],
    });
  });

  // @spec A3
  it('should be kept in the answer, the list and the public card, if JavaScript keeps them', async () => {
    const x = '[0.1,[9007199254740991,-1.5],1e+21,5e-324,"12345678901234567890"]';
    const sent = await register(x);
    expect(sent.text).toContain(`"x":${x}`);
    const listed = await restOf(app, party).get(`${under(party)}/agents?limit=1`);
    const [agent] = body<{ data: { agent_key: string }[] }>(listed).data;
    expect(listed.text).toContain(`"x":${x}`);
    const card = await fetch(`${app.url}/agents/${agent?.agent_key ?? ''}/.well-known/agent-card.json`);
    expect(await card.text()).toContain(`"x":${x}`);
  });
});

// @spec A17
it('should refuse a number in the default value of a variable', async () => {
  const query = mutation('$card', '($card: JSONObject! = { capabilities: {}, x: 12345678901234567890 })');
  expect(refusedAs(await sendGraphql(JSON.stringify({ query })), 'validation_failed')).toMatchObject({
    fields: [{ pointer: '/card/x' }],
  });
});
