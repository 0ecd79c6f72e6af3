import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTestApp } from '../../support/app';
import { startChromium } from '../../support/chromium';

const app = useTestApp();

const file = readFileSync(join(__dirname, '../../../openapi.json'), 'utf8');

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
}
interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
const description = JSON.parse(file) as OpenApi;
const operations = Object.values(description.paths).flatMap((path) => Object.values(path));

// @spec V1
test('The OpenAPI 3.1 document of version 0.1.0 is served without a signature, as in the repository', async () => {
  const answer = await fetch(`${app.url}/api/v1/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.text()).toBe(file);
  expect([description.openapi, description.info.version]).toEqual(['3.1.0', '0.1.0']);
});

test('The OpenAPI document has the bounds of prices and windows, the entity tag, and a cursor of its own for events', () => {
  const { components, paths } = JSON.parse(file) as {
    components: { schemas: Record<string, { properties: Record<string, Record<string, unknown>> }> };
    paths: Record<string, { get: { responses: Record<string, { headers?: object }> } }>;
  };
  const propertiesOf = (name: string) => components.schemas[name]?.properties;
  const price = { minimum: 1, maximum: 1_000_000_000_000 };
  const window = { minimum: 1, maximum: 2_592_000 };
  const windows = { contract_window_seconds: window, checkpoint_window_seconds: window };
  expect(propertiesOf('TermsStepInput')).toMatchObject(windows);
  expect(propertiesOf('PublishListingInput')?.['price_stamps']).toMatchObject(price);
  expect(propertiesOf('PublishListingInput')?.['tags']?.['description']).toContain('40 characters');
  expect(paths['/api/v1/openapi.json']?.get.responses['200']?.headers).toMatchObject({ ETag: {} });
  expect(propertiesOf('EventList')?.['next_cursor']?.['description']).not.toContain('Null on the last page');
});

test('should answer 304 when the client has the document', async () => {
  const first = await fetch(`${app.url}/api/v1/openapi.json`);
  await first.arrayBuffer();
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${app.url}/api/v1/openapi.json`, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('should have a unique id and the possible errors for every operation', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const signed = operations.filter(({ responses }) => '401' in responses);
  expect(signed.length).toBe(operations.length - 3);
  for (const { responses } of signed) {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']));
  }
});

// @spec V10
test('should answer a browser at / and at /graphql with a page that says where to go on', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const home = await fetch(`${app.url}/`, { headers });
  expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const links = Array.from((await home.text()).matchAll(/href="([^"]+)"/g), ([, link = '']) => link);
  expect(links).toContain('/docs');
  for (const link of links) {
    const { status } = await fetch(`${app.url}${link}`, { headers });
    expect([link, status]).toEqual([link, link === '/graphql' ? 401 : 200]);
  }
  const graphql = await fetch(`${app.url}/graphql`, { headers });
  expect(graphql.headers.get('www-authenticate')).toMatch(/^Signature/);
  expect(await graphql.text()).toContain('A browser cannot sign');
  const program = await fetch(`${app.url}/graphql?query={__typename}`, { headers });
  expect(program.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

// @spec V11
test('should describe how to sign, a server and the security of every path', () => {
  const { servers, info, security, components } = description as unknown as {
    servers: readonly { url: string; description: string }[];
    info: { description: string };
    security: readonly object[];
    components: { securitySchemes: object };
  };
  expect(servers.map(({ url }) => url)).toContain('http://127.0.0.1:4000');
  expect(info.description).toContain('## Sign a request');
  expect(security.flatMap(Object.keys)).toEqual(Object.keys(components.securitySchemes));
});

// @spec E6
test('The URL in the type of a problem explains the code and what to do', async () => {
  const refused = await fetch(`${app.url}/api/v1/wallet`);
  const { type } = (await refused.json()) as { type: string };
  const page = await fetch(type);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('What to do:');
  expect((await fetch(`${app.url}/errors/no_such_code`)).status).toBe(404);
  expect((await fetch(`${app.url}/errors/toString`)).status).toBe(404);
});

test('should answer other methods with 405 and Allow', async () => {
  for (const path of ['/docs', '/api/v1/openapi.json', '/errors/trade_not_found']) {
    const answer = await fetch(app.url + path, { method: 'POST' });
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
  }
});

test('should show every operation on /docs without requests to other hosts', async () => {
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    const requestedUrls: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`${app.url}/docs`);
    await page.waitForSelector('.opblock-tag-section');
    const tags = new Set(operations.flatMap((operation) => operation.tags));
    for (const tag of tags) {
      await page.locator(`[data-tag="${tag}"]`).click();
      const count = operations.filter((operation) => operation.tags.includes(tag)).length;
      const shown = page.locator(`[id^="operations-${tag}-"]`);
      await shown.nth(count - 1).waitFor();
      expect([tag, await shown.count()]).toEqual([tag, count]);
    }
    expect(requestedUrls.filter((url) => !url.startsWith(app.url) && !url.startsWith('data:'))).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
}, 120_000);
