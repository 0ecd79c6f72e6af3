import { hostname } from 'node:os';
import { newCredential, newUuidV7, newWebhookSecret } from './adapters/ids';
import { openIdentity, sessionTokens } from './adapters/identity';
import { createLog } from './adapters/log';
import { openMetrics } from './adapters/metrics';
import { type Embedded, startEmbedded } from './adapters/postgres/embedded';
import { createExternalCallLimiter } from './adapters/external-call-limiter';
import { openSecrets } from './adapters/secrets';
import { createPayments, type Payments } from './adapters/stripe';
import { createSender } from './adapters/webhook/client';
import { createGuard, type ResolvingAddressGuard } from './adapters/webhook/guard';
import { DocumentCache } from './api/graphql/execution/document-cache';
import { GraphqlExecutor } from './api/graphql/execution/executor';
import { createSchema } from './api/graphql/schema';
import { INTERFACE_VERSION } from './api/graphql/schema/service';
import { AgentCards } from './api/http/agent-cards';
import { CALLBACK_PATH, SignInController } from './api/http/sign-in/controller';
import { compiledRoutes } from './api/http/compiled-routes';
import { Authenticator } from './api/auth/authenticator';
import { RequestPipeline } from './api/http/request-pipeline';
import { GraphqlAdapter } from './api/http/graphql-adapter';
import { Health } from './api/http/health';
import { FailedSignatures, RateLimit, SignInLimit } from './api/auth/rate-limit';
import { UnreadAnswers } from './api/connections/unread-answers';
import { createServer } from './api/http/server';
import { StripeWebhook } from './api/http/stripe-webhook';
import type { Services } from './operations/context';
import type { Identity, Log, Metrics, SecretBox } from './operations/ports';
import type { Settings } from './settings/settings';
import { createSubscriptionServer } from './api/subscriptions';
import { type Clock, databaseClock } from './database/connection/clock';
import { migrate } from './database/connection/data-source';
import { openDatabase } from './database/connection/open';
import { readPaymentCounts, readDatabaseStats } from './database/repositories/database-stats';
import type { Database } from './database/transactions/database';
import { idempotencyRetention, credentialUse, sessionRetention } from './workers/retention';
import { WorkerNotifier } from './workers/worker-notifier';
import { ledgerAudit } from './workers/ledger/audit';
import { deferredPostings } from './workers/ledger/deferred-postings';
import { ledgerInvariantCheck } from './workers/ledger/invariant-check';
import { ledgerSeal } from './workers/ledger/seal';
import { listingExpiry, proposalExpiry } from './workers/proposal-expiry';
import { outboxRelay } from './workers/outbox-relay';
import { Runner, type Task } from './workers/runner';
import { settleSweep } from './workers/settle-sweep';
import { webhookDelivery, webhookRetention } from './workers/webhooks/sender';

/** Replacements for tests. */
export interface Overrides {
  readonly clock?: Clock;
  readonly log?: Log & { debug(message: string): void };
  /** Name servers for webhook receivers; default: the system's. */
  readonly nameServers?: readonly string[];
  /** Serves /metrics on a free port instead of ATS_METRICS_PORT. */
  readonly freeMetricsPort?: boolean;
}

export interface Started {
  readonly url: string;
  /** Address of /metrics; undefined: /metrics is off. */
  readonly metricsUrl: string | undefined;
}

export interface App {
  /** Starts database, migrations, server and workers. Resolves when the server accepts requests. */
  start(): Promise<Started>;
  /** Drains requests and workers, then closes the database and stops the embedded one. */
  stop(): Promise<void>;
  /** Rejects when the service cannot continue, because the embedded PostgreSQL ended. It never resolves. */
  readonly broken: Promise<never>;
}

/** Creates the service. This file alone constructs its parts, in boot order; `stop` disposes them in reverse. */
export function createApp(settings: Settings, overrides: Overrides = {}): App {
  const disposers: Disposers = [];
  const state = { stopping: false };
  let reject: (reason: Error) => void = () => undefined;
  const broken = new Promise<never>((_, rejectPromise) => (reject = rejectPromise));
  // Avoids an unhandled rejection if nothing awaits `broken`.
  broken.catch(() => undefined);
  return {
    broken,
    start: () =>
      boot(settings, overrides, disposers, (message) => {
        if (!state.stopping) reject(new Error(message));
      }),
    async stop() {
      state.stopping = true;
      for (let dispose = disposers.pop(); dispose; dispose = disposers.pop()) await dispose();
    },
  };
}
type Disposers = (() => Promise<void>)[];

