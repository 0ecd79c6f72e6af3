import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { closeAccount } from '../../../src/operations/commands/session';
import { buyTickets, mutate } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { mcpUrl, sendMessage, toolCall } from '../../support/hosted-mcp';
import {
  allowing,
  Application,
  choicesOn,
  connectApplication,
  finishAuthorization,
  scopesOn,
} from '../../support/oauth-application';
import { refreshStatus, signIn } from '../sign-in/support';
import { openStore } from '../../support/service';
import { createOwnedParty, type OwnedParty } from '../../support/oauth-owner';

/** A human connects an application with the official client, and it acts with the scopes that the human gave. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: OwnedParty;

beforeAll(async () => {
  party = await createOwnedParty(app, 'Connected');
});

interface Listed {
  readonly principal: { readonly credentials: { readonly nodes: readonly { readonly label: string | null }[] } };
}

// @spec MC20
test('the official client connects after a consent, and reads as the agent that the human chose', async () => {
  let page = '';
  const form = (text: string) => {
    page = text;
    return allowing(text);
  };
  const application = new Application({ subject: party.human, form });
  const tools = await connectApplication(app, application);
  for (const text of ['Test assistant', party.human, 'Connected', '127.0.0.1:33418']) expect(page).toContain(text);
  expect(scopesOn(page)).toEqual(['read']);
  expect(choicesOn(page)).toEqual([party.agentKey, party.principalKey]);
  const overview = await tools.done('ats_overview');
  expect(JSON.stringify(overview)).toContain(party.principalKey);
  expect(application.saved).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'ats:read' });
  await tools.close();
});

// @spec MC20
test('a tool that changes something asks the human for the scope ats:trade, and then works', async () => {
  await buyTickets(party);
  const pages: string[] = [];
  const form = (text: string) => {
    pages.push(text);
    return allowing(text);
  };
  const application = new Application({ subject: party.human, form });
  const tools = await connectApplication(app, application);
  const listing = {
    action: 'publish',
    side: 'PROVIDE',
    tradeProfile: 'cleaned_rows',
    title: 'Cleaned rows',
    tags: ['rows'],
    priceStamps: 100,
  };
  await tools.done('ats_find_partners', { action: 'search' });
  const { transport } = tools.client;
  const error: unknown = await tools.call('ats_find_partners', listing).catch((refused: unknown) => refused);
  await finishAuthorization({ transport: transport as StreamableHTTPClientTransport, error }, application);
  expect(pages.map(scopesOn)).toEqual([['read'], ['read', 'trade']]);
  expect(application.saved?.scope).toBe('ats:read ats:trade');
  await tools.done('ats_find_partners', listing);
  await tools.close();
  // The connection with less scope has ended.
  const live = await app.sql(
    `SELECT scopes FROM credential JOIN oauth_connection USING (credential_id) WHERE client_id = $1 AND session_id =
      (SELECT session_id FROM oauth_connection ORDER BY created_at DESC LIMIT 1) AND revoked_at IS NULL`,
    [application.information?.client_id],
  );
  expect(live).toEqual([{ scopes: ['read', 'trade'] }]);
});

// @spec MC20
test('a connection is a credential in the list of the owner, with its agent and its scopes', async () => {
  const other = await createOwnedParty(app, 'Listed');
  const tools = await connectApplication(app, new Application({ subject: other.human }, { client_name: 'My helper' }));
  await tools.done('ats_overview');
  const { principal } = await other.owner.queryOrThrow<Listed>(
    'query ($key: ID!) { principal(principalKey: $key) { credentials(first: 10) { nodes { label scopes agentKey } } } }',
    { key: other.principalKey },
  );
  expect(principal.credentials.nodes.find(({ label }) => label?.startsWith('My helper'))).toMatchObject({
    label: `My helper, connected by ${other.human}`.slice(0, 100),
    scopes: ['READ'],
    agentKey: other.agentKey,
  });
  await tools.close();
});

// @spec MC20
test('an application for every agent of a principal names none', async () => {
  const form = (page: string) => {
    const answer = allowing(page);
    answer.set('choice', party.principalKey);
    return answer;
  };
  const tools = await connectApplication(app, new Application({ subject: party.human, form }));
  const overview = await tools.done('ats_overview');
  expect(JSON.stringify(overview)).toContain(party.principalKey);
  await tools.close();
});

// @spec MC20
test('a human who refuses sends the application back with access_denied, and nothing is created', async () => {
  const before = await app.sql('SELECT credential_id FROM credential');
  const application = new Application({ subject: party.human, form: () => new URLSearchParams({ decision: 'deny' }) });
  await expect(connectApplication(app, application)).rejects.toThrow();
  expect(application.callback?.searchParams.get('error')).toBe('access_denied');
  expect(await app.sql('SELECT credential_id FROM credential')).toHaveLength(before.length);
});

// @spec MC20
test('a refresh token gives a new access token once', async () => {
  const application = new Application({ subject: party.human });
  const tools = await connectApplication(app, application);
  const first = application.saved;
  await app.sql(`UPDATE oauth_record SET expires_at = now() WHERE model = 'AccessToken'`);
  await tools.done('ats_overview');
  expect(application.saved?.access_token).not.toBe(first?.access_token);
  expect(application.saved?.refresh_token).not.toBe(first?.refresh_token);
  const again = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: first?.refresh_token ?? '',
      client_id: application.information?.client_id ?? '',
    }),
  });
  expect([again.status, await again.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
  await tools.close();
});

/** Connects an application, and returns its access token. */
async function tokenOf(owned: OwnedParty, application = new Application({ subject: owned.human })): Promise<string> {
  await (await connectApplication(app, application)).close();
  return application.saved?.access_token ?? '';
}

