import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtServer, type BuiltServer, type Ran, runCli } from '../../support/built';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { newFolder } from '../../support/folder';

let database: TestDatabase;
let server: BuiltServer;
let folder: string;
let operator: string;
let console_: string;

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const ats = (args: string[], input = ''): Promise<Ran> => runCli(args, server.env, input);
const SERVICE = '{ service { version } }';

/** A principal without tickets, and the file of its credential. */
async function poorParty(): Promise<{ party: string; principalKey: string }> {
  const human = `test:poor:${randomUUID()}`;
  const mutation = `mutation { provisionPrincipal(input: {displayName: "Poor"}) {
    principal { principalKey } credential { apiKey signingSecret } } }`;
  const { stdout } = await ats(['request', '-c', console_, '--acting', human, mutation]);
  const [, principalKey = ''] = /"principalKey": "(\w+)"/.exec(stdout) ?? [];
  return { party: file(`${principalKey}.json`, stdout), principalKey };
}

/** A server that answers every request like this. */
async function answering(answer: (response: ServerResponse) => void) {
  const other = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const close = async (): Promise<void> => {
    other.closeAllConnections();
    other.close();
    await once(other, 'close');
  };
  return { url: `http://127.0.0.1:${String((other.address() as AddressInfo).port)}`, close };
}

beforeAll(async () => {
  database = await freshDatabase();
  server = await builtServer({ DATABASE_URL: database.ownerUrl });
  folder = newFolder('request');
  const issue = async (role: string): Promise<string> =>
    file(`${role}.json`, (await ats(['platform-credential', 'create', '--role', role, '--json'])).stdout);
  operator = await issue('operator');
  console_ = await issue('console');
}, 120_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(server.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
});

