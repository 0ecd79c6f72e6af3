import { startTestApp, type TestApp } from '../../support/app';

/** The pages of the console as files. */

const PREFIX = '/trading';

test('every path below /console is the page, under a policy without exceptions', async () => {
  await withApp({ ATS_CONSOLE: 'on' }, async ({ url }) => {
    for (const path of ['/console', '/console/prn_1/trades/trd_1', '/console/operator/queue']) {
      const response = await fetch(`${url}${path}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|<style| on[a-z]+=|https?:\/\//);
    }
  });
});

test('assets are cached for a year, because their names change with their content', async () => {
  await withApp({ ATS_CONSOLE: 'on' }, async ({ url }) => {
    const page = await (await fetch(`${url}/console`)).text();
    const assets = [...page.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(assets.length).toBeGreaterThan(2);
    for (const path of assets) {
      const response = await fetch(`${url}${path}`);
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    // An asset of another release is missing, and not the page: a script of HTML would be an unclear error.
    expect((await fetch(`${url}/console/assets/index-old.js`)).status).toBe(404);
  });
});

test('a page is compressed as the client accepts, with an entity tag of each form', async () => {
  await withApp({ ATS_CONSOLE: 'on' }, async ({ url }) => {
    const answer = (accepted: string, more: Record<string, string> = {}) =>
      fetch(`${url}/console`, { headers: { 'accept-encoding': accepted, ...more } });
    const plain = await answer('identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const body = await plain.text();
    const tags = [plain.headers.get('etag')];
    for (const [accepted, encoding] of [
      ['br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
    ] as const) {
      const response = await answer(accepted);
      const { headers } = response;
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'accept-encoding']);
      expect(await response.text()).toBe(body);
      const etag = headers.get('etag') ?? '';
      expect((await answer(accepted, { 'if-none-match': etag })).status).toBe(304);
      tags.push(etag);
    }
    expect(new Set(tags).size).toBe(3);
    const unknown = await answer('compress, *;q=0');
    expect([unknown.status, unknown.headers.get('content-encoding'), await unknown.text()]).toEqual([200, null, body]);
  });
});

test('behind a path prefix the page refers to its assets below the prefix', async () => {
  await withApp({ ATS_CONSOLE: 'on', ATS_PUBLIC_URL: `https://trade.example${PREFIX}` }, async ({ url }) => {
    const page = await (await fetch(`${url}${PREFIX}/console`)).text();
    expect(page).toContain(`"${PREFIX}/console/assets/`);
    expect(page).not.toContain('"/console/');
  });
});

test('the pages at / and at the GraphQL endpoint link the console where it is served', async () => {
  const linked = ({ url }: TestApp): Promise<boolean[]> =>
    Promise.all(
      ['/', '/graphql'].map(async (path) => {
        const page = await fetch(`${url}${PREFIX}${path}`, { headers: { accept: 'text/html' } });
        return (await page.text()).includes(`href="${PREFIX}/console"`);
      }),
    );
  const address = { ATS_PUBLIC_URL: `https://trade.example${PREFIX}` };
  await withApp({ ...address, ATS_CONSOLE: 'on' }, async (app) => expect(await linked(app)).toEqual([true, true]));
  await withApp(address, async (app) => expect(await linked(app)).toEqual([false, false]));
});

test('with ATS_CONSOLE=off, and in production without its credential, there is no console', async () => {
  await withApp({}, async ({ url }) => {
    expect((await fetch(`${url}/console`)).status).toBe(404);
    expect((await fetch(`${url}/console/me`)).status).toBe(404);
  });
});

async function withApp(env: Record<string, string>, work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await startTestApp(env);
  try {
    await work(app);
  } finally {
    await app.stop();
  }
}
