import { tickets } from '../../src/domain/ledger/accounts';
import { keyOf } from '../../src/domain/keys';
import { ApiError, type Client, createClient } from '../../src/client';
import type { TestApp } from './app';
import { balance, buy, Connection, newId } from './ledger';

/** Parties of a market and their calls over signed GraphQL; not a test. */

export const PROFILE = 'translation.de-en/v1';

/** A new trade profile. */
export const profile = (): string => `p${newId()}`;

/** An RFC 3339 time by the clock of the service. */
export function inSeconds(app: TestApp, seconds: number): string {
  return new Date(Date.now() + app.clock.offsetMs() + seconds * 1000).toISOString();
}

const LISTING = `fragment L on Listing { id listingKey agentId tradeProfile side title description tags priceStamps
  steps { title shareBps tradeProfile } contractWindowSeconds checkpointWindowSeconds coverageThresholdBps state expiresAt createdAt updatedAt }`;
export const PROPOSAL = `fragment P on Proposal { id proposalKey proposalId state closeReason expiresAt tradeKey createdAt
  currentRevision { ...R } revisions { ...R } }
  fragment R on ProposalRevision { revisionNo proposedByPrincipalKey createdAt
    terms { coverageThresholdBps bondBps steps { stepNo title providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId
      priceStamps contractWindowSeconds checkpointWindowSeconds } }
    participants { principalKey agentId role responseState bondStamps } }`;

export interface ListingAnswer {
  readonly listingKey: string;
  readonly state: string;
  readonly title: string;
  readonly priceStamps: number;
  readonly expiresAt: string | null;
  readonly updatedAt: string;
  readonly steps: readonly unknown[];
}

export interface StepAnswer {
  readonly stepNo: number;
  readonly title: string;
  readonly providerPrincipalKey: string;
  readonly providerAgentId: string;
  readonly consumerPrincipalKey: string;
  readonly consumerAgentId: string;
  readonly priceStamps: number;
  readonly contractWindowSeconds: number;
  readonly checkpointWindowSeconds: number;
}

export interface TermsAnswer {
  readonly steps: readonly StepAnswer[];
  readonly coverageThresholdBps: number;
  readonly bondBps: number;
}

export interface RevisionAnswer {
  readonly revisionNo: number;
  readonly proposedByPrincipalKey: string | null;
  readonly terms: TermsAnswer;
  readonly participants: readonly {
    readonly principalKey: string;
    readonly agentId: string;
    readonly role: string;
    readonly responseState: string;
    readonly bondStamps: number;
  }[];
}

export interface ProposalAnswer {
  readonly proposalKey: string;
  readonly proposalId: string;
  readonly state: string;
  readonly closeReason: string | null;
  readonly expiresAt: string;
  readonly tradeKey: string | null;
  readonly currentRevision: RevisionAnswer;
  readonly revisions: readonly RevisionAnswer[];
}

export interface RunAnswer {
  readonly matchRunId: string;
  readonly listingKey: string;
  readonly state: string;
  readonly candidatesConsidered: number;
  readonly proposals: readonly ProposalAnswer[];
}

type Input = Readonly<Record<string, unknown>>;

/** A principal with one agent; the console acts for its owner. */
export class Party {
  readonly principalKey: string;

  constructor(
    readonly principalId: string,
    readonly agentId: string,
    readonly api: Client,
  ) {
    this.principalKey = keyOf('prn', principalId);
  }

  async publish(input: Input = {}): Promise<ListingAnswer> {
    const defaults = {
      agentId: this.agentId,
      tradeProfile: PROFILE,
      side: 'PROVIDE',
      title: 'Offer',
      priceStamps: 800,
    };
    return this.mutate('publishListing', 'PublishListingInput', `listing { ...L }`, LISTING, { ...defaults, ...input });
  }

  async update(listingKey: string, input: Input): Promise<ListingAnswer> {
    return this.mutate('updateListing', 'UpdateListingInput', 'listing { ...L }', LISTING, { listingKey, ...input });
  }

  async run(listingKey: string, maxProposals?: number): Promise<RunAnswer> {
    const fields = 'matchRun { matchRunId listingKey state candidatesConsidered proposals { ...P } }';
    return this.mutate('runMatch', 'RunMatchInput', fields, PROPOSAL, { listingKey, maxProposals });
  }

  async respond(proposalKey: string, decision: 'ACCEPT' | 'COUNTER' | 'REJECT', input: Input = {}) {
    const answer: Promise<ProposalAnswer> = this.mutate(
      'respondToProposal',
      'RespondToProposalInput',
      'proposal { ...P }',
      PROPOSAL,
      { proposalKey, decision, ...input },
    );
    return answer;
  }

