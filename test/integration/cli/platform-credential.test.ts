import { rmSync } from 'node:fs';
import { withDatabase } from '../../../src/cli/database';
import { run } from '../../../src/cli/program';
import { createClient } from '../../../src/client';
import { readSettings } from '../../../src/settings/settings';
import { startTestApp, type TestApp } from '../../support/app';
import { codeOf } from '../../support/parties';
import { newFolder } from '../../support/folder';

let app: TestApp;
let environment: Record<string, string>;
let dataDir: string;
beforeAll(async () => {
  dataDir = newFolder('cli');
  const keys = { ATS_ENV: 'test', ATS_SECRETS_KEYS: Buffer.alloc(32, 5).toString('base64') };
  app = await startTestApp({ ATS_ROLE: 'api', ...keys });
  environment = { ...keys, DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: dataDir };
});
afterAll(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true });
});

async function ats(...args: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const settings = () => readSettings(environment);
  const code = await run(['platform-credential', ...args], {
    environment,
    settings,
    print: (line) => void out.push(line),
    warn: (line) => void err.push(line),
    announce: () => undefined,
    createApp: () => Promise.reject(new Error('no service in this test')),
    withDatabase: (work) => withDatabase(settings(), work),
  });
  return { code, out, err };
}

interface CreatedCredential {
  readonly credential_id: string;
  readonly role: string;
  readonly api_key: string;
  readonly signing_secret: string;
  readonly created_at: string;
}

async function create(role: string): Promise<CreatedCredential> {
  const { code, out, err } = await ats('create', '--role', role, '--json');
  expect({ code, err, lines: out.length }).toEqual({ code: 0, err: [], lines: 1 });
  return JSON.parse(out[0] ?? '') as CreatedCredential;
}

const reads = (created: CreatedCredential): Promise<string> => {
  const credential = { apiKey: created.api_key, signingSecret: created.signing_secret };
  return codeOf(createClient({ url: app.url, credential }).queryOrThrow('{ ticketPacks { pack } }'));
};

describe('ats platform-credential', () => {
  // @spec C14
  test.each(['console', 'operator'])(
    'create --role %s --json prints one line with these members, and the credential works at once',
    async (role) => {
      const created = await create(role);
      expect(Object.keys(created)).toEqual(['credential_id', 'role', 'api_key', 'signing_secret', 'created_at']);
      expect(created).toMatchObject({
        role,
        credential_id: expect.stringMatching(/^crd_[0-9a-z]{26}$/) as unknown,
        api_key: expect.stringMatching(/^ak_live_[0-9a-z]{26}$/) as unknown,
        signing_secret: expect.stringMatching(/^sk_live_[0-9a-z]{52}$/) as unknown,
      });
      expect(new Date(created.created_at).toISOString()).toBe(created.created_at);
      expect(await reads(created)).toBe('done');
    },
  );

  test('list shows the newest first, without secrets', async () => {
    const created = await create('operator');
    const { code, out } = await ats('list', '--json');
    const listed = JSON.parse(out[0] ?? '') as Record<string, unknown>[];
    expect(code).toBe(0);
    expect(listed[0]).toMatchObject({ credential_id: created.credential_id, role: 'operator', status: 'active' });
    const table = await ats('list');
    expect(table.out[0]).toMatch(new RegExp(`^${created.credential_id} +operator +active`));
    expect(`${out.join()}${table.out.join()}`.includes(created.signing_secret)).toBe(false);
  });

  test('revoke ends a credential at once; a repeat changes nothing', async () => {
    const created = await create('console');
    expect(await ats('revoke', created.credential_id)).toMatchObject({
      code: 0,
      out: [`revoked ${created.credential_id}`],
    });
    expect(await reads(created)).toBe('credential_invalid');
    expect((await ats('revoke', created.credential_id)).code).toBe(0);
  });

  test('revoke of an unknown credential exits with 1 and one line', async () => {
    for (const unknown of ['crd_00000000000000000000000000', 'nonsense']) {
      const { code, out, err } = await ats('revoke', unknown);
      expect({ code, out }).toEqual({ code: 1, out: [] });
      expect(err).toEqual([expect.stringContaining('is not a platform credential')]);
    }
  });

  test.each([['create'], ['create', '--role', 'king'], ['revoke'], ['unheard-of']])(
    '%s %s %s exits with 2',
    async (...args) => {
      expect((await ats(...args)).code).toBe(2);
    },
  );
});
