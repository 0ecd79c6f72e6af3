import { rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { packs } from '../../../src/domain/tickets/packs';
import type { CheckoutInput, Log } from '../../../src/operations/ports';
import { newFolder } from '../../support/folder';

/** Helpers of the Stripe tests: a recording log, a data folder and a local server. */

export interface LogEntry extends Log {
  readonly lines: string[];
}

export function rememberingLog(): LogEntry {
  const lines: string[] = [];
  const take = (fields: object, message: string): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
  return { lines, info: take, warn: take, error: take };
}

export function temporaryDir(): { path: string; remove(): void } {
  const path = newFolder('stripe');
  return { path, remove: () => rmSync(path, { recursive: true }) };
}

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function serverOn(port: number, listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve()));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface Delivery {
  readonly body: Buffer;
  readonly signature: string | undefined;
  readonly host: string | undefined;
}

/** A webhook receiver that records its deliveries; `status` is its next response. */
export async function receiver(port = 0): Promise<LocalServer & { readonly deliveries: Delivery[]; status: number }> {
  const deliveries: Delivery[] = [];
  const self = { deliveries, status: 200 };
  const server = await serverOn(port, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { host, 'stripe-signature': signature } = request.headers;
      deliveries.push({ body: Buffer.concat(parts), signature: String(signature), host });
      response.writeHead(self.status).end();
    });
  });
  return Object.assign(self, server);
}

export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const PRINCIPAL_KEY = 'prn_01k07vw00000000000000000a1';

export function buying(index: 0 | 1 | 2, over: Partial<CheckoutInput> = {}): CheckoutInput {
  const pack = packs[index];
  if (pack === undefined) throw new Error('no such pack');
  const { name: _name, ...data } = pack;
  return {
    idempotencyKey: 'principal:1:key-1',
    ...data,
    reference: { purchaseFor: 'principal', principalKey: PRINCIPAL_KEY },
    successUrl: 'http://127.0.0.1:9/thanks?session={CHECKOUT_SESSION_ID}',
    cancelUrl: null,
    ...over,
  };
}
