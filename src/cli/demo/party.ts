import { setTimeout as pause } from 'node:timers/promises';
import { createClient, createEventStream } from '../../client';
import type { Client, ClientOptions, Credential, EventStream, TradingEvent } from '../../client';
import { eventCursor } from '../../domain/events/event-cursor';
import type { Human } from './human';

/** Retries for about a minute, so that a killed server can start again. */
export const RETRY_POLICY = { timeoutMs: 15_000, retry: { attempts: 30, baseMs: 100, maximumMs: 2_000 } };
const EVENT_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 20;

type Input = Readonly<Record<string, unknown>>;

async function mutate<T>(api: Client, keyPrefix: string, field: string, input: Input, selection: string, suffix = '') {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`;
  const idempotencyKey = `${keyPrefix}-${field}${suffix}`;
  return (await api.mutate<Record<string, T>>(document, { input }, { idempotencyKey }))[field] as T;
}

interface PartyOptions {
  readonly name: string;
  readonly description: string;
  readonly owner: Human;
  /** Begins every idempotency key, so that a repeated run gets the stored responses. */
  readonly keyPrefix: string;
}

interface Provisioned {
  readonly principal: { readonly principalKey: string };
  readonly credential: Credential | null;
}

interface Registered {
  readonly agent: { readonly agentId: string };
}

interface PartyIdentity {
  readonly principalKey: string;
  readonly agentId: string;
  readonly credential: Credential;
}

/** A principal with one agent, its credential and its events. */
export class DemoParty {
  readonly name: string;
  readonly owner: Human;
  /** Signs as the agent. */
  readonly api: Client;
  readonly keyPrefix: string;
  private readonly events: TradingEvent[] = [];
  private stream: EventStream | undefined;
  private streamError: Error | undefined;

  private constructor(
    options: PartyOptions,
    readonly identity: PartyIdentity,
    private readonly url: string | URL,
    /** Signs as the console, which acts for the owner. */
    readonly ownerApi: Client,
  ) {
    ({ name: this.name, owner: this.owner, keyPrefix: this.keyPrefix } = options);
    const { credential, agentId } = identity;
    this.api = createClient({ ...RETRY_POLICY, url, credential, agentId });
  }

  /** Provisions a principal for the owner and registers its agent. */
  static async create(options: PartyOptions, console: ClientOptions): Promise<DemoParty> {
    const { name, description, owner, keyPrefix } = options;
    const ownerApi = createClient({ ...console, acting: owner.acting });
    const { principal, credential } = await mutate<Provisioned>(
      ownerApi,
      keyPrefix,
      'provisionPrincipal',
      { displayName: name },
      'principal { principalKey } credential { apiKey signingSecret }',
    );
    if (!credential) throw new Error(`the secret of ${name} is shown only once: start a new run, without --run-id`);
    const { principalKey } = principal;
    const card = { name, description, version: '1.0.0', capabilities: { pushNotifications: false } };
    const input = { principalKey, card };
    const { agent } = await mutate<Registered>(ownerApi, keyPrefix, 'registerAgent', input, 'agent { agentId }');
    return new DemoParty(options, { principalKey, agentId: agent.agentId, credential }, console.url, ownerApi);
  }

  /** Sends a mutation as the agent; `suffix` separates two calls of one field. */
  async mutate<T>(field: string, input: Input, selection: string, suffix?: string): Promise<T> {
    return mutate<T>(this.api, this.keyPrefix, field, input, selection, suffix);
  }

  async mutateAsOwner<T>(field: string, input: Input, selection: string): Promise<T> {
    return mutate<T>(this.ownerApi, this.keyPrefix, field, input, selection);
  }

  async balances() {
    type Balances = Record<'ticketBalanceStamps' | 'bondAvailableStamps' | 'bondReservedStamps', number>;
    const document = '{ principal { ticketBalanceStamps bondAvailableStamps bondReservedStamps } }';
    return (await this.api.query<{ principal: Balances }>(document)).principal;
  }

  async walletBalance(): Promise<number> {
    const document = '{ wallet { balanceStamps } }';
    return (await this.ownerApi.query<{ wallet: { balanceStamps: number } }>(document)).wallet.balanceStamps;
  }

  /** Subscribes from before the principal's first event. */
  subscribe(): void {
    const retry = { baseMs: 100, maximumMs: 1_000 };
    const { credential } = this.identity;
    this.stream = createEventStream({ retry, url: this.url, credential, after: eventCursor(0n) });
    this.collect(this.stream).catch((error: unknown) => {
      this.streamError = error instanceof Error ? error : new Error(String(error));
    });
  }

  unsubscribe(): void {
    this.stream?.close();
  }

  /** Waits for an event of that type and subject whose data has these members. */
  async waitForEvent(type: string, subjectKey: string, data: Input): Promise<TradingEvent> {
    for (const deadline = Date.now() + EVENT_TIMEOUT_MS; Date.now() < deadline; await pause(POLL_INTERVAL_MS)) {
      const match = this.events.find(
        (event) =>
          event.type === type &&
          event.subjectKey === subjectKey &&
          Object.entries(data).every(([name, value]) => event.data[name] === value),
      );
      if (match) return match;
      if (this.streamError) throw this.streamError;
    }
    throw new Error(`${type} of ${subjectKey} did not arrive within ${String(EVENT_TIMEOUT_MS / 1000)} s`);
  }

  private async collect(stream: EventStream): Promise<void> {
    for await (const event of stream) this.events.push(event);
  }
}
