import type { FastifyInstance } from 'fastify';
import { invalidMember, Refusal } from '../../domain/errors/errors';
import type { Settings } from '../../settings/settings';

/**
 * Refuses a request without exactly one Host header (RFC 9112 §3.2).
 * Node takes the first header, but a proxy may have used the last. The connection is closed. HTTP/1.0 has no Host.
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const hosts = hostsIn(request.raw.rawHeaders);
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion === '1.0')) {
      done();
      return;
    }
    void reply.header('connection', 'close');
    done(invalidMember('', 'must have one Host header'));
  });
}

/**
 * Returns 404 `route_not_found` if `ATS_ALLOWED_HOSTS` does not list the host.
 * A listed name without a port allows every port. A listed default port also allows a Host header without a port.
 */
export function hostRefusal(
  { allowedHosts, publicUrl }: Pick<Settings, 'allowedHosts' | 'publicUrl'>,
  header: string | undefined,
): Refusal | undefined {
  if (allowedHosts === undefined) return undefined;
  const host = (header ?? '').toLowerCase();
  const name = host.replace(/:\d+$/, '');
  const spellings = [host, name, ...(host === name ? [`${name}:${String(defaultPort(publicUrl))}`] : [])];
  if (spellings.some((spelling) => allowedHosts.includes(spelling))) return undefined;
  return new Refusal(
    'route_not_found',
    'The service does not serve this host. Use a host that ATS_ALLOWED_HOSTS lists.',
  );
}

/** Returns the port that a Host header may omit. */
export function defaultPort(publicUrl: string): 80 | 443 {
  return publicUrl.startsWith('https:') ? 443 : 80;
}

/** Counts Host headers without a list of names, because every request runs it. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
