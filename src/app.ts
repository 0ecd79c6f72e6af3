import { hostname } from 'node:os';
import { newCredential, newTestCredential, newUuidV7, newWebhookSecret } from './adapters/ids';
import { cardSignatures, sessionTokens } from './adapters/identity';
import { createLog } from './adapters/log';
import { openMetrics } from './adapters/metrics';
import { type Embedded, startEmbedded } from './adapters/postgres/embedded';
import { openSecrets } from './adapters/secrets';
import { dataFolderError } from './adapters/start-errors';
import { createPayments, type Payments } from './adapters/stripe';
import { createSender } from './adapters/webhook/client';
import { createGuard, type ResolvingAddressGuard } from './adapters/webhook/guard';
import { INTERFACE_VERSION } from './api/graphql/schema/service';
import { Authenticator } from './api/auth/authenticator';
import { FailedSignatures } from './api/auth/rate-limit';
import { verifyEncryptionKeys } from './operations/commands/encryption-keys';
import { adoptPolicy } from './operations/commands/policy';
import type { Services } from './operations/context';
import type { Log, Metrics, SecretBox } from './operations/ports';
import { type HttpSide, serve, type ServerParts } from './http-side';
import type { RunningSandbox } from './sandbox';
import type { Settings } from './settings/settings';
import { endsWithin, StopSequence } from './stop-sequence';
import { type Clock, databaseClock, testClock } from './database/connection/clock';
import { migrate } from './database/connection/data-source';
import { LOCK_NOTICE } from './database/connection/schema-lock';
import { assertLive, openDatabase } from './database/connection/open';
import { OutageLog } from './database/connection/outage-log';
import { openReadinessProbe, type ReadinessProbe } from './database/connection/readiness';
import { readPaymentCounts, readDatabaseStats } from './database/repositories/database-stats';
import type { Database } from './database/transactions/database';
import { credentialUse } from './workers/retention';
import { workerTasks } from './workers/tasks';
import { WorkerNotifier } from './workers/worker-notifier';
import { Runner, type Task } from './workers/runner';
import { lastOpenAt, ServiceHours } from './workers/service-hours';

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
  /** Address of the console; undefined: it is not served. */
  readonly consoleUrl: string | undefined;
}

export interface App {
  /** Starts database, migrations, server and workers. Resolves when the server accepts requests. */
  start(): Promise<Started>;
  /** Drains requests and workers, then closes the database and stops the embedded one. */
  stop(): Promise<void>;
  /** Rejects when the service cannot continue, because the embedded PostgreSQL ended. It never resolves. */
  readonly broken: Promise<never>;
}

/** Creates the service. This file alone constructs its parts, in boot order; `stop` releases them in reverse. */
export function createApp(settings: Settings, overrides: Overrides = {}): App {
  const parts = new StopSequence();
  const log = overrides.log ?? createLog(settings.logLevel);
  const state: { isStopping: boolean; http?: HttpSide | undefined } = { isStopping: false };
  let reject: (reason: Error) => void = () => undefined;
  const broken = new Promise<never>((_, rejectPromise) => (reject = rejectPromise));
  // Avoids an unhandled rejection if nothing awaits `broken`.
  broken.catch(() => undefined);
  const onFatal = (message: string): void => {
    if (!state.isStopping) reject(new Error(message));
  };
  return {
    broken,
    async start() {
      const starting = boot(settings, overrides, { log, parts, onFatal });
      const { http, ...started } = await starting.catch((error: unknown) => {
        throw dataFolderError(error, settings.dataDir);
      });
      state.http = http;
      return started;
    },
    async stop() {
      state.isStopping = true;
      await state.http?.drain();
      const { late, errors } = await parts.run(settings.stopGraceSeconds * 1000);
      for (const { part, error } of errors) log.error({ part, err: error }, 'a part could not stop cleanly');
      if (late.length > 0) log.warn({ parts: late }, 'parts did not stop within ATS_STOP_GRACE_SECONDS');
    },
  };
}

interface Boot {
  readonly log: Log & { debug(message: string): void };
  readonly parts: StopSequence;
  readonly onFatal: (message: string) => void;
}