describe('ats request signs and sends one request', () => {
  test('with a credential from a file', async () => {
    const { code, stdout, stderr } = await ats(['request', '-c', operator, SERVICE]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ data: { service: { version: expect.any(String) as string } } });
  });

  // @spec SB16
  test('with the credential and the address of the variables that all clients read', async () => {
    const { PORT: _, ...env } = server.env;
    const { code, stdout, stderr } = await runCli(['request', SERVICE], {
      ...env,
      ...{ ATS_CREDENTIAL: operator, ATS_URL: server.url },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('version');
  });

  test('with a credential from standard input, the document from a file', async () => {
    const created = await ats(['platform-credential', 'create', '--role', 'operator', '--json']);
    const { code, stdout } = await ats(['request', '-c', '-', `@${file('q.graphql', SERVICE)}`], created.stdout);
    expect({ code, answer: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      answer: { data: { service: {} } },
    });
  });

  test('a mutation prints its new key, a repeat gets the same response, and the response is a credential file', async () => {
    const mutation = `mutation ($input: ProvisionPrincipalInput!) { provisionPrincipal(input: $input) {
      principal { principalKey } credential { apiKey signingSecret } } }`;
    const args = ['request', '-c', console_, '--acting', 'test:alice:1', '-v', '{"input": {"displayName": "Alice"}}'];
    const first = await ats([...args, mutation]);
    const key = /^Idempotency-Key: (\S+)/m.exec(first.stderr)?.[1] ?? '';
    const again = await ats([...args, '--idempotency-key', key, '--include', mutation]);
    expect(again.stdout).toContain('idempotency-replayed: true');
    expect(again.stdout.slice(again.stdout.indexOf('{'))).toBe(first.stdout);
    const asAlice = await ats(['request', '-c', file('alice.json', first.stdout), '{ principal { displayName } }']);
    expect(JSON.parse(asAlice.stdout)).toEqual({ data: { principal: { displayName: 'Alice' } } });
  });

  test('--print-curl sends nothing and prints a line that works when pasted', async () => {
    const { code, stdout } = await ats(['request', '-c', operator, '--print-curl', SERVICE]);
    expect({ code, line: stdout.startsWith('curl ') }).toEqual({ code: 0, line: true });
    const pasted = await promisify(execFile)('sh', ['-c', stdout]);
    expect(JSON.parse(pasted.stdout)).toMatchObject({ data: { service: {} } });
  });

  test('the variables are sent as their text, so that a large number stays the same', async () => {
    const variables = '{"card": {"x": [12345678901234567890, 1e400]}}';
    const { code, stdout } = await ats(['request', '-c', operator, '--print-curl', '-v', variables, SERVICE]);
    expect({ code, isExact: stdout.includes(variables) }).toEqual({ code: 0, isExact: true });
  });

  test('a path is sent as REST, unsigned without a credential', async () => {
    const { code, stdout } = await ats(['request', '--include', '/readyz']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^HTTP 200 OK\n/);
  });

  test('the secret is never printed', async () => {
    const secret = (
      JSON.parse((await ats(['platform-credential', 'create', '--role', 'operator', '--json'])).stdout) as {
        signing_secret: string;
      }
    ).signing_secret;
    const pair = file('pair.json', JSON.stringify({ apiKey: `ak_live_${'0'.repeat(26)}`, signingSecret: secret }));
    for (const more of [['--print-curl'], ['--include']]) {
      const { stdout, stderr } = await ats(['request', '-c', pair, ...more, SERVICE]);
      expect(stdout + stderr).not.toContain(secret);
    }
  });
});

describe('exit code 1: refused or no response', () => {
  test('a response with errors is printed with its code', async () => {
    const { code, stdout, stderr } = await ats(['request', '-c', operator, '{ service { nonsense } }']);
    expect({ code, lines: stderr.split('\n') }).toEqual({
      code: 1,
      lines: [
        'ats: refused: validation_failed (status 400)',
        expect.stringMatching(/^ats: .*nonsense/) as string,
        expect.stringMatching(/^ats: Remedy: Correct the members in `fields` and send the request again\./) as string,
        '',
      ],
    });
    expect(JSON.parse(stdout)).toMatchObject({ errors: [{ extensions: { code: 'validation_failed' } }] });
  });

  test('a failed field with status 200 exits with 1 and shows the status of the refusal', async () => {
    const { code, stderr } = await ats(['request', '-c', operator, '{ actingPrincipal { id } }']);
    expect({ code, lines: stderr.split('\n') }).toEqual({
      code: 1,
      lines: [
        'ats: refused: platform_only (status 403)',
        expect.stringMatching(/^ats: \w.*\.$/) as string,
        expect.stringMatching(/^ats: Remedy: \w.*\.$/) as string,
        '',
      ],
    });
  });

  const RESERVE = 'mutation { reserveBond(input: {amountStamps: 1}) { principal { id } } }';

  test.each([
    ['GraphQL', [RESERVE]],
    ['REST', ['-d', '{"amount_stamps": 1}', '/api/v1/principals/PRINCIPAL/bond/reserve']],
  ])('a stored refusal by %s offers a new key, also after a repeat with the same key', async (_, call) => {
    const { party, principalKey } = await poorParty();
    const args = ['request', '-c', party, ...call.map((part) => part.replace('PRINCIPAL', principalKey))];
    const refusal = [
      'ats: refused: principal_bond_insufficient_balance (status 402)',
      expect.stringMatching(/^ats: \w.*\.$/) as string,
      expect.stringMatching(/^ats: Remedy: Buy tickets .*with a new idempotency key\.$/) as string,
      'ats: The key keeps this refusal. Send the corrected request without --idempotency-key, so that it gets a new key.',
      '',
    ];
    const first = await ats(args);
    const [announced, ...lines] = first.stderr.split('\n');
    expect({ code: first.code, lines }).toEqual({ code: 1, lines: refusal });
    expect(announced).toMatch(/^Idempotency-Key: [0-9a-f-]{36}$/);
    const again = await ats([...args, '--idempotency-key', announced?.split(' ')[1] ?? '']);
    expect(again.stderr.split('\n')).toEqual(refusal);
  });

  test('a stored refusal of a key in the input asks for a new key there', async () => {
    const { party } = await poorParty();
    const mutation = 'mutation { reserveBond(input: {amountStamps: 1, idempotencyKey: "k"}) { principal { id } } }';
    const { stderr } = await ats(['request', '-c', party, mutation]);
    expect(stderr).toMatch(/\nats: The key keeps this refusal\. .* with a new `idempotencyKey` in its input\.\n$/);
  });

  test.each([
    ['503', 503, { code: 'service_unavailable', detail: 'The database is away.', recovery: 'transient' }],
    ['429', 429, { code: 'rate_limited', detail: 'Too many requests.', recovery: 'transient' }],
    ['409 of a key in progress', 409, { code: 'idempotency_key_in_progress', detail: 'Wait.', recovery: 'transient' }],
    ['502 of a proxy', 502, '<html>'],
  ])('a %s offers the same key', async (_, status, body) => {
    const { url, close } = await answering((response) => {
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify({ status, ...body }));
    });
    const { code, stderr } = await ats(['request', '--url', url, '-c', operator, '-d', '{}', '/api/v1/x']);
    await close();
    const lines = stderr.trim().split('\n');
    const key = lines[0]?.split(' ')[1] ?? '';
    expect({ code, second: lines[1], last: lines.at(-1) }).toEqual({
      code: 1,
      second: `ats: refused: ${typeof body === 'string' ? 'invalid_response' : body.code} (status ${String(status)})`,
      last: `ats: To repeat the request with the same key, add --idempotency-key ${key}`,
    });
  });

  test('a lost answer of a change offers the same key', async () => {
    const { url, close } = await answering((response) => response.destroy());
    const { code, stderr } = await ats(['request', '--url', url, '-c', operator, '-d', '{}', '/api/v1/x']);
    await close();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^Idempotency-Key: (\S+)\nats: .* cannot be reached.*\nats: To repeat the request with the same key, add --idempotency-key \1\n$/,
      ) as string,
    });
  });

  test('a change that is wrong or forbidden offers no key', async () => {
    const { url, close } = await answering((response) => {
      const problem = { status: 403, code: 'platform_only', detail: 'Two\nlines\u001b[2J.', recovery: 'terminal' };
      response.writeHead(403).end(JSON.stringify(problem));
    });
    const { stderr } = await ats(['request', '--url', url, '-c', operator, '-d', '{}', '/api/v1/x']);
    await close();
    expect(stderr.split('\n').slice(1)).toEqual([
      'ats: refused: platform_only (status 403)',
      'ats: Two lines [2J.',
      '',
    ]);
  });

  test('no server: one line that says what to do', async () => {
    const { code, stderr } = await ats(['request', '--url', 'http://127.0.0.1:2', '-c', operator, SERVICE]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^ats: nothing answers at .*:2: start/) as string,
    });
  });

  test.each([
    [
      'it does not exist',
      () => join(folder, 'none.json'),
      /the file .*none\.json does not exist; name a credential by -c or ATS_CREDENTIAL/,
    ],
    ['it is not JSON', () => file('bad.json', 'half a sec'), /bad\.json is not JSON/],
    ['it has no credential', () => file('other.json', '{"data": {}}'), /other\.json has no credential/],
    ['it is empty', () => file('empty.json', '\n'), /empty\.json is empty/],
  ])('a wrong credential file exits with 1: %s', async (_, make, message) => {
    const { code, stderr } = await ats(['request', '-c', make(), SERVICE]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) as string });
    expect(stderr).not.toContain('half a sec');
  });
});

test.each([
  ['variables that are not JSON', ['-v', '{bad', SERVICE], /not JSON/],
  ['variables that are not an object', ['-v', '[1]', SERVICE], /JSON object/],
  ['an invalid document', ['{ service'], /not GraphQL: Syntax Error/],
  ['no document', [], /missing required argument/],
  ['an invalid address', ['--url', 'localhost', SERVICE], /an address such as/],
  ['an invalid human', ['--acting', 'alice', SERVICE], /provider:subject/],
  ['data beside a document', ['-d', '{}', SERVICE], /--data cannot be used with a GraphQL document/],
  ['variables beside a path', ['-v', '{}', '/readyz'], /--variables cannot be used with a path/],
])('exit code 2, and nothing is sent: %s', async (_, args, message) => {
  const { code, stdout, stderr } = await ats(['request', '-c', operator, ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
});

test('GraphQL without a credential exits with 2 and says how to create one', async () => {
  const { code, stderr } = await ats(['request', SERVICE]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('platform-credential create') as string,
  });
});
