import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { consolePath } from './api/base';
import { Failed, NotFound, OperatorFrame, PrincipalFrame } from './shell/frames';

/** A module of a screen: its component is `Screen`. */
type ScreenModule = Promise<{ readonly Screen: RouteComponent }>;

/** The screens of a principal by their paths. Each is a chunk of its own. */
const principalScreens: Readonly<Record<string, () => ScreenModule>> = {
  '/': () => import('./screens/home/home'),
  trades: () => import('./screens/trades/trades'),
  'trades/$tradeKey': () => import('./screens/trade/trade'),
  proposals: () => import('./screens/proposals/proposals'),
  'proposals/$proposalKey': () => import('./screens/proposal/proposal'),
  approvals: () => import('./screens/approvals/approvals'),
  'approvals/$approvalKey': () => import('./screens/approvals/approval'),
  listings: () => import('./screens/listings/listings'),
  'listings/$listingKey': () => import('./screens/listing/listing'),
  market: () => import('./screens/market/market'),
  'counterparties/$counterpartyKey': () => import('./screens/counterparty/counterparty'),
  network: () => import('./screens/network/network'),
  ledger: () => import('./screens/ledger/ledger'),
  wallet: () => import('./screens/wallet/wallet'),
  agents: () => import('./screens/agents/agents'),
  'agents/$agentKey': () => import('./screens/agent/agent'),
  credentials: () => import('./screens/credentials/credentials'),
  people: () => import('./screens/people/people'),
  start: () => import('./screens/start/start'),
  workbench: () => import('./screens/workbench/workbench'),
  events: () => import('./screens/events/events'),
  webhooks: () => import('./screens/webhooks/webhooks'),
  doctor: () => import('./screens/doctor/doctor'),
  sandbox: () => import('./screens/sandbox/sandbox'),
};

const operatorScreens: Readonly<Record<string, () => ScreenModule>> = {
  queue: () => import('./screens/operator/queue/queue'),
  'trades/$tradeKey': () => import('./screens/operator/ruling/ruling'),
  payments: () => import('./screens/operator/payments/payments'),
  health: () => import('./screens/operator/health/health'),
  policies: () => import('./screens/operator/policies/policies'),
  log: () => import('./screens/operator/log/log'),
  principals: () => import('./screens/operator/principals/principals'),
};

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const lazy = (load: () => ScreenModule) => lazyRouteComponent(load, 'Screen');
const page = (path: string, load: () => ScreenModule) =>
  createRoute({ getParentRoute: () => root, path, component: lazy(load) });

const principal = createRoute({ getParentRoute: () => root, path: '$principalKey', component: PrincipalFrame });
const operator = createRoute({ getParentRoute: () => root, path: 'operator', component: OperatorFrame });

/** A screen is mounted again for another object or principal, so it keeps no data, form or dialog of the one before. */
const remountDeps = ({ params }: { readonly params: unknown }): unknown => params;

const tree = root.addChildren([
  page('/', () => import('./screens/welcome/first')),
  page('welcome', () => import('./screens/welcome/welcome')),
  page('signed-out', () => import('./screens/welcome/signed-out')),
  page('leave', () => import('./screens/leave/leave')),
  principal.addChildren(
    Object.entries(principalScreens).map(([path, load]) =>
      createRoute({ getParentRoute: () => principal, path, component: lazy(load), remountDeps }),
    ),
  ),
  operator.addChildren(
    Object.entries(operatorScreens).map(([path, load]) =>
      createRoute({ getParentRoute: () => operator, path, component: lazy(load), remountDeps }),
    ),
  ),
]);

/** All filters are in the address, as plain words: `?state=ACTIVE`. */
export const router = createRouter({
  routeTree: tree,
  basepath: consolePath,
  scrollRestoration: true,
  defaultErrorComponent: Failed,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
});
