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

/** What a test may put in the place of the service's own. */
export interface Overrides {
  readonly clock?: Clock;
  readonly log?: Log & { debug(message: string): void };
  /** Asked for the names of webhook receivers, in the place of the system's. */
  readonly nameServers?: readonly string[];
  /** /metrics on a free port, whatever ATS_METRICS_PORT says. */
  readonly freeMetricsPort?: boolean;
}

export interface Started {
  readonly url: string;
  /** Where /metrics is; undefined: nowhere. */
  readonly metricsUrl: string | undefined;
}

export interface App {
  /** Database, migrations, server, workers, in this order; resolves when requests are answered. */
  start(): Promise<Started>;
  /** Drains requests and workers, then lets go of the database (and stops the embedded one). */
  stop(): Promise<void>;
  /** Rejects when the service can go on no longer: the embedded PostgreSQL died. Never resolves. */
  readonly broken: Promise<never>;
}

/** The composition root: the only place that constructs things, in boot order. What was begun is ended in reverse. */
export function createApp(settings: Settings, overrides: Overrides = {}): App {
  const endings: Disposers = [];
  const life = { stopping: false };
  let breakDown: (reason: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => (breakDown = reject));
  // Whoever does not ask is not killed by it.
  broken.catch(() => undefined);
  return {
    broken,
    start: () =>
      boot(settings, overrides, endings, (what) => {
        if (!life.stopping) breakDown(new Error(what));
      }),
    async stop() {
      life.stopping = true;
      for (let end = endings.pop(); end; end = endings.pop()) await end();
    },
  };
}

type Disposers = (() => Promise<void>)[];

async function boot(
  settings: Settings,
  overrides: Overrides,
  endings: Disposers,
  broke: (what: string) => void,
): Promise<Started> {
  const log = overrides.log ?? createLog(settings.logLevel);
  const databaseUrl = settings.databaseUrl ?? (await embedded(settings, log, endings, broke)).url;
  await migrate(databaseUrl);
  const { store, metrics, metricsUrl } = await createDatabaseAndMetrics(databaseUrl, settings, overrides, log, endings);
  const bell = new WorkerNotifier(store, log);
  endings.push(() => bell.stop());
  const secrets = createSecrets(settings, log);
  let listening: string | undefined;
  const payments = await createPaymentAdapter(settings, log, () => listening, endings);
  const guard = createGuard({
    allowPrivate: settings.webhookAllowPrivate,
    ...(overrides.nameServers && { nameServers: overrides.nameServers }),
  });
  // Made last, of tasks that need the services; before that there is nobody to wake.
  const workers: { runner?: Runner } = {};
  const services: Services = {
    settings,
    secrets,
    checkout: payments.checkout,
    sessionTokens,
    addresses: guard,
    log,
    metrics,
    publicUrl: () => (settings.publicUrlGiven ? settings.publicUrl : (listening ?? settings.publicUrl)),
    newId: newUuidV7,
    newCredential,
    newWebhookSecret,
    notifyWorker: (topic) => {
      if (workers.runner?.wake(topic) !== true) bell.notify(topic);
    },
  };
  const authenticator = new Authenticator(
    store,
    secrets,
    new FailedSignatures(settings.rateLimitPerMinute, () => Date.now()),
  );
  if (settings.role !== 'worker')
    listening = await serve({ settings, log, store, services, authenticator, payments }, endings);
  const runner = new Runner(tasksOf({ settings, store, services, authenticator, guard }), log, metrics.workerRan);
  workers.runner = runner;
  runner.start();
  endings.push(() => runner.stop());
  if (settings.role !== 'api') bell.listen((topic) => runner.wake(topic));
  return { url: listening ?? settings.publicUrl, metricsUrl };
}