async function statusOf(token: string): Promise<number> {
  const { status } = await sendMessage(app, fetch, toolCall('ats_overview'), { authorization: `Bearer ${token}` });
  return status;
}

// @spec MC21
test('a removed binding, an ended session and a revoked credential are 401 at the next call', async () => {
  const removed = await createOwnedParty(app, 'Removed');
  const removedToken = await tokenOf(removed);
  expect(await statusOf(removedToken)).toBe(200);
  const { principalKey, bindingId, human: subject } = removed;
  await mutate(removed.owner, 'removeBinding', { principalKey, bindingId }, 'binding { bindingId }');
  expect(await statusOf(removedToken)).toBe(401);
  // A further binding revives nothing.
  const bound = { principalKey, provider: 'local', subject, role: 'OWNER' };
  await mutate(removed.owner, 'putBinding', bound, 'binding { bindingId }');
  expect(await statusOf(removedToken)).toBe(401);

  const viewer = await createOwnedParty(app, 'Viewer');
  const viewerToken = await tokenOf(viewer);
  const role = { principalKey: viewer.principalKey, provider: 'local', subject: viewer.human, role: 'VIEWER' };
  await mutate(viewer.owner, 'putBinding', role, 'binding { bindingId }');
  expect(await statusOf(viewerToken)).toBe(401);

  const out = await createOwnedParty(app, 'Out');
  const application = new Application({ subject: out.human });
  const outToken = await tokenOf(out, application);
  expect((await application.browser.post(`${app.url}/auth/logout`)).status).toBe(204);
  expect(await statusOf(outToken)).toBe(401);
  const { principal } = await out.owner.queryOrThrow<Listed>(
    'query ($key: ID!) { principal(principalKey: $key) { credentials(first: 10) { nodes { label status } } } }',
    { key: out.principalKey },
  );
  const connected = principal.credentials.nodes.filter(({ label }) => label?.includes(out.human.slice(0, 60)));
  expect(connected).toMatchObject([{ status: 'REVOKED' }]);

  const revoked = await createOwnedParty(app, 'Revoked');
  const revokedToken = await tokenOf(revoked);
  const [row] = await app.sql<{ id: string }>(`SELECT credential_id AS id FROM credential WHERE label LIKE '%' || $1`, [
    revoked.human.slice(0, 60),
  ]);
  const input = { principalKey: revoked.principalKey, credentialId: row?.id };
  await mutate(revoked.owner, 'revokeCredential', input, 'credential { credentialId }');
  expect(await statusOf(revokedToken)).toBe(401);
});