async function boot(
  settings: Settings,
  overrides: Overrides,
  disposers: Disposers,
  onFatal: (message: string) => void,
): Promise<Started> {
  const log = overrides.log ?? createLog(settings.logLevel);
  const databaseUrl = settings.databaseUrl ?? (await embedded(settings, log, disposers, onFatal)).url;
  await migrate(databaseUrl);
  const opened = await createDatabaseAndMetrics(databaseUrl, settings, overrides, log, disposers);
  const { store, metrics, metricsUrl } = opened;
  const notifier = new WorkerNotifier(store, log);
  disposers.push(() => notifier.stop());
  const secrets = createSecrets(settings, log);
  let listeningUrl: string | undefined;
  const payments = await createPaymentAdapter(settings, log, () => listeningUrl, disposers);
  const guard = createGuard({
    allowPrivate: settings.webhookAllowPrivate,
    ...(overrides.nameServers && { nameServers: overrides.nameServers }),
  });
  // The runner is created last, because its tasks need the services.
  const workers: { runner?: Runner } = {};
  const services: Services = {
    settings,
    secrets,
    checkout: payments.checkout,
    sessionTokens,
    addresses: guard,
    log,
    metrics,
    publicUrl: () => (settings.publicUrlGiven ? settings.publicUrl : (listeningUrl ?? settings.publicUrl)),
    newId: newUuidV7,
    newCredential,
    newWebhookSecret,
    notifyWorker: (topic) => {
      if (workers.runner?.wake(topic) !== true) notifier.notify(topic);
    },
  };
  const authenticator = new Authenticator(
    store,
    secrets,
    new FailedSignatures(settings.rateLimitPerMinute, () => Date.now()),
  );
  if (settings.role !== 'worker')
    listeningUrl = await serve({ settings, log, store, services, authenticator, payments }, disposers);
  const runner = new Runner(tasksOf({ settings, store, services, authenticator, guard }), log, metrics.workerRan);
  workers.runner = runner;
  runner.start();
  disposers.push(() => runner.stop());
  if (settings.role !== 'api') notifier.listen((topic) => runner.wake(topic));
  return { url: listeningUrl ?? settings.publicUrl, metricsUrl };
}

/** Opens the database and serves /metrics. */
async function createDatabaseAndMetrics(
  url: string,
  settings: Settings,
  overrides: Overrides,
  log: Log,
  disposers: Disposers,
): Promise<{ readonly store: Database; readonly metrics: Metrics; readonly metricsUrl: string | undefined }> {
  const { host, metricsPort: port, role } = settings;
  const free = overrides.freeMetricsPort === true;
  const { metrics, serve } = openMetrics({ host, port, free, role, version: INTERFACE_VERSION, log });
  const store = await openDatabase({ url }, overrides.clock ?? databaseClock, metrics.transactionRetried);
  disposers.push(() => store.close());
  const page = await serve({
    readings: () => readDatabaseStats(store),
    paymentCounts: () => readPaymentCounts(store),
    connections: () => store.connections(),
  });
  disposers.push(() => page.stop());
  return { store, metrics, metricsUrl: page.url };
}

async function embedded(
  settings: Settings,
  log: { debug(message: string): void },
  disposers: Disposers,
  onFatal: (message: string) => void,
): Promise<Embedded> {
  const database = await startEmbedded({ dataDir: settings.dataDir, log });
  void database.ended.then(() => onFatal('the embedded PostgreSQL has ended: start the service again to recover'));
  disposers.push(() => database.stop());
  return database;
}

function createSecrets({ secretsKeys, dataDir, env }: Settings, log: Log): SecretBox {
  const { secrets, notice } = openSecrets({ keys: secretsKeys, dataDir, production: env === 'production' });
  if (notice !== null) log.warn({}, notice);
  return secrets;
}

