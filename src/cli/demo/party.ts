import { setTimeout as pause } from 'node:timers/promises';
import { createClient, createEventStream } from '../../client';
import type { Client, ClientOptions, Credential, EventStream, TradingEvent } from '../../client';
import { eventCursor } from '../../domain/events/event-cursor';
import type { Human } from './human';

/** Retries for about a minute, so that a killed server can start again. */
export const RETRY_POLICY = { timeoutMs: 15_000, retry: { attempts: 30, baseMs: 100, maximumMs: 2_000 } };
const EVENT_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 20;

const PROPOSAL = `proposalKey currentRevision { participants { bondStamps } terms { coverageThresholdBps steps {
  stepNo title providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId priceStamps contractWindowSeconds checkpointWindowSeconds
  items { itemId description weight must } } } }`;

/** The mutations of the demo with their selections. */
const SELECTIONS = {
  provisionPrincipal: 'principal { principalKey } credential { apiKey signingSecret }',
  registerAgent: 'agent { agentId }',
  purchaseTickets: 'purchase { sessionId checkoutUrl ticketsStamps }',
  fundPrincipal: 'transferKey',
  returnFunds: 'transferKey',
  publishListing: 'listing { listingKey }',
  updateListing: 'listing { state }',
  runMatch: `matchRun { proposals { ${PROPOSAL} } }`,
  respondToProposal: `proposal { ${PROPOSAL} }`,
  createTrade: 'trade { tradeKey participants { bondStamps } }',
  activateTrade: 'trade { steps { stepNo priceStamps } }',
  publishDeliveryContract: 'step { stepNo }',
  submitCheckpoint: 'step { coverageBps }',
  withdrawFromTrade: 'trade { state }',
};

export interface Proposal {
  readonly proposalKey: string;
  readonly currentRevision: {
    readonly terms: { readonly coverageThresholdBps: number; readonly steps: readonly { priceStamps: number }[] };
    readonly participants: readonly { bondStamps: number }[];
  };
}

/** Members of all payloads; the mutation decides which are present. */
interface Payload {
  readonly principal: { readonly principalKey: string };
  readonly credential: Credential | null;
  readonly agent: { readonly agentId: string };
  readonly purchase: { sessionId: string; checkoutUrl: string | null; ticketsStamps: number };
  readonly listing: { readonly listingKey: string };
  readonly matchRun: { readonly proposals: readonly Proposal[] };
  readonly proposal: Proposal;
  readonly trade: {
    readonly tradeKey: string;
    readonly participants: readonly { bondStamps: number }[];
    readonly steps: readonly { stepNo: number; priceStamps: number }[];
  };
  readonly step: { readonly coverageBps: number };
}

type Field = keyof typeof SELECTIONS;
type Input = Readonly<Record<string, unknown>>;

/** Sends a mutation. The key is the same in a repeated run, so that the repeat gets the stored response. */
async function mutate(api: Client, keyPrefix: string, field: Field, input: Input, suffix = ''): Promise<Payload> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${field}(input: $input) { ${SELECTIONS[field]} } }`;
  const idempotencyKey = `${keyPrefix}-${field}${suffix}`;
  return (await api.mutate<Record<Field, Payload>>(document, { input }, { idempotencyKey }))[field];
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
  const { principal, credential } = await mutate(ownerApi, keyPrefix, 'provisionPrincipal', { displayName: name });
  if (!credential) throw new Error(`the secret of ${name} is shown only once: start a new run, without --run-id`);
  const { principalKey } = principal;
  const card = { name, description, version: '1.0.0', capabilities: { pushNotifications: false } };
  const { agent } = await mutate(ownerApi, keyPrefix, 'registerAgent', { principalKey, card });
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
    readonly keyPrefix: string,
  ) {
    const { credential, agentId } = identity;
    this.api = createClient({ ...RETRY_POLICY, url, credential, agentId });
  }

  /** Sends a mutation as the agent; `suffix` separates two calls of one field. */
  mutate(field: Field, input: Input, suffix?: string): Promise<Payload> {
    return mutate(this.api, this.keyPrefix, field, input, suffix);
  }

  mutateAsOwner(field: Field, input: Input): Promise<Payload> {
    return mutate(this.ownerApi, this.keyPrefix, field, input);
  }

  async balances() {
    type Balances = Record<'ticketBalanceStamps' | 'bondAvailableStamps' | 'bondReservedStamps', number>;
    const document = '{ principal { ticketBalanceStamps bondAvailableStamps bondReservedStamps } }';
    return (await this.api.queryOrThrow<{ principal: Balances }>(document)).principal;
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
