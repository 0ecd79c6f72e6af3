import { setTimeout as pause } from 'node:timers/promises';
import { openIdentity } from './adapters/identity';
import { createExternalCallLimiter } from './adapters/external-call-limiter';
import { listenError } from './adapters/start-errors';
import { createPublicFetch } from './adapters/webhook/public-fetch';
import type { Payments } from './adapters/stripe';
import type { ResolvingAddressGuard } from './adapters/webhook/guard';
import type { Authenticator } from './api/auth/authenticator';
import { BearerTokens } from './api/auth/bearer';
import { TrustedProxies } from './api/auth/client-address';
import { PublicAddress } from './api/auth/public-address';
import { RateLimit, SignInLimit } from './api/auth/rate-limit';
import { newRequestId } from './api/auth/request-id';
import { DocumentCache } from './api/graphql/execution/document-cache';
import { GraphqlExecutor } from './api/graphql/execution/executor';
import { createSchema } from './api/graphql/schema';
import { AgentCards } from './api/http/agent-cards';
import { rejectUnfinishedRequest } from './api/http/client-error';
import { compiledRoutes } from './api/http/compiled-routes';
import { GraphqlAdapter } from './api/http/graphql-adapter';
import { Health } from './api/http/health';
import { ServerLifecycle } from './api/http/lifecycle';
import { isOauthAvailable } from './api/http/oauth/routes';
import { RequestLog } from './api/http/request-log';
import { RequestPipeline } from './api/http/request-pipeline';
import { RequestBodies } from './api/connections/request-bodies';
import { UnreadAnswers } from './api/connections/unread-answers';
import { createServer } from './api/http/server';
import { ServiceCard } from './api/http/service-card';
import { CALLBACK_PATH, SignInController } from './api/http/sign-in/controller';
import { StripeWebhook } from './api/http/stripe-webhook';
import { createSubscriptionServer } from './api/subscriptions';
import { addConsole } from './console';
import type { ReadinessProbe } from './database/connection/readiness';
import type { Database } from './database/transactions/database';
import type { Services } from './operations/context';
import type { Log } from './operations/ports';
import type { Identity } from './operations/sign-in-ports';
import type { Settings } from './settings/settings';
import type { StopSequence } from './stop-sequence';
import type { ServiceHours } from './workers/service-hours';

function createIdentity(services: Services, parts: StopSequence): Identity {
  const { settings, log } = services;
  const identity = openIdentity({
    issuer: settings.oidcIssuer,
    clientId: settings.oidcClientId,
    clientSecret: settings.oidcClientSecret,
    production: settings.env === 'production',
    redirectUri: () => `${services.publicUrl()}${CALLBACK_PATH}`,
    log,
  });
  parts.add('identity', () => identity.stop());
  return identity;
}

/** The parts that the HTTP side needs. */
export interface ServerParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly store: Database;
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly payments: Payments;
  /** Keeps requests to addresses of strangers out of our own network. */
  readonly guard: ResolvingAddressGuard;
  readonly probe: ReadinessProbe;
  readonly hours: ServiceHours;
  readonly parts: StopSequence;
}

/** The running HTTP side. */
export interface HttpSide {
  readonly url: string;
  /** Whether the console is served at `/console`. */
  readonly hasConsole: boolean;
  /** Reports "not ready", and goes on serving for ATS_DRAIN_SECONDS. */
  drain(): Promise<void>;
  /** Closes the listener and ends all connections. Later calls have the same result. */
  stop(): Promise<void>;
}

function createAddressParts({ settings, services, log }: ServerParts) {
  const proxies = new TrustedProxies(settings.trustedProxies);
  return {
    proxies,
    publicAddress: new PublicAddress({ settings, publicUrl: () => services.publicUrl(), proxies, log }),
  };
}

function createSignIn({ store, services, parts }: ServerParts, limit: SignInLimit): SignInController {
  const identity = createIdentity(services, parts);
  return new SignInController({
    store,
    services,
    identity,
    limit,
  });
}

/** Access tokens of applications, if humans can sign in here. */
function createOauth({ settings, store, services, authenticator, guard }: ServerParts, clock: Running['clock']) {
  return {
    signInLimit: new SignInLimit(settings.rateLimitPerMinute, () => clock.now().getTime()),
    publicFetch: createPublicFetch(guard),
    bearerTokens: isOauthAvailable(services) ? new BearerTokens(store, () => clock.now(), authenticator) : undefined,
  };
}

