import { setTimeout as pause } from 'node:timers/promises';
import { createClient, createEventStream } from '../../client';
import type { Client, ClientOptions, Credential, EventStream, MutateOptions, TradingEvent } from '../../client';
import { eventCursor } from '../../domain/events/event-cursor';
import type { Human } from './human';

/** Retries for about a minute, so that a killed server can start again. */
export const RETRY_POLICY = { timeoutMs: 15_000, retry: { attempts: 30, baseMs: 100, maximumMs: 2_000 } };
const EVENT_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 20;

/** The key is the same in a repeated run, so that the repeat gets the stored answer. */
function keyOfRun(keyPrefix: string, name: string): MutateOptions {
  return { idempotencyKey: `${keyPrefix}-${name}` };
}

/** Provisions a principal for the owner and registers its agent. */
export async function createParty(
  name: string,
  description: string,
  owner: Human,
  keyPrefix: string,
  console: ClientOptions,
): Promise<DemoParty> {
  const ownerApi = createClient({ ...console, acting: owner.acting });
  const provision = { displayName: name };
  const { principal, credential } = await ownerApi.principals.provision(
    provision,
    keyOfRun(keyPrefix, 'provisionPrincipal'),
  );
  if (!credential) throw new Error(`the secret of ${name} is shown only once: start a new run, without --run-id`);
  const { principalKey } = principal;
  const card = { name, description, version: '1.0.0', capabilities: { pushNotifications: false } };
  const { agent } = await ownerApi.agents.register({ principalKey, card }, keyOfRun(keyPrefix, 'registerAgent'));
  const identity = { principalKey, agentId: agent.agentId, credential };
  return new DemoParty(name, owner, identity, console.url, ownerApi, keyPrefix);
}

/** A principal with one agent, its credential and its events. */
export class DemoParty {
  /** Signs as the agent. */
  readonly api: Client;
  private readonly events: TradingEvent[] = [];
  private stream: EventStream | undefined;
  private streamError: Error | undefined;

  constructor(
    readonly name: string,
    readonly owner: Human,
    readonly identity: { readonly principalKey: string; readonly agentId: string; readonly credential: Credential },
    private readonly url: string | URL,
    /** Signs as the console, which acts for the owner. */
    readonly ownerApi: Client,
    private readonly keyPrefix: string,
  ) {
    const { credential, agentId } = identity;
    this.api = createClient({ ...RETRY_POLICY, url, credential, agentId });
  }

  /** Options of a mutation with a key of this run; `name` separates the calls. */
  key(name: string): MutateOptions {
    return keyOfRun(this.keyPrefix, name);
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

  /** Waits for an event of that type and subject, and of that step if given. */
  async waitForEvent(type: string, subjectKey: string, stepNo?: number): Promise<TradingEvent> {
    const deadline = Date.now() + EVENT_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const ofSubject = this.events.filter((event) => event.type === type && event.subjectKey === subjectKey);
      const match = ofSubject.find(({ data }) => stepNo === undefined || data['step_no'] === stepNo);
      if (match) return match;
      if (this.streamError) throw this.streamError;
      await pause(POLL_INTERVAL_MS);
    }
    throw new Error(`${type} of ${subjectKey} did not arrive within ${String(EVENT_TIMEOUT_MS / 1000)} s`);
  }

  private async collect(stream: EventStream): Promise<void> {
    for await (const event of stream) this.events.push(event);
  }
}
