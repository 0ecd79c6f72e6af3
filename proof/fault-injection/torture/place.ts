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
import { TEST_KEY } from '../../../test/support/service';
import { newFolder } from '../../../test/support/folder';

/** Where it happens: two servers and two workers on one PostgreSQL, everything between them through proxies. Not a test. */

const SERVERS = 2;
const PROCESSES = 4;
const AGAIN_MS = 200;
const STANDING_WITHIN_MS = 60_000;

const SETTINGS = {
  ATS_ROLE: 'api',
  ATS_SECRETS_KEYS: TEST_KEY,
  ATS_RATE_LIMIT_PER_MINUTE: '100000000',
  ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
  ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1,1,1,1,2,2,2,5,5,5,5,5,5,5,5',
  ATS_WEBHOOK_TIMEOUT_SECONDS: '5',
};

type Begin = () => Promise<BuiltProcess>;

/** A process that is begun anew whenever it was killed; that it ends by itself is a failure. */
class Standing {
  private running: BuiltProcess | undefined;
  private stopping = false;
  kills = 0;

  constructor(
    readonly name: string,
    private readonly begin: Begin,
    private readonly log: string,
    private readonly endedByItself: (what: string) => void,
  ) {}

  async start(): Promise<void> {
    const until = Date.now() + STANDING_WITHIN_MS;
    while (!this.stopping) {
      try {
        this.watch(await this.begin());
        return;
      } catch (error) {
        // Its database may be away: whoever looks after processes tries again.
        appendFileSync(this.log, `${String(error)}\n`);
        if (Date.now() > until) throw error;
        await pause(AGAIN_MS);
      }
    }
  }

