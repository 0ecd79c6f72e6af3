import { appendFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Embedded, startEmbedded } from '../../../src/adapters/postgres/embedded';
import { startStripeMock, type StripeMock } from '../../../src/adapters/stripe/mock';
import type { Credential } from '../../../src/client';
import { type BuiltProcess, builtServer, type BuiltServer, builtWorker, runCli } from '../../../test/support/built';
import { FaultProxy, throughProxy } from '../../../test/support/fault-proxy';
import { deliver, sessionEvent, signature } from '../../../test/support/payments';
import { type Receiver, startReceiver } from '../../../test/support/receiver';
import { watchSettlements } from '../../../test/support/settlement-previews';
import { TEST_KEY } from '../../../test/support/service';
import { newFolder } from '../../../test/support/folder';
import { unlimited } from '../../../test/support/unlimited';

/** Two servers and two workers on one PostgreSQL, with a proxy on each connection. */

const SERVERS = 2;
const PROCESSES = 4;
const RETRY_DELAY_MS = 200;
const START_TIMEOUT_MS = 60_000;

const SETTINGS = {
  ATS_ROLE: 'api',
  ATS_POLICY_VERSION: 'slash_policy_v1',
  ATS_SECRETS_KEYS: TEST_KEY,
  ATS_RATE_LIMIT_PER_MINUTE: '100000000',
  ...unlimited,
  ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
  ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1,1,1,1,2,2,2,5,5,5,5,5,5,5,5',
  ATS_WEBHOOK_TIMEOUT_SECONDS: '5',
};

type Begin = () => Promise<BuiltProcess>;

/** A process that can be killed and started again. An exit without a kill is a failure. */
class SupervisedProcess {
  private running: BuiltProcess | undefined;
  private stopping = false;
  kills = 0;

  constructor(
    readonly name: string,
    private readonly begin: Begin,
    private readonly log: string,
    private readonly onUnexpectedExit: (failure: string) => void,
  ) {}

  async start(): Promise<void> {
    const until = Date.now() + START_TIMEOUT_MS;
    while (!this.stopping) {
      try {
        this.watch(await this.begin());
        return;
      } catch (error) {
        // The database may be down, so the start is retried like a supervisor does.
        appendFileSync(this.log, `${String(error)}\n`);
        if (Date.now() > until) throw error;
        await pause(RETRY_DELAY_MS);
      }
    }
  }

  private watch(process: BuiltProcess): void {
    this.running = process;
    void process.stopped.then((code) => {
      appendFileSync(this.log, process.output());
      if (code === null || this.stopping) return;
      this.onUnexpectedExit(`${this.name} exited with ${code}: ${process.output().slice(-2000)}`);
    });
  }

  async kill(): Promise<void> {
    this.kills += 1;
    await this.running?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running?.kill('SIGTERM');
  }
}

export interface DeploymentOptions {
  /** The folder of the logs. */
  readonly folder: string;
}

export class Deployment {
  readonly processes: SupervisedProcess[] = [];
  /** The proxies between each process and PostgreSQL. */
  readonly databaseProxies: FaultProxy[] = [];
  /** The proxies between the clients and each server. */
  readonly serverProxies: FaultProxy[] = [];
  /** Failures that the history does not show. */
  readonly failures: string[] = [];
  console!: Credential;
  operator!: Credential;
  private port!: number;

  private constructor(
    readonly options: DeploymentOptions,
    private readonly dataDir: string,
    private cluster: Embedded,
    private readonly stripe: StripeMock,
    readonly receiver: Receiver,
  ) {}

  static async start(options: DeploymentOptions): Promise<Deployment> {
    const dataDir = newFolder('torture');
    const log = { debug: (line: string) => appendFileSync(join(options.folder, 'postgres.log'), `${line}\n`) };
    const cluster = await startEmbedded({ dataDir, log });
    const deployment: { made?: Deployment } = {};
    let turn = 0;
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const standIn = await startStripeMock({
      dataDir: options.folder,
      webhookUrl: () => `${deployment.made?.servers[turn++ % SERVERS] ?? ''}/api/v1/webhooks/stripe`,
      log: quiet,
    });
    const made = new Deployment(options, dataDir, cluster, standIn, await startReceiver());
    deployment.made = made;
    try {
      await made.begin();
    } catch (error) {
      await made.stop();
      throw error;
    }
    return made;
  }

