import { Client, type ClientConfig } from 'pg';
import type { DatabaseTarget } from './database-url';

/**
 * A client that survives the loss of its connection.
 *
 * A lost connection emits `error`, which would end the process between two statements. The next statement fails anyway.
 */
export class ResilientClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Time to connect to one of several hosts, and to learn whether it accepts writes. */
const PROBE_MS = 2_000;
/** Connections that open at the same time share a probe. A longer time would delay the discovery of a failover. */
const PROBE_VALID_MS = 500;

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/** The host and port fields that `pg` reads when it connects. */
interface Destination {
  host: string;
  port: number;
}

/**
 * Returns the client class for a list of hosts.
 * Each new connection goes to the first host that answers and accepts writes, as in libpq. The host that was used last is
 * tried first, so that a dead host in front of it costs time only once.
 */
export function clientFor(target: DatabaseTarget): typeof ResilientClient {
  if (target.urls.length === 1 && !target.needsWrites) return ResilientClient;
  let preferred = 0;
  let probe: { readonly result: Promise<Destination>; readonly until: number } | undefined;

  const findHost = async (config: ClientConfig): Promise<Destination> => {
    let failure: unknown;
    const order = target.urls
      .map((_, index) => index)
      .sort((a, b) => Number(b === preferred) - Number(a === preferred));
    for (const index of order) {
      try {
        const found = await probeHost({ ...config, connectionString: target.urls[index] ?? '' }, target.needsWrites);
        preferred = index;
        return found;
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  };
  const sharedProbe = (config: ClientConfig): Promise<Destination> => {
    if (probe === undefined || probe.until < Date.now()) {
      probe = { result: findHost(config), until: Date.now() + PROBE_VALID_MS };
      probe.result.catch(() => (probe = undefined));
    }
    return probe.result;
  };

  return class FailoverClient extends ResilientClient {
    private readonly config: ClientConfig;

    constructor(config?: string | ClientConfig) {
      super(config);
      this.config = typeof config === 'object' ? config : {};
    }

    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | undefined {
      const connected = this.connectToUsableHost();
      if (callback === undefined) return connected;
      // Out of the promise, so that an error of the callback is not taken for one of the connection.
      const call = (error?: Error): void => void setImmediate(() => (callback as (error?: Error) => void)(error));
      connected.then(() => call(), call);
      return undefined;
    }

    private async connectToUsableHost(): Promise<Client> {
      Object.assign(this, await sharedProbe(this.config));
      await super.connect();
      return this;
    }
  };
}

async function probeHost(config: ClientConfig, needsWrites: boolean): Promise<Destination> {
  const client = new ResilientClient({ ...config, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  try {
    await client.connect();
    if (needsWrites) await assertAcceptsWrites(client);
    return { host: client.host, port: client.port };
  } finally {
    await client.end();
  }
}

async function assertAcceptsWrites(client: Client): Promise<void> {
  const { rows } = await client.query<{ accepts: boolean }>(
    `SELECT NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off' AS accepts`,
  );
  if (rows[0]?.accepts === true) return;
  throw new Error(`${client.host}:${String(client.port)} accepts no writes: name a primary in DATABASE_URL`);
}
