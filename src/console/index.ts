import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathPrefix } from '../domain/url';
import { refuseOthers } from '../api/http/methods';
import { ConsoleBackend } from './backend';
import { openCredentials } from './credentials';
import type { ConsoleDeps } from './deps';
import { readDocuments } from './documents';
import { addPages } from './pages';

/** Adds the console to the server, unless a setting leaves it out. Returns whether it was added. */
export async function addConsole(app: FastifyInstance, deps: ConsoleDeps): Promise<boolean> {
  const { store, services } = deps;
  const { settings, log } = services;
  if (settings.console === 'off') return false;
  const documents = readDocuments();
  if (documents.size === 0) {
    log.warn({}, 'there is no console, because it is not built: run npm run build, or set ATS_CONSOLE=off');
    return false;
  }
  const credentials = await openCredentials(store, services);
  if (!credentials) {
    log.warn({}, 'there is no console: set ATS_CONSOLE_CREDENTIAL, or ATS_CONSOLE=off');
    return false;
  }
  const backend = new ConsoleBackend(deps, credentials, documents);
  const allowOnly = (url: string, methods: readonly string[]): void => refuseOthers(app, url, methods);
  const route = (
    method: 'GET' | 'POST',
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    app.route({ method, url, handler });
    allowOnly(url, [method]);
  };
  route('POST', '/console/q', (request, reply) => backend.run(request, reply));
  route('POST', '/console/workbench', (request, reply) => backend.explore(request, reply));
  route('GET', '/console/me', (request, reply) => backend.me(request, reply));
  route('GET', '/console/events/:principalKey', (request, reply) => backend.events(request, reply));
  route('GET', '/console/queues/:queue', (request, reply) => backend.queue(request, reply));
  app.addHook('onClose', () => backend.stop());
  await addPages(app, allowOnly, settings.publicUrlGiven ? pathPrefix(settings.publicUrl) : '');
  return true;
}