  /** Reads fields of its own `principal`. */
  async read<T>(selection: string, variables: Input = {}, fragments = ''): Promise<T> {
    const document = `query ($principalKey: ID) { principal(principalKey: $principalKey) { ${selection} } } ${fragments}`;
    const { principal } = await this.api.queryOrThrow<{ principal: T }>(document, {
      principalKey: this.principalKey,
      ...variables,
    });
    return principal;
  }

  async proposal(proposalKey: string): Promise<ProposalAnswer | null> {
    const selection = `proposal(proposalKey: "${proposalKey}") { ...P }`;
    return (await this.read<{ proposal: ProposalAnswer | null }>(selection, {}, PROPOSAL)).proposal;
  }

  async listing(listingKey: string): Promise<ListingAnswer | null> {
    const selection = `listing(listingKey: "${listingKey}") { ...L }`;
    return (await this.read<{ listing: ListingAnswer | null }>(selection, {}, LISTING)).listing;
  }

  private async mutate<T>(name: string, type: string, selection: string, fragments: string, input: Input): Promise<T> {
    const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } } ${fragments}`;
    const variables = { input: { principalKey: this.principalKey, ...input } };
    const data = await this.api.mutate<Record<string, Record<string, T>>>(document, variables);
    return Object.values(data[name] ?? {})[0] as T;
  }
}

const DEFAULT_CARD = `'{"name": "Agent", "capabilities": {}}'`;

/** Creates a principal with tickets, one agent and an owner: a new human unless named. */
export async function party(app: TestApp, options: { tickets?: bigint; owner?: string } = {}): Promise<Party> {
  const principalId = newId();
  const agentId = newId();
  const subject = options.owner ?? `human-${principalId}`;
  await app.sql(`INSERT INTO principal VALUES ($1, 'Party', 20, 1000000, 1000000, now())`, [principalId]);
  await app.sql(`INSERT INTO human VALUES ($1, 'test', $2, now()) ON CONFLICT DO NOTHING`, [newId(), subject]);
  await app.sql(
    `INSERT INTO binding SELECT $1, $2, human_id, 'owner', now() FROM human WHERE provider = 'test' AND subject = $3`,
    [newId(), principalId, subject],
  );
  await addAgent(app, principalId, agentId);
  const stamps = options.tickets ?? 1000n;
  if (stamps > 0n) await withConnection(app, (db) => buy(db, principalId, stamps));
  // No retries: the service must settle a race, not a retry.
  const acting = { provider: 'test', subject };
  const api = createClient({ url: app.url, credential: app.console, acting, retry: { attempts: 1 } });
  return new Party(principalId, agentId, api);
}

/** Creates several parties in order: `const { ann, ben } = await parties(app, 'ann', 'ben')`. */
export async function parties<Name extends string>(app: TestApp, ...names: Name[]): Promise<Record<Name, Party>> {
  const made: [string, Party][] = [];
  for (const name of names) made.push([name, await party(app)]);
  return Object.fromEntries(made) as Record<Name, Party>;
}

export async function addAgent(app: TestApp, principalId: string, agentId = newId()): Promise<string> {
  await app.sql(
    `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
     VALUES ($1, $2, ${DEFAULT_CARD}, '{}', false, false, false, '{}', now())`,
    [agentId, principalId],
  );
  return agentId;
}

export async function ticketsOf(app: TestApp, { principalId }: Party): Promise<bigint> {
  return withConnection(app, (db) => balance(db, tickets(principalId)));
}

async function withConnection<T>(app: TestApp, work: (db: Connection) => Promise<T>): Promise<T> {
  const db = await Connection.open(app.ownerUrl);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The refusal of a call: `{status, code, …members}`. */
export async function refused(work: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.code, ...error.members };
    throw error;
  }
  throw new Error('not refused');
}

/** The code of the refusal, or `done`. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/** Creates two parties with matching listings, and the proposal of a match run. */
export async function proposed(app: TestApp): Promise<{ provider: Party; consumer: Party; proposal: ProposalAnswer }> {
  const tradeProfile = profile();
  const { provider, consumer } = await parties(app, 'provider', 'consumer');
  await provider.publish({
    tradeProfile,
    priceStamps: 800,
    steps: [
      { title: 'One', shareBps: 5000 },
      { title: 'Two', shareBps: 5000 },
    ],
  });
  const wanted = await consumer.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
  const run = await consumer.run(wanted.listingKey);
  const proposal = run.proposals[0];
  if (!proposal || run.proposals.length !== 1) throw new Error('one proposal expected');
  return { provider, consumer, proposal };
}

/** The events about one object, in the order of writing, with their principals. */
export async function eventsOf(
  app: TestApp,
  subjectKey: string,
): Promise<{ type: string; principal_id: string; data: Record<string, unknown> }[]> {
  return app.sql('SELECT type, principal_id, data FROM event WHERE subject_key = $1 ORDER BY event_id', [subjectKey]);
}
