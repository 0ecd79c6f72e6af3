import { SERVICE_CARD_PATH } from '../../domain/parties/service-card';
import type { RouteClass } from '../../operations/ports';
import { AGENT_CARD_PATH } from './agent-cards';
import { documentPaths } from './public-files';

const exactClasses: Readonly<Record<string, RouteClass>> = {
  '/graphql': 'graphql',
  '/mcp': 'mcp',
  '/api/v1/webhooks/stripe': 'stripe_webhook',
  '/api/v1/health': 'health',
  '/readyz': 'health',
  '/livez': 'health',
  '/.well-known/jwks.json': 'sign_in',
  [AGENT_CARD_PATH]: 'agent_card',
  [SERVICE_CARD_PATH]: 'agent_card',
  '/': 'reference',
  '/docs': 'reference',
  ...Object.fromEntries(documentPaths.map((path) => [path, 'reference' as const])),
};

/** Returns the metric class of a route by its pattern; undefined if no route matched. */
export function routeClass(pattern: string | undefined): RouteClass {
  if (pattern === undefined) return 'other';
  const exactClass = exactClasses[pattern];
  if (exactClass) return exactClass;
  if (/^\/(auth|oauth|\.well-known\/(oauth|openid)-)/.test(pattern)) return 'sign_in';
  if (pattern.startsWith('/docs/') || pattern.startsWith('/errors/')) return 'reference';
  return pattern.startsWith('/api/v1/') ? 'rest' : 'other';
}