// @spec MC21
test('a closed account ends its connections, and their credentials are revoked', async () => {
  const closed = await createOwnedParty(app, 'Closed');
  const token = await tokenOf(closed);
  expect(await statusOf(token)).toBe(200);
  const store = await openStore(app.ownerUrl);
  const account = { provider: 'local', subject: closed.human };
  expect(await store.inTransaction((tx) => closeAccount({ tx }, account))).toBe(true);
  await store.close();
  expect(await statusOf(token)).toBe(401);
  const { principal } = await closed.owner.queryOrThrow<Listed>(
    'query ($key: ID!) { principal(principalKey: $key) { credentials(first: 10) { nodes { label status } } } }',
    { key: closed.principalKey },
  );
  const connected = principal.credentials.nodes.filter(({ label }) => label?.includes(closed.human.slice(0, 60)));
  expect(connected).toMatchObject([{ status: 'REVOKED' }]);
});

// @spec MC21
test('a further sign-in in the same browser keeps the connection', async () => {
  const owned = await createOwnedParty(app, 'Again');
  const application = new Application({ subject: owned.human });
  const token = await tokenOf(owned, application);
  await signIn(application.browser, app, owned.human);
  expect(await statusOf(token)).toBe(200);
  // Another account in the browser ends it.
  await signIn(application.browser, app, 'somebody-else');
  expect(await statusOf(token)).toBe(401);
});

// @spec MC21
test('a sign-out ends the connection, also of a browser that was idle for more than a week', async () => {
  const owned = await createOwnedParty(app, 'Idle');
  const application = new Application({ subject: owned.human });
  const token = await tokenOf(owned, application);
  const { browser } = application;
  const signedIn = await signIn(browser, app, owned.human);
  expect(signedIn.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^ats_refresh=.*; Max-Age=2592000;/));
  const ofHuman = `session_id IN (SELECT session_id FROM refresh_session JOIN human USING (human_id) WHERE subject = $1)`;
  await app.sql(`UPDATE refresh_token SET created_at = created_at - interval '8 days' WHERE ${ofHuman}`, [owned.human]);
  expect([await refreshStatus(browser, app), await statusOf(token)]).toEqual([401, 200]);
  expect((await browser.post(`${app.url}/auth/logout`)).status).toBe(204);
  expect(await statusOf(token)).toBe(401);
});

// @spec MC21
test('an application that revokes its token ends its connection', async () => {
  const owned = await createOwnedParty(app, 'Revoking');
  const application = new Application({ subject: owned.human });
  const token = await tokenOf(owned, application);
  const { client_id = '' } = application.information ?? {};
  const body = new URLSearchParams({ token: application.saved?.refresh_token ?? '', client_id });
  expect((await fetch(`${app.url}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
  expect(await statusOf(token)).toBe(401);
});

// @spec MC21
test('the 401 of an access token says where to get a new one', async () => {
  const { status, headers, json } = await sendMessage(app, fetch, toolCall('ats_overview'), {
    authorization: 'Bearer unknown',
  });
  expect([status, json['code']]).toEqual([401, 'credential_invalid']);
  expect(headers.get('www-authenticate')).toMatch(
    /^Bearer error="invalid_token", .*resource_metadata="[^"]+\/mcp", scope="ats:read", Signature$/,
  );
  const graphql = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(party)}`, 'content-type': 'application/json' },
    body: '{"query":"{ service { version } }"}',
  });
  expect(graphql.status).toBe(401);
  expect(mcpUrl(app).pathname).toBe('/mcp');
});