async function createPaymentAdapter(
  settings: Settings,
  log: Log,
  listeningUrl: () => string | undefined,
  disposers: Disposers,
): Promise<Payments> {
  const payments = await createPayments({
    secretKey: settings.stripeSecretKey,
    webhookSecrets: settings.stripeWebhookSecret,
    apiBase: settings.stripeApiBase,
    production: settings.env === 'production',
    dataDir: settings.dataDir,
    webhookUrl: () => {
      const base = listeningUrl();
      return base === undefined ? undefined : `${base}/api/v1/webhooks/stripe`;
    },
    webhookHost: settings.allowedHosts?.[0],
    publicUrl: settings.publicUrl,
    log,
  });
  disposers.push(() => payments.stop());
  if (payments.notice !== null) log.warn({}, payments.notice);
  return payments;
}

function createIdentity(services: Services, disposers: Disposers): Identity {
  const { settings, log } = services;
  const identity = openIdentity({
    issuer: settings.oidcIssuer,
    clientId: settings.oidcClientId,
    clientSecret: settings.oidcClientSecret,
    production: settings.env === 'production',
    redirectUri: () => `${services.publicUrl()}${CALLBACK_PATH}`,
    log,
  });
  disposers.push(() => identity.stop());
  return identity;
}

interface ServerParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly store: Database;
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly payments: Payments;
}

async function serve(
  { settings, log, store, services, authenticator, payments }: ServerParts,
  disposers: Disposers,
): Promise<string> {
  const schema = createSchema();
  const documents = new DocumentCache(schema);
  const executor = new GraphqlExecutor(schema, documents);
  await executor.start();
  disposers.push(() => executor.stop());
  const clock = { now: () => new Date() };
  const health = new Health(store);
  const rateLimit = new RateLimit(settings.rateLimitPerMinute, () => clock.now().getTime());
  const unreadAnswers = new UnreadAnswers(settings, services.metrics);
  const server = createServer({
    services,
    unreadAnswers,
    clock,
    authenticator,
    rateLimit,
    pipeline: new RequestPipeline({ executor, store, services, externalCalls: createExternalCallLimiter() }),
    graphql: new GraphqlAdapter(schema, documents),
    restRoutes: compiledRoutes(schema),
    stripeWebhook: new StripeWebhook({ verifier: payments.webhookVerifier, store, services }),
    health,
    agentCards: new AgentCards(store),
    signIn: new SignInController({ store, services, identity: createIdentity(services, disposers) }),
    signIns: new SignInLimit(settings.rateLimitPerMinute, () => clock.now().getTime()),
  });
  const handshake = { services, authenticator, rateLimit, clock, log };
  const subscriptions = createSubscriptionServer({ schema, documents, store, unreadAnswers, ...handshake });
  subscriptions.attach(server.server);
  // Push before listening: the sockets already use a connection, which must be released before the store closes.
  disposers.push(async () => {
    health.drain();
    await subscriptions.stop();
    await server.close();
  });
  return server.listen({ host: settings.host, port: settings.port });
}

type WorkerParts = Pick<ServerParts, 'settings' | 'store' | 'services' | 'authenticator'> & {
  readonly guard: ResolvingAddressGuard;
};

function tasksOf({ settings, store, services, authenticator, guard }: WorkerParts): Task[] {
  // Only a process that serves requests knows the last use of credentials.
  const apiTasks = [credentialUse(store, authenticator)];
  const holder = `${hostname()}:${String(process.pid)}:${services.newId(new Date())}`;
  const timeoutSeconds = settings.webhookTimeoutSeconds;
  const sender = createSender({ guard, timeoutSeconds, version: INTERFACE_VERSION });
  const workerTasks = [
    settleSweep(store, services),
    outboxRelay(store, holder, () => {
      services.notifyWorker('webhooks');
    }),
    webhookDelivery(store, services, sender),
    webhookRetention(store),
    proposalExpiry(store, services),
    listingExpiry(store),
    deferredPostings(store),
    ledgerSeal(store),
    ledgerInvariantCheck(store, services.log),
    ledgerAudit(store, holder, services.log),
    idempotencyRetention(store),
    sessionRetention(store),
  ];
  return [...(settings.role === 'worker' ? [] : apiTasks), ...(settings.role === 'api' ? [] : workerTasks)];
}
