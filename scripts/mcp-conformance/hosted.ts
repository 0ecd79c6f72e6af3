import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useTestCluster } from '../../test/support/cluster';
import { builtServer } from '../../test/support/built';
import { partiesAt } from '../../test/support/built-parties';
import { freshDatabase } from '../../test/support/database';
import { OauthByHand } from '../../test/support/oauth-by-hand';
import { createOwnedParty } from '../../test/support/oauth-owner';
import { listen, type Target } from './target';

/**
 * `/mcp` of a service, called with the access token of an application.
 *
 * The suite cannot authorize itself, so a proxy adds the token to each request.
 */

/** The built service loads the tools of the suite's fixture before its own modules. */
const FIXTURE_TOOLS = `--import tsx --import ${pathToFileURL(join(__dirname, 'fixture-tools.ts')).href}`;

/** Registers an application, lets an owner allow it all scopes, and returns its access token. */
async function accessToken(url: string, human: string): Promise<string> {
  const application = new OauthByHand(url, human);
  const clientId = await application.registered();
  const { json } = await application.redeem(clientId, await application.codeFor(clientId));
  return String(json['access_token']);
}

export async function startHosted(): Promise<Target> {
  const cluster = await useTestCluster();
  const database = await freshDatabase();
  const service = await builtServer({ DATABASE_URL: database.ownerUrl, NODE_OPTIONS: FIXTURE_TOOLS });
  const { human } = await createOwnedParty(await partiesAt(service), 'Conformance');
  const authorization = `Bearer ${await accessToken(service.url, human)}`;
  const { host } = new URL(service.url);
  const proxy = createServer((message, response) => {
    const headers = { ...message.headers, host, authorization };
    const outgoing = request(`${service.url}${message.url ?? '/'}`, { method: message.method, headers });
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.once('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    message.pipe(outgoing);
  });
  return listen(proxy, async () => {
    await service.kill('SIGTERM');
    await cluster.stop();
  });
}