/** The store, and the page that tells of it and of everything else. */
async function createDatabaseAndMetrics(
  url: string,
  settings: Settings,
  overrides: Overrides,
  log: Log,
  endings: Disposers,
): Promise<{ readonly store: Database; readonly metrics: Metrics; readonly metricsUrl: string | undefined }> {
  const { host, metricsPort: port, role } = settings;
  const free = overrides.freeMetricsPort === true;
  const { metrics, serve } = openMetrics({ host, port, free, role, version: INTERFACE_VERSION, log });
  const store = await openDatabase({ url }, overrides.clock ?? databaseClock, metrics.transactionRetried);
  endings.push(() => store.close());
  const page = await serve({
    readings: () => readDatabaseStats(store),
    paymentCounts: () => readPaymentCounts(store),
    connections: () => store.connections(),
  });
  endings.push(() => page.stop());
  return { store, metrics, metricsUrl: page.url };
}

async function embedded(
  settings: Settings,
  log: { debug(message: string): void },
  endings: Disposers,
  broke: (what: string) => void,
): Promise<Embedded> {
  const database = await startEmbedded({ dataDir: settings.dataDir, log });
  void database.ended.then(() => broke('the embedded PostgreSQL has ended; start again to recover'));
  endings.push(() => database.stop());
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
  listening: () => string | undefined,
  endings: Disposers,
): Promise<Payments> {
  const payments = await createPayments({
    secretKey: settings.stripeSecretKey,
    webhookSecrets: settings.stripeWebhookSecret,
    apiBase: settings.stripeApiBase,
    production: settings.env === 'production',
    dataDir: settings.dataDir,
    webhookUrl: () => {
      const base = listening();
      return base === undefined ? undefined : `${base}/api/v1/webhooks/stripe`;
    },
    webhookHost: settings.allowedHosts?.[0],
    publicUrl: settings.publicUrl,
    log,
  });
  endings.push(() => payments.stop());
  if (payments.notice !== null) log.warn({}, payments.notice);
  return payments;
}

function createIdentity(services: Services, endings: Disposers): Identity {
  const { settings, log } = services;
  const identity = openIdentity({
    issuer: settings.oidcIssuer,
    clientId: settings.oidcClientId,
    clientSecret: settings.oidcClientSecret,
    production: settings.env === 'production',
    redirectUri: () => `${services.publicUrl()}${CALLBACK_PATH}`,
    log,
  });
  endings.push(() => identity.stop());
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
  endings: Disposers,
): Promise<string> {
  const schema = createSchema();
  const documents = new DocumentCache(schema);
  const executor = new GraphqlExecutor(schema, documents);
  await executor.start();
  endings.push(() => executor.stop());
  const clock = { now: () => new Date() };
  const health = new Health(store);
  const rateLimit = new RateLimit(settings.rateLimitPerMinute, () => clock.now().getTime());
  const server = createServer({
    services,
    clock,
    authenticator,
    rateLimit,
    pipeline: new RequestPipeline({ executor, store, services, externalCalls: createExternalCallLimiter() }),
    graphql: new GraphqlAdapter(schema, documents),
    restRoutes: compiledRoutes(schema),
    stripeWebhook: new StripeWebhook({ verifier: payments.webhookVerifier, store, services }),
    health,
    agentCards: new AgentCards(store),
    signIn: new SignInController({ store, services, identity: createIdentity(services, endings) }),
    signIns: new SignInLimit(settings.rateLimitPerMinute, () => clock.now().getTime()),
  });
  const handshake = { services, authenticator, rateLimit, clock, log };
  const subscriptions = createSubscriptionServer({ schema, documents, store, ...handshake });
  subscriptions.attach(server.server);
  // Before listening: the sockets hold a connection already, and without letting go of it the store cannot close.
  endings.push(async () => {
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
  // Who used which credential is known where requests are answered, so that is written there.
  const ofApi = [credentialUse(store, authenticator)];
  const holder = `${hostname()}:${String(process.pid)}:${services.newId(new Date())}`;
  const timeoutSeconds = settings.webhookTimeoutSeconds;
  const sender = createSender({ guard, timeoutSeconds, version: INTERFACE_VERSION });
  const ofWorker = [
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
  return [...(settings.role === 'worker' ? [] : ofApi), ...(settings.role === 'api' ? [] : ofWorker)];
}
