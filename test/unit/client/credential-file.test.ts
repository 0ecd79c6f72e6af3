import { parseCredentialFile } from '../../../src/client';

/** The credential in the text of a file. The MCP server and the command line read it alike. */

const own = { api_key: 'ak_live_1', signing_secret: 'sk_live_secret' };
const credential = { apiKey: own.api_key, signingSecret: own.signing_secret };
const parse = (value: unknown) => parseCredentialFile(JSON.stringify(value), 'own.json');

it.each([
  ['of a console', { role: 'console', ...own }, {}],
  ['of ats demo --save', { principal_key: 'prn_1', agent_id: 'a', ...own }, { principalKey: 'prn_1', agentId: 'a' }],
  ['in the names of GraphQL', { ...credential, agentId: 'a' }, { agentId: 'a' }],
  ['in a response of REST', { principal: { id: 1 }, credential: own }, {}],
  ['in a response of GraphQL', { data: { createCredential: { credential } } }, {}],
  [
    'of the owner of a sandbox',
    { principal_key: 'prn_1', ...own, acting_provider: 'local', acting_subject: 'owner' },
    { principalKey: 'prn_1', acting: { provider: 'local', subject: 'owner' } },
  ],
  ['with half of a human', { ...own, acting_provider: 'local' }, {}],
])('should find the credential %s', (_, value, beside) => {
  expect(parse(value)).toEqual({ credential, ...beside });
});

it.each([
  ['empty', ' \n', 'own.json is empty'],
  ['not JSON', '{"sk_live_secret', 'own.json is not JSON'],
  ['without a credential', '{"api_key": "ak_live_1", "signing_secret": 1}', 'own.json has no credential'],
  ['a list without a credential', '[null, "sk_live_secret", 1]', 'own.json has no credential'],
  ['with several credentials', JSON.stringify({ a: own, b: [own] }), 'own.json has several credentials'],
])('should refuse a file that is %s, without its text', (_, text, message) => {
  expect(() => parseCredentialFile(text, 'own.json')).toThrow(new RegExp(`^${message}((?!sk_live)[^])*$`));
});
