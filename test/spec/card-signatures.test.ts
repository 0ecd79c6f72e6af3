import { AgentCard, generateAgentCardSignature } from '@a2a-js/sdk';
import canonicalize from 'canonicalize';
import { FlattenedSign, generateKeyPair, exportJWK, type CryptoKey, type JWK } from 'jose';
import { startTestApp, type TestApp } from '../support/app';
import { mutate, type ProvisionedParty, provisioned, refusalOf } from '../support/parties';
import { type Receiver, startReceiver } from '../support/receiver';

/** Specification, Agent: the signatures of submitted cards. */
let app: TestApp;
let party: ProvisionedParty;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = await Promise.all([startTestApp({ ATS_ROLE: 'api' }), startReceiver()]);
  party = await provisioned(app);
});
afterAll(() => Promise.all([app.stop(), receiver.stop()]));

interface Signer {
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly key: JWK;
}

async function signerOf(alg: string, kid: string): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  return { alg, privateKey, key: { ...(await exportJWK(publicKey)), kid } };
}

const CARD = { name: 'Signed', description: 'Has fractions.', capabilities: {}, ratio: 0.1, large: 1e21, empty: [] };

/** Signs a card as it is. */
async function sign(card: object, { alg, privateKey, key }: Signer, header: object = {}): Promise<object> {
  const payload = new TextEncoder().encode(canonicalize(card));
  const { protected: head, signature } = await new FlattenedSign(payload)
    .setProtectedHeader({ alg, typ: 'JOSE', kid: key.kid ?? '', ...header })
    .sign(privateKey);
  return { ...card, signatures: [{ protected: head, signature }] };
}

const register = (card: object, cardKeys?: readonly JWK[]) =>
  mutate<{ agent: { agentKey: string; cardConformance: { signature: string }; cardKeys: JWK[] } }>(
    party.owner,
    'registerAgent',
    { principalKey: party.principalKey, card, ...(cardKeys && { cardKeys }) },
    'agent { agentKey cardConformance { signature } cardKeys }',
  );
const statusOf = async (card: object, cardKeys?: readonly JWK[]): Promise<string> =>
  (await register(card, cardKeys)).agent.cardConformance.signature;

// @spec A28
test.each(['ES256', 'EdDSA', 'RS256'])('A signature with %s is verified by the key of the agent', async (alg) => {
  const signer = await signerOf(alg, 'one');
  const signed = await sign(CARD, signer);
  expect(await statusOf(signed, [signer.key])).toBe('VERIFIED');
  expect(await statusOf({ ...signed, name: 'Changed' }, [signer.key])).toBe('INVALID');
});

// @spec A28
test('A card that the A2A SDK has signed is verified', async () => {
  const signer = await signerOf('ES256', 'sdk');
  const card = AgentCard.fromJSON({
    name: 'From the SDK',
    description: 'Signed without its empty members.',
    version: '1.0.0',
    supportedInterfaces: [{ url: 'https://agent.example/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: [],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 's', name: 'Skill', description: 'Does it.', tags: ['t'], examples: [] }],
  });
  const signed = await generateAgentCardSignature(signer.privateKey, { alg: 'ES256', kid: 'sdk', typ: 'JOSE' })(card);
  const json = AgentCard.toJSON(signed) as object;
  expect(await statusOf(json, [signer.key])).toBe('VERIFIED');
  expect(await statusOf({ ...json, defaultInputModes: [] }, [signer.key])).toBe('VERIFIED');
});

// @spec A28
test('A card without a signature is NONE, and one whose key the agent lacks is UNKNOWN_KEY', async () => {
  const [signer, other] = await Promise.all([signerOf('ES256', 'one'), signerOf('ES256', 'two')]);
  const signed = await sign(CARD, signer);
  expect(await statusOf(CARD, [signer.key])).toBe('NONE');
  expect(await statusOf({ ...CARD, signatures: [] })).toBe('NONE');
  expect(await statusOf(signed)).toBe('UNKNOWN_KEY');
  expect(await statusOf(signed, [other.key])).toBe('UNKNOWN_KEY');
  expect(await statusOf(signed, [other.key, signer.key])).toBe('VERIFIED');
});

// @spec A28
test('A malformed signature, another key with the same id, and another algorithm are INVALID', async () => {
  const [signer, other] = await Promise.all([signerOf('ES256', 'one'), signerOf('ES256', 'one')]);
  const signed = await sign(CARD, signer);
  expect(await statusOf(signed, [other.key])).toBe('INVALID');
  const rsa = await signerOf('RS256', 'one');
  expect(await statusOf(await sign(CARD, rsa), [signer.key])).toBe('INVALID');
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'one' })).toString('base64url');
  for (const signature of [
    { protected: 'no header', signature: 'x' },
    { protected: none, signature: '' },
  ]) {
    expect(await statusOf({ ...CARD, signatures: [signature] }, [signer.key])).toBe('INVALID');
  }
});

// @spec A29
test('The address of keys in a signature is never fetched', async () => {
  const signer = await signerOf('ES256', 'one');
  receiver.on('/keys', (_, response) => response.end(JSON.stringify({ keys: [signer.key] })));
  expect(await statusOf(await sign(CARD, signer, { jku: receiver.url('/keys') }))).toBe('UNKNOWN_KEY');
  expect([receiver.of('/keys').length, receiver.connections()]).toEqual([0, 0]);
});

// @spec A28
test('A new card is checked with the keys of the agent, or with new ones, which replace them', async () => {
  const [signer, next] = await Promise.all([signerOf('EdDSA', 'one'), signerOf('ES256', 'two')]);
  const { agent } = await register(await sign(CARD, signer), [signer.key]);
  const replace = (card: object, cardKeys?: readonly JWK[]) =>
    mutate<{ agent: { cardConformance: { signature: string }; cardKeys: JWK[] } }>(
      party.owner,
      'updateAgentCard',
      { principalKey: party.principalKey, agentKey: agent.agentKey, card, ...(cardKeys && { cardKeys }) },
      'agent { cardConformance { signature } cardKeys }',
    );
  const kids = async (work: ReturnType<typeof replace>) => {
    const { agent: row } = await work;
    return [row.cardConformance.signature, row.cardKeys.map(({ kid }) => kid)];
  };
  const second = { ...CARD, name: 'Second' };
  expect(await kids(replace(await sign(second, signer)))).toEqual(['VERIFIED', ['one']]);
  expect(await kids(replace(await sign(second, next)))).toEqual(['UNKNOWN_KEY', ['one']]);
  expect(await kids(replace(await sign(second, next), [next.key]))).toEqual(['VERIFIED', ['two']]);
  expect(await kids(replace(second, []))).toEqual(['NONE', []]);
});

// @spec A30
test('A private key is refused, and no answer repeats it', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const secret = { ...(await exportJWK(privateKey)), kid: 'one' };
  const refusal = await refusalOf(register(CARD, [secret]));
  expect(refusal).toMatchObject({ code: 'validation_failed', fields: [{ pointer: '/card_keys/0' }] });
  expect(JSON.stringify(refusal)).not.toContain(secret.d);
});
