import type { FastifyInstance } from 'fastify';
import { invalid, Refusal } from '../../domain/errors/errors';
import type { Settings } from '../../settings/settings';

/**
 * 400 for a request without a Host header, or with two (RFC 9112 §3.2): Node takes the first, and whoever passed it on may
 * have gone by the last. Nothing more is read from such a connection. HTTP/1.0 knows no Host.
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const hosts = hostsIn(request.raw.rawHeaders);
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion === '1.0')) {
      done();
      return;
    }
    void reply.header('connection', 'close');
    done(invalid([{ pointer: '', detail: 'must have one Host header' }]));
  });
}

/**
 * Whether the service answers for a host (contract §8, `ATS_ALLOWED_HOSTS`). A name without a port is answered on every
 * port; one with a port on that alone, which may be left out where it is the protocol's own. 404 `route_not_found` if not.
 */
export function hostRefusal(
  { allowedHosts, publicUrl }: Pick<Settings, 'allowedHosts' | 'publicUrl'>,
  header: string | undefined,
): Refusal | undefined {
  if (allowedHosts === undefined) return undefined;
  const host = (header ?? '').toLowerCase();
  const name = host.replace(/:\d+$/, '');
  const spellings = [host, name, ...(host === name ? [`${name}:${String(defaultPort(publicUrl))}`] : [])];
  if (spellings.some((one) => allowedHosts.includes(one))) return undefined;
  return new Refusal(
    'route_not_found',
    'The service does not answer for this host; ATS_ALLOWED_HOSTS names those it does.',
  );
}

/** The port that `Host` leaves out. */
export function defaultPort(publicUrl: string): 80 | 443 {
  return publicUrl.startsWith('https:') ? 443 : 80;
}

/** Of every request: without a list of its names. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