  private watch(process: BuiltProcess): void {
    this.running = process;
    void process.stopped.then((code) => {
      appendFileSync(this.log, process.output());
      if (code === null || this.stopping) return;
      this.endedByItself(`${this.name} ended by itself with ${code}: ${process.output().slice(-2000)}`);
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

export interface PlaceOptions {
  /** Where logs go. */
  readonly folder: string;
}

export class Place {
  readonly processes: Standing[] = [];
  /** Between each process and PostgreSQL. */
  readonly lines: FaultProxy[] = [];
  /** Between the clients and each server. */
  readonly doors: FaultProxy[] = [];
  /** What went wrong that no history shows. */
  readonly failures: string[] = [];
  console!: Credential;
  operator!: Credential;
  private port!: number;

  private constructor(
    readonly options: PlaceOptions,
    private readonly dataDir: string,
    private cluster: Embedded,
    private readonly standIn: StripeMock,
    readonly receiver: Receiver,
  ) {}

  static async start(options: PlaceOptions): Promise<Place> {
    const dataDir = newFolder('torture');
    const log = { debug: (line: string) => appendFileSync(join(options.folder, 'postgres.log'), `${line}\n`) };
    const cluster = await startEmbedded({ dataDir, log });
    const place: { made?: Place } = {};
    let turn = 0;
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const standIn = await startStripeMock({
      dataDir: options.folder,
      webhookUrl: () => `${place.made?.servers[turn++ % SERVERS] ?? ''}/api/v1/webhooks/stripe`,
      log: quiet,
    });
    const made = new Place(options, dataDir, cluster, standIn, await startReceiver());
    place.made = made;
    try {
      await made.begin();
    } catch (error) {
      await made.stop();
      throw error;
    }
    return made;
  }

  /** Addresses of the servers as clients know them. */
  get servers(): string[] {
    return this.doors.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** PostgreSQL itself. */
  get databaseUrl(): string {
    return this.cluster.url;
  }

  private async begin(): Promise<void> {
    this.port = this.cluster.port;
    const { stdout, stderr } = await this.ats(['migrate']);
    appendFileSync(join(this.options.folder, 'migrate.log'), stdout + stderr);
    this.console = await this.issue('console');
    this.operator = await this.issue('operator');
    for (let at = 0; at < PROCESSES; at += 1) this.lines.push(await FaultProxy.open({ port: this.port }));
    await Promise.all(this.lines.map((_, at) => this.beginProcess(at)));
  }

  private async beginProcess(at: number): Promise<void> {
    const name = at < SERVERS ? `server-${at}` : `worker-${at - SERVERS}`;
    const line = this.lines[at] as FaultProxy;
    let env: Readonly<Record<string, string>> = this.environment(throughProxy(this.cluster.url, line));
    const serve = async (): Promise<BuiltServer> => {
      const server = await builtServer(env);
      // The next one is where this one was.
      env = server.env;
      return server;
    };
    const { ATS_ROLE: _, ...worker } = env;
    const work = () => builtWorker({ DATABASE_URL: '', ATS_DATA_DIR: this.dataDir, ...worker });
    const begin = at < SERVERS ? serve : work;
    const process = new Standing(name, begin, join(this.options.folder, `${name}.log`), (what) =>
      this.failures.push(what),
    );
    this.processes[at] = process;
    await process.start();
    if (at < SERVERS) this.doors[at] = await FaultProxy.open({ port: Number(env['PORT']) });
  }

  private environment(databaseUrl: string): Record<string, string> {
    return {
      ...SETTINGS,
      DATABASE_URL: databaseUrl,
      ATS_DATA_DIR: this.dataDir,
      STRIPE_SECRET_KEY: this.standIn.secretKey,
      STRIPE_WEBHOOK_SECRET: this.standIn.webhookSecret,
      STRIPE_API_BASE: this.standIn.apiBase,
    };
  }

  /** `ats …` on the database itself. */
  ats(args: readonly string[]): ReturnType<typeof runCli> {
    const { ATS_ROLE: _, ...env } = this.environment(this.cluster.url);
    return runCli(args, env);
  }

  private async issue(role: 'console' | 'operator'): Promise<Credential> {
    const { stdout, stderr } = await this.ats(['platform-credential', 'create', '--role', role, '--json']);
    const made = (stdout === '' ? {} : JSON.parse(stdout)) as { api_key?: string; signing_secret?: string };
    if (made.api_key === undefined || made.signing_secret === undefined) throw new Error(stderr);
    return { apiKey: made.api_key, signingSecret: made.signing_secret };
  }

  /** Stripe’s word that this was paid for the session, at one server or the other until it is taken. */
  async paid(sessionId: string, amountCents: number): Promise<void> {
    const body = sessionEvent({ id: sessionId, amount_total: amountCents });
    const until = Date.now() + STANDING_WITHIN_MS;
    for (let turn = 0; Date.now() < until; turn += 1) {
      const url = this.servers[turn % SERVERS] ?? '';
      const sent = deliver({ url }, body, signature(body, { secret: this.standIn.webhookSecret }));
      if ((await sent.catch(() => undefined))?.status === 200) return;
      await pause(AGAIN_MS);
    }
    throw new Error(`nobody takes what was paid for ${sessionId}`);
  }

  /** kill -9 of the postmaster; started again, on the same port, after that time. */
  async killDatabase(forMs: number): Promise<void> {
    process.kill(this.cluster.pid, 'SIGKILL');
    await this.cluster.ended;
    await pause(forMs);
    const log = { debug: (line: string) => appendFileSync(join(this.options.folder, 'postgres.log'), `${line}\n`) };
    const until = Date.now() + STANDING_WITHIN_MS;
    for (;;) {
      try {
        this.cluster = await startEmbedded({ dataDir: this.dataDir, log, port: this.port });
        return;
      } catch (error) {
        // Backends of the dead one may hold its memory for a while.
        if (Date.now() > until) throw error;
        await pause(AGAIN_MS);
      }
    }
  }

  /** Everything passes again. */
  heal(): void {
    for (const proxy of [...this.lines, ...this.doors]) proxy.become('pass');
  }

  async stop(): Promise<void> {
    this.heal();
    await Promise.all(this.processes.map((process) => process.stop()));
    await Promise.all([...this.lines, ...this.doors].map((proxy) => proxy.close()));
    await this.standIn.stop();
    await this.receiver.stop();
    await this.cluster.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
