import { diagnose } from '../../../packages/console/src/screens/doctor/diagnose';
import { signRequest } from '../../../src/client';

/** The signature doctor of the console, with requests that the client package signs. */

const BODY = '{"query":"{ service { version } }"}';
const now = new Date('2026-11-26T12:00:00Z');

function signed(mode: 'live' | 'test') {
  const credential = { apiKey: `ak_${mode}_abc`, signingSecret: [`sk_${mode}`, 'a'.repeat(52)].join('_') };
  const headers = { 'content-type': 'application/json' };
  const request = signRequest(
    { method: 'POST', url: 'http://127.0.0.1:4000/graphql', headers, body: BODY },
    { credential },
    { now },
  );
  const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return { method: 'POST', url: request.url, headers: lines.join('\n'), body: BODY, secret: credential.signingSecret };
}

test.each(['live', 'test'] as const)('finds no error in a request that a key of kind %s signed', async (mode) => {
  const { findings } = await diagnose(signed(mode), now.getTime());
  expect(findings.filter(({ isError }) => isError)).toEqual([]);
  expect(findings.map(({ text }) => text)).toContain('The signature fits this secret.');
});

test.each(['live', 'test'] as const)('finds the changed body of a request of a key of kind %s', async (mode) => {
  const { findings } = await diagnose({ ...signed(mode), body: `${BODY} ` }, now.getTime());
  expect(findings.filter(({ isError }) => isError)).toHaveLength(1);
});