  /** The addresses that clients use. */
  get servers(): string[] {
    return this.serverProxies.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** The direct address of PostgreSQL. */
  get databaseUrl(): string {
    return this.cluster.url;
  }

  private async begin(): Promise<void> {
    this.port = this.cluster.port;
    const { stdout, stderr } = await this.runAts(['migrate']);
    appendFileSync(join(this.options.folder, 'migrate.log'), stdout + stderr);
    await watchSettlements(this.cluster.url);
    this.console = await this.issue('console');
    this.operator = await this.issue('operator');
    for (let at = 0; at < PROCESSES; at += 1) this.databaseProxies.push(await FaultProxy.open({ port: this.port }));
    await Promise.all(this.databaseProxies.map((_, at) => this.beginProcess(at)));
  }

  private async beginProcess(at: number): Promise<void> {
    const name = at < SERVERS ? `server-${at}` : `worker-${at - SERVERS}`;
    const line = this.databaseProxies[at] as FaultProxy;
    let env: Readonly<Record<string, string>> = this.environment(throughProxy(this.cluster.url, line));
    const serve = async (): Promise<BuiltServer> => {
      const server = await builtServer(env);
      // A restart uses the same port.
      env = server.env;
      return server;
    };
    const { ATS_ROLE: _, ...worker } = env;
    const work = () => builtWorker({ DATABASE_URL: '', ATS_DATA_DIR: this.dataDir, ...worker });
    const begin = at < SERVERS ? serve : work;
    const process = new SupervisedProcess(name, begin, join(this.options.folder, `${name}.log`), (failure) =>
      this.failures.push(failure),
    );
    this.processes[at] = process;
    await process.start();
    if (at < SERVERS) this.serverProxies[at] = await FaultProxy.open({ port: Number(env['PORT']) });
  }

  private environment(databaseUrl: string): Record<string, string> {
    return {
      ...SETTINGS,
      DATABASE_URL: databaseUrl,
      ATS_DATA_DIR: this.dataDir,
      STRIPE_SECRET_KEY: this.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: this.stripe.webhookSecret,
      STRIPE_API_BASE: this.stripe.apiBase,
    };
  }

  /** Runs the `ats` command directly on the database. */
  runAts(args: readonly string[]): ReturnType<typeof runCli> {
    const { ATS_ROLE: _, ...env } = this.environment(this.cluster.url);
    return runCli(args, env);
  }

  private async issue(role: 'console' | 'operator'): Promise<Credential> {
    const { stdout, stderr } = await this.runAts(['platform-credential', 'create', '--role', role, '--json']);
    const made = (stdout === '' ? {} : JSON.parse(stdout)) as { api_key?: string; signing_secret?: string };
    if (made.api_key === undefined || made.signing_secret === undefined) throw new Error(stderr);
    return { apiKey: made.api_key, signingSecret: made.signing_secret };
  }

  /** Sends Stripe's payment event to the servers in turn until one accepts it. */
  async confirmPayment(sessionId: string, amountCents: number): Promise<void> {
    const body = sessionEvent({ id: sessionId, amount_total: amountCents });
    const until = Date.now() + START_TIMEOUT_MS;
    for (let turn = 0; Date.now() < until; turn += 1) {
      const url = this.servers[turn % SERVERS] ?? '';
      const sent = deliver({ url }, body, signature(body, { secret: this.stripe.webhookSecret }));
      if ((await sent.catch(() => undefined))?.status === 200) return;
      await pause(RETRY_DELAY_MS);
    }
    throw new Error(`no server accepted the payment event of ${sessionId}`);
  }

  /** Kills the postmaster with SIGKILL, and starts it on the same port after `forMs`. */
  async killDatabase(forMs: number): Promise<void> {
    process.kill(this.cluster.pid, 'SIGKILL');
    await this.cluster.ended;
    await pause(forMs);
    const log = { debug: (line: string) => appendFileSync(join(this.options.folder, 'postgres.log'), `${line}\n`) };
    const until = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        this.cluster = await startEmbedded({ dataDir: this.dataDir, log, port: this.port });
        return;
      } catch (error) {
        // Backends of the killed server may hold its shared memory for a while.
        if (Date.now() > until) throw error;
        await pause(RETRY_DELAY_MS);
      }
    }
  }

  /** Lets all traffic pass again. */
  heal(): void {
    for (const proxy of [...this.databaseProxies, ...this.serverProxies]) proxy.become('pass');
  }

  async stop(): Promise<void> {
    this.heal();
    await Promise.all(this.processes.map((process) => process.stop()));
    await Promise.all([...this.databaseProxies, ...this.serverProxies].map((proxy) => proxy.close()));
    await this.stripe.stop();
    await this.receiver.stop();
    await this.cluster.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
