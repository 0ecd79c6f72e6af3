import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { createClient, type Client as ApiClient, type Credential } from '../../src/client';
import { type BuiltProcess, type BuiltServer, builtServer, builtWorker } from '../../test/support/built';
import { platformCredential } from '../../test/support/built-parties';
import { freshDatabase, type TestDatabase } from '../../test/support/database';
import { FaultProxy, throughProxy } from '../../test/support/fault-proxy';
import { newFolder } from '../../test/support/folder';
import { TEST_KEY } from '../../test/support/service';
import { unlimited } from '../../test/support/unlimited';

/** Every window of a trade, in seconds. An outage lasts longer. A slow machine needs more for the calls before and after it. */
const WINDOW_SECONDS = Number(process.env['CLOSED_WINDOW_SECONDS'] ?? 60);

const WINDOWS = {
  ATS_CONTRACT_WINDOW_SECONDS: String(WINDOW_SECONDS),
  ATS_CHECKPOINT_WINDOW_SECONDS: String(WINDOW_SECONDS),
  ATS_IDLE_WINDOW_SECONDS: String(WINDOW_SECONDS),
};

/** Two API processes and a worker as real processes. A proxy is between them and their database. */
export class Deployment {
  servers: BuiltServer[] = [];
  private workers: BuiltProcess[] = [];
  private ports = ['0', '0'];
  console!: Credential;

  private constructor(
    private readonly database: TestDatabase,
    readonly proxy: FaultProxy,
    /** Reads the database beside the proxy, as its owner. */
    readonly owner: Client,
    private readonly env: Readonly<Record<string, string>> & { DATABASE_URL: string; ATS_DATA_DIR: string },
  ) {}

  static async start(): Promise<Deployment> {
    const database = await freshDatabase();
    const { hostname, port } = new URL(database.ownerUrl);
    const proxy = await FaultProxy.open({ host: hostname, port: Number(port || 5432) });
    const owner = new Client(database.ownerUrl);
    await owner.connect();
    const deployment = new Deployment(database, proxy, owner, {
      DATABASE_URL: throughProxy(database.ownerUrl, proxy),
      ATS_DATA_DIR: newFolder('closed-hours'),
      ATS_SECRETS_KEYS: TEST_KEY,
      ATS_RATE_LIMIT_PER_MINUTE: '1000000',
      ...unlimited,
      ...WINDOWS,
    });
    await deployment.startAll();
    deployment.console = await platformCredential(deployment.env, 'console');
    return deployment;
  }

  /** Starts all processes. */
  async startAll(): Promise<void> {
    await this.startServers();
    this.workers = [await builtWorker(this.env)];
  }

  /** Starts the API processes. They keep their ports, so that clients find them again. */
  async startServers(): Promise<void> {
    const api = { ...this.env, ATS_ROLE: 'api' };
    this.servers = await Promise.all(this.ports.map((port) => builtServer({ ...api, PORT: port })));
    this.ports = this.servers.map(({ url }) => new URL(url).port);
  }

  async killServers(): Promise<void> {
    await Promise.all(this.servers.map((each) => each.kill('SIGKILL')));
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.servers, ...this.workers].map((each) => each.kill('SIGKILL')));
  }

  get ownerUrl(): string {
    return this.database.ownerUrl;
  }

  get url(): string {
    return this.servers[0]?.url ?? '';
  }

  consoleFor(subject: string): ApiClient {
    return createClient({ url: this.url, credential: this.console, acting: { provider: 'test', subject } });
  }

  async rows<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T>(text, values)).rows;
  }

  async run(text: string): Promise<void> {
    await this.owner.query(text);
  }

  async stop(): Promise<void> {
    await this.killAll();
    await this.proxy.close();
    await this.owner.end();
    await this.database.drop();
    await rm(this.env.ATS_DATA_DIR, { recursive: true, force: true });
  }
}
