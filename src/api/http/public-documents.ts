import type { FastifyRequest } from 'fastify';
import { SERVICE_CARD_PATH } from '../../domain/parties/service-card';
import { AGENT_CARD_PATH } from './agent-cards';
import { documentPaths } from './public-files';
import { JWKS_PATH } from './sign-in/routes';

const PATHS: ReadonlySet<string | undefined> = new Set([
  AGENT_CARD_PATH,
  SERVICE_CARD_PATH,
  JWKS_PATH,
  ...documentPaths,
]);

/**
 * Whether a request reads a document for everybody, so scripts of every origin may read the answer.
 * All other answers are for one caller, or for a browser of this origin.
 */
export function isPublicDocument({ method, routeOptions }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && PATHS.has(routeOptions.url);
}