async function listen(server: ReturnType<typeof createServer>, { host, port }: Settings): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    throw listenError(error, { host, port, portSetting: 'PORT' });
  }
}

interface Running {
  readonly server: ReturnType<typeof createServer>;
  readonly lifecycle: ServerLifecycle;
  readonly subscriptions: ReturnType<typeof createSubscriptionServer>;
  readonly clock: { now(): Date };
}

/** Ends the requests and the subscriptions. After the grace, open connections are cut. */
async function closeServer({ settings, services, log }: ServerParts, running: Running): Promise<void> {
  const { server, lifecycle, subscriptions, clock } = running;
  const requestIds = { services, clock };
  const cut = await Promise.all([
    // Before the end of the grace, so that the other parts have time too.
    lifecycle.close(server, {
      graceMs: settings.stopGraceSeconds * 900,
      refuse: (socket, refusal) =>
        rejectUnfinishedRequest(socket, refusal, newRequestId(requestIds), services.publicUrl()),
    }),
    subscriptions.stop(),
  ]);
  if (cut[0] > 0) log.warn({ connections: cut[0] }, 'open connections were cut at the end of the grace');
}

/** Starts the HTTP server and the subscriptions. Part of the composition root (app.ts). */
export async function serve(deps: ServerParts): Promise<HttpSide> {
  const { settings, log, store, services, authenticator, payments, probe, hours, parts } = deps;
  const schema = createSchema();
  const documents = new DocumentCache(schema);
  const executor = new GraphqlExecutor(schema, documents);
  await executor.start();
  parts.add('executor', () => executor.stop());
  const clock = { now: () => new Date() };
  const addresses = createAddressParts(deps);
  const lifecycle = new ServerLifecycle();
  const rateLimit = new RateLimit(settings.rateLimitPerMinute, () => clock.now().getTime());
  const oauth = createOauth(deps, clock);
  const externalCalls = createExternalCallLimiter(settings.databasePoolSize);
  const unreadAnswers = new UnreadAnswers(settings, services.metrics);
  const handshake = { services, authenticator, rateLimit, clock, log, ...addresses };
  const subscriptions = createSubscriptionServer({ schema, documents, store, unreadAnswers, ...handshake });
  const server = createServer({
    store,
    services,
    unreadAnswers,
    eventWaits: subscriptions.waits,
    requestBodies: new RequestBodies(settings, services.metrics),
    clock,
    authenticator,
    rateLimit,
    pipeline: new RequestPipeline({ executor, store, services, hours, externalCalls, unreadAnswers }),
    graphql: new GraphqlAdapter(schema, documents),
    restRoutes: compiledRoutes(schema),
    stripeWebhook: new StripeWebhook({ verifier: payments.webhookVerifier, store, services }),
    health: new Health(probe, lifecycle),
    lifecycle,
    agentCards: new AgentCards(store),
    serviceCard: new ServiceCard(store, services),
    signIn: createSignIn(deps, oauth.signInLimit),
    ...oauth,
    requestLog: new RequestLog(log, schema, settings.requestLog === 'on'),
    ...addresses,
  });
  lifecycle.track(server.server);
  const listening: { url?: string } = {};
  const listeningUrl = (): string => listening.url ?? services.publicUrl();
  const hasConsole = await addConsole(server, { store, services, listeningUrl });
  if (services.sandbox) {
    const { addVerifySignature } = await import('./sandbox/verify-signature.js');
    addVerifySignature(server, { authenticator, clock, ...addresses });
  }
  subscriptions.attach(server.server);
  const close = (): Promise<void> => closeServer(deps, { server, lifecycle, subscriptions, clock });
  let closed: Promise<void> | undefined;
  const stop = (): Promise<void> => (closed ??= close());
  // Before listening: the sockets already use a connection, which must be released before the store closes.
  parts.add('server', stop);
  const url = await listen(server, settings);
  listening.url = url;
  const drain = async (): Promise<void> => {
    lifecycle.drain();
    await pause(settings.drainSeconds * 1000);
  };
  return { url, hasConsole, drain, stop };
}
