import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../operations/ports';
import { listenError } from '../start-errors';

interface MetricsEndpoint {
  readonly contentType: string;
  render(): Promise<string>;
}

interface Listener {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const PATH = '/metrics';
const TIMEOUT_MS = 10_000;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  page: MetricsEndpoint,
  log: Log,
): Promise<void> {
  response.setHeader('x-content-type-options', 'nosniff');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || request.url?.split('?')[0] !== PATH) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('not found\n');
    return;
  }
  try {
    const body = Buffer.from(await page.render());
    const headers = { 'content-type': page.contentType, 'content-length': body.length, 'cache-control': 'no-store' };
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
  } catch (error) {
    log.error({ err: error }, 'the metrics could not be rendered');
    response.writeHead(500).end();
  }
}

/** Serves the page at /metrics, for GET and HEAD. Port 0 selects a free port. @throws Error for the operator */
export async function listen(host: string, port: number, page: MetricsEndpoint, log: Log): Promise<Listener> {
  const limits = { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, maxHeaderSize: 16_384 };
  const server: Server = createServer(limits, (request, response) => void answer(request, response, page, log));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const alternative = ', or to 0 to turn /metrics off';
      reject(listenError(error, { host, port, portSetting: 'ATS_METRICS_PORT', alternative }));
    });
    server.listen({ host, port }, resolve);
  });
  const { family, address, port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${String(boundPort)}${PATH}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
