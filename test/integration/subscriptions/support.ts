import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Client, createClient, type SubscribePayload } from 'graphql-ws';
import WebSocket, { type ClientOptions } from 'ws';
import { createSchema } from '../../../src/api/graphql/schema';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { Authenticator } from '../../../src/api/auth/authenticator';
import { RateLimit } from '../../../src/api/auth/rate-limit';
import { UnreadAnswers } from '../../../src/api/connections/unread-answers';
import { createSubscriptionServer } from '../../../src/api/subscriptions';
import type { SocketConnectionDeps } from '../../../src/api/subscriptions/socket-connection';
import { applyEffects } from '../../../src/database/repositories/decisions';
import { assignSequences } from '../../../src/database/events/event-log';
import type { Database } from '../../../src/database/transactions/database';
import type { NewEvent } from '../../../src/domain/effects';
import { keyOf } from '../../../src/domain/keys';
import { newId } from '../../support/ledger';
import { addressParts, openStore, testServices, type TestServices } from '../../support/service';

/** A subscription server in this process. Tests connect with `ws` and `graphql-ws` and sign by hand. */
export interface Instance {
  readonly url: string;
  readonly store: Database;
  readonly subscriptions: ReturnType<typeof createSubscriptionServer>;
  /** The server's ends of the open connections. */
  readonly connections: ReadonlySet<Socket>;
  stop(): Promise<void>;
}

const schema = createSchema();

/** Starts an instance. With a very long `pollMs`, only notifications announce events. */
export async function startInstance(
  databaseUrl: string,
  services: TestServices,
  pollMs?: number,
  readsPerMinute = 1_000_000,
): Promise<Instance> {
  const store = await openStore(databaseUrl);
  const subscriptions = createSubscriptionServer({
    schema,
    documents: new DocumentCache(schema),
    store,
    services,
    authenticator: new Authenticator(store, services.secrets),
    rateLimit: new RateLimit(readsPerMinute, () => Date.now()),
    unreadAnswers: new UnreadAnswers(services.settings, services.metrics),
    clock: { now: () => new Date() },
    log: services.log,
    ...addressParts(services),
    ...(pollMs === undefined ? {} : { pollMs }),
  });
  const http: Server = createServer();
  subscriptions.attach(http);
  const connections = new Set<Socket>();
  http.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${String(port)}/graphql`,
    store,
    subscriptions,
    connections,
    async stop() {
      await subscriptions.stop();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await store.close();
    },
  };
}

/** The default limits of a socket. */
export function connectionDeps({ settings, metrics } = testServices()): SocketConnectionDeps {
  return { settings, metrics, unreadAnswers: new UnreadAnswers(settings, metrics) };
}

export interface Signing {
  readonly credentialId: string;
  readonly apiKey: string;
  readonly signingSecret: string;
}

export async function newPrincipal(store: Database): Promise<string> {
  const id = newId();
  await store.query({ text: `INSERT INTO principal VALUES ($1, 'P', 20, 1000000, 1000000, now())`, values: [id] });
  return id;
}

/** Inserts a credential of a principal, or of the platform with a role. */
export async function issue(
  store: Database,
  services: TestServices,
  owner: { principalId: string } | { role: string },
) {
  const credentialId = newId();
  const { apiKey, signingSecret } = services.newCredential();
  const { ciphertext, keyId } = services.secrets.encrypt(signingSecret, `signing:${credentialId}`);
  const [principalId, role] = 'role' in owner ? [null, owner.role] : [owner.principalId, null];
  await store.query({
    text: `INSERT INTO credential (credential_id, principal_id, platform_role, api_key, secret_ciphertext, secret_key_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, now())`,
    values: [credentialId, principalId, role, apiKey, ciphertext, keyId],
  });
  return { credentialId, apiKey, signingSecret };
}

/** Signs an upgrade, optionally with further covered fields. */
export function sign(
  url: string,
  { apiKey, signingSecret }: Omit<Signing, 'credentialId'>,
  fields: Record<string, string> = {},
) {
  const { host, pathname, search } = new URL(url);
  const values: Record<string, string> = {
    '@method': 'GET',
    '@authority': host,
    '@path': pathname,
    '@query': search === '' ? '?' : search,
    ...fields,
  };
  const names = Object.keys(values)
    .map((name) => `"${name}"`)
    .join(' ');
  const input = `(${names});created=${String(Math.floor(Date.now() / 1000))};keyid="${apiKey}";tag="ats-v1"`;
  const lines = Object.entries(values).map(([name, value]) => `"${name}": ${value}`);
  const base = [...lines, `"@signature-params": ${input}`].join('\n');
  const mac = createHmac('sha256', signingSecret).update(base).digest('base64');
  return { ...fields, 'signature-input': `ats=${input}`, signature: `ats=:${mac}:` };
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** A graphql-ws client and its close event. */
export interface Connected {
  readonly client: Client;
  readonly closed: Promise<Closed>;
}

export function connect(
  url: string,
  proof: { headers?: object; connectionParams?: Record<string, unknown> },
): Connected {
  class Signed extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[], more?: ClientOptions) {
      super(address, protocols, { ...more, headers: { ...proof.headers } });
    }
  }
  let end: (closed: Closed) => void;
  const closed = new Promise<Closed>((resolve) => (end = resolve));
  const client = createClient({
    url,
    lazy: false,
    retryAttempts: 0,
    webSocketImpl: Signed,
    onNonLazyError: () => undefined,
    ...(proof.connectionParams && { connectionParams: proof.connectionParams }),
    on: { closed: (event) => end(event as Closed) },
  });
  return { client, closed };
}

export interface ReceivedEvent {
  readonly sequence: number;
  readonly cursor: string;
  readonly type: string;
}

/** A subscription and the events received so far. */
export interface Subscription<E = ReceivedEvent> {
  readonly events: E[];
  /** The errors that refused or ended the subscription. */
  readonly errors: { message: string; extensions: Record<string, unknown> }[];
  readonly ended: Promise<void>;
  stop(): void;
}

export function subscribe<E = ReceivedEvent>({ client }: Connected, payload: SubscribePayload): Subscription<E> {
  const events: E[] = [];
  const errors: Subscription['errors'] = [];
  let end: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const stop = client.subscribe<Record<string, E>>(payload, {
    next: ({ data }) => events.push(...Object.values(data ?? {})),
    error: (error) => {
      if (Array.isArray(error)) errors.push(...(error as Subscription['errors']));
      end();
    },
    complete: () => end(),
  });
  return { events, errors, ended, stop };
}

export const EVENTS = `subscription ($principalKey: ID, $types: [EventType!], $after: String) {
  events(principalKey: $principalKey, types: $types, after: $after) { sequence cursor type } }`;

/** Commits events for a principal and numbers them, as the relay does. */
export async function publishEvents(
  store: Database,
  principalId: string,
  times: number,
  type: NewEvent['type'] = 'tickets.credited',
  more: object = {},
) {
  const subjectKey = keyOf('prn', principalId);
  const events = Array.from({ length: times }, (): NewEvent => {
    const data = { principal_key: subjectKey, session_id: 'cs', tickets_stamps: 1, ...more };
    return { eventId: newId(), principalId, type, subjectKey, tradeId: null, data };
  });
  await store.inTransaction((tx) => applyEffects(tx, { events }));
  while ((await store.inTransaction((tx) => assignSequences(tx, 500))) > 0);
}