async function boot(
  settings: Settings,
  overrides: Overrides,
  { log: ownLog, parts, onFatal }: Boot,
): Promise<Started & { readonly http: HttpSide | undefined }> {
  const databaseUrl = settings.databaseUrl ?? (await embedded(settings, { log: ownLog, parts, onFatal })).url;
  parts.check();
  await migrate(databaseUrl, { onWait: () => ownLog.warn({}, LOCK_NOTICE) });
  parts.check();
  const probe = openReadinessProbe(databaseUrl);
  parts.add('readiness', () => probe.close());
  const log = new OutageLog(ownLog, { probe });
  probe.onFailure((err) => log.warn({ err }, 'the service is not ready: its check of the database failed'));
  const opened = await createDatabaseAndMetrics(databaseUrl, settings, overrides, { log, parts, probe });
  const { store, metrics, metricsUrl } = opened;
  const notifier = new WorkerNotifier(store, log);
  parts.add('notifier', () => notifier.stop());
  const secrets = createSecrets(settings, log);
  await verifyEncryptionKeys(store, secrets);
  const sandbox = await loadSandbox(settings, store);
  // The server and the runner are created last, because they need the services.
  const later: { http?: HttpSide; runner?: Runner } = {};
  const listeningUrl = (): string | undefined => later.http?.url;
  const payments = await createPaymentAdapter(settings, log, listeningUrl, parts);
  const guard = createWebhookGuard(settings, overrides);
  const services: Services = {
    ...{ settings, secrets, sessionTokens, cardSignatures, log, metrics, newWebhookSecret, sandbox },
    newCredential: settings.sandbox ? newTestCredential : newCredential,
    checkout: payments.checkout,
    addresses: guard,
    consoleUrl: () => (later.http?.hasConsole === true ? `${services.publicUrl()}/console` : undefined),
    publicUrl: () => (settings.publicUrlGiven ? settings.publicUrl : (listeningUrl() ?? settings.publicUrl)),
    newId: newUuidV7,
    notifyWorker: (topic) => {
      if (later.runner?.wake(topic) !== true) notifier.notify(topic);
    },
  };
  await adoptPolicy(store, services);
  const authenticator = createAuthenticator(settings, store, secrets, sandbox);
  const hours = new ServiceHours(store, services);
  if (settings.role !== 'worker') {
    later.http = await serve({ settings, log, store, services, authenticator, payments, guard, probe, hours, parts });
    // A process that cannot listen serves no request, so it must not count as open. An outage moves the open deadlines before
    // the first sweep, and each mutation waits for it.
    await hours.open();
    if (!settings.sandbox) await assertLive(store);
  }
  const { http } = later;
  const tasks = tasksOf({ settings, store, services, authenticator, guard, hours, sandbox });
  const runner = (later.runner = new Runner(tasks, log, metrics));
  // Both stop at the same time, so that neither takes the grace of the other.
  parts.add('workers and server', () => Promise.all([runner.stop(), http?.stop()]));
  runner.start();
  if (settings.role !== 'api') notifier.listen((topic) => runner.wake(topic));
  const url = http?.url ?? settings.publicUrl;
  log.info({ url, metricsUrl, role: settings.role }, 'the service is ready');
  return { url, metricsUrl, consoleUrl: http?.hasConsole === true ? `${url}/console` : undefined, http };
}

function createAuthenticator(
  { rateLimitPerMinute }: Settings,
  store: Database,
  secrets: SecretBox,
  sandbox: RunningSandbox | undefined,
): Authenticator {
  const failures = new FailedSignatures(rateLimitPerMinute, () => Date.now());
  return new Authenticator(store, secrets, failures, sandbox?.signatureRemedy);
}

function createWebhookGuard({ webhookAllowPrivate }: Settings, { nameServers }: Overrides): ResolvingAddressGuard {
  return createGuard({ allowPrivate: webhookAllowPrivate, ...(nameServers && { nameServers }) });
}

/** Creates the sandbox. A live service does not even load its code. */
async function loadSandbox({ sandbox }: Settings, store: Database): Promise<RunningSandbox | undefined> {
  return sandbox ? (await import('./sandbox/index.js')).createSandbox(store) : undefined;
}

/** A scrape waits for the state of the database for this time. */
const PROBE_MS = 2_000;

/** Opens the database and serves /metrics. */
async function createDatabaseAndMetrics(
  url: string,
  settings: Settings,
  overrides: Overrides,
  { log, parts, probe }: Pick<Boot, 'parts'> & { readonly log: Log; readonly probe: ReadinessProbe },
): Promise<{ readonly store: Database; readonly metrics: Metrics; readonly metricsUrl: string | undefined }> {
  const { host, metricsPort: port, role } = settings;
  const free = overrides.freeMetricsPort === true;
  const { metrics, serve } = openMetrics({ host, port, free, role, version: INTERFACE_VERSION, log });
  const store = await openDatabase(
    { url, poolSize: settings.databasePoolSize },
    settings.sandbox ? testClock : (overrides.clock ?? databaseClock),
    metrics.transactionRetried,
  );
  parts.add('database connections', () => store.close());
  const page = await serve({
    databaseStats: () => readDatabaseStats(store),
    paymentCounts: () => readPaymentCounts(store),
    connections: () => store.connections(),
    // The probe has a connection of its own, because those of the requests may all be busy.
    state: () => probe.state(PROBE_MS),
  });
  parts.add('metrics', () => page.stop());
  return { store, metrics, metricsUrl: page.url };
}

async function embedded(settings: Settings, { log, parts, onFatal }: Boot): Promise<Embedded> {
  const starting = startEmbedded({ dataDir: settings.dataDir, log });
  // Without the limit of the grace: a shutdown writes a checkpoint, and has a limit of its own.
  parts.add('embedded PostgreSQL', () => stopEmbedded(starting, settings.stopGraceSeconds * 1000), {
    isBounded: false,
  });
  const database = await starting;
  void database.ended.then(() => onFatal('the embedded PostgreSQL has ended: start the service again to recover'));
  return database;
}

/** Stops the database. If it is still starting after the grace, the next start of the service stops it. */
async function stopEmbedded(starting: Promise<Embedded>, graceMs: number): Promise<void> {
  const ended = starting.catch(() => undefined);
  if (await endsWithin(ended, graceMs)) await (await ended)?.stop();
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
  parts: StopSequence,
): Promise<Payments> {
  const payments = await createPayments({
    secretKey: settings.stripeSecretKey,
    webhookSecrets: settings.stripeWebhookSecret,
    apiBase: settings.stripeApiBase,
    production: settings.env === 'production',
    paysAtOnce: settings.sandbox,
    dataDir: settings.dataDir,
    webhookUrl: () => {
      const base = listeningUrl();
      return base === undefined ? undefined : `${base}/api/v1/webhooks/stripe`;
    },
    webhookHost: settings.allowedHosts?.[0],
    publicUrl: settings.publicUrl,
    log,
  });
  parts.add('payments', () => payments.stop());
  if (payments.notice !== null) log.warn({}, payments.notice);
  return payments;
}

type WorkerParts = Pick<ServerParts, 'settings' | 'store' | 'services' | 'authenticator' | 'hours'> & {
  readonly guard: ResolvingAddressGuard;
  readonly sandbox: RunningSandbox | undefined;
};

function tasksOf({ settings, store, services, authenticator, guard, hours, sandbox }: WorkerParts): Task[] {
  // Only a process that serves requests knows the last use of credentials.
  const apiTasks = settings.role === 'worker' ? [] : [credentialUse(store, authenticator), hours.task()];
  if (settings.role === 'api') return apiTasks;
  const holder = `${hostname()}:${String(process.pid)}:${services.newId(new Date())}`;
  const sender = createSender({ guard, timeoutSeconds: settings.webhookTimeoutSeconds, version: INTERFACE_VERSION });
  const openUntil = () => (settings.role === 'worker' ? lastOpenAt(store) : hours.openUntil());
  if (!sandbox) return [...apiTasks, ...workerTasks({ store, services, sender, holder, openUntil })];
  const parts = { store, services, sender: sandbox.sender(sender), holder, openUntil };
  return [...apiTasks, ...workerTasks(parts), ...sandbox.tasks(services)];
}
