import { keyOf } from '../../src/domain/keys';
import { type Client, createClient, type Schema } from '../../src/client';
import type { TestApp } from './app';
import { buy, newId } from './ledger';
import { ticketsIn, withOwnerConnection } from './parties';

export { codeOf as outcome, refusalOf as refused } from './parties';

/** Parties of a market and their calls over signed GraphQL; not a test. */

export const PROFILE = 'translation.de-en/v1';

/** A new trade profile. */
export const profile = (): string => `p${newId()}`;

/** An RFC 3339 time by the clock of the service. */
export function inSeconds(app: TestApp, seconds: number): string {
  return new Date(Date.now() + app.clock.offsetMs() + seconds * 1000).toISOString();
}

const LISTING = `fragment L on Listing { id listingKey agentId tradeProfile side title description tags priceStamps
  steps { title shareBps tradeProfile } contractWindowSeconds checkpointWindowSeconds coverageThresholdBps visibility state expiresAt createdAt updatedAt }`;
export const PROPOSAL = `fragment P on Proposal { id proposalKey proposalId state closeReason expiresAt tradeKey createdAt
  currentRevision { ...R } revisions { ...R } }
  fragment R on ProposalRevision { revisionNo proposedByPrincipalKey createdAt
    terms { coverageThresholdBps bondBps steps { stepNo title providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId
      priceStamps contractWindowSeconds checkpointWindowSeconds } }
    participants { principalKey agentId role responseState bondStamps } }`;

export type ListingAnswer = Pick<
  Schema.Listing,
  'listingKey' | 'state' | 'title' | 'priceStamps' | 'expiresAt' | 'updatedAt' | 'steps'
>;

export type TermsAnswer = Pick<Schema.Terms, 'coverageThresholdBps' | 'bondBps'> & {
  readonly steps: readonly Omit<Schema.TermsStepInput, 'items' | 'notBefore' | 'activation'>[];
};

type RevisionAnswer = Pick<Schema.ProposalRevision, 'revisionNo' | 'proposedByPrincipalKey' | 'participants'> & {
  readonly terms: TermsAnswer;
};

type ProposalFields = 'proposalKey' | 'proposalId' | 'state' | 'closeReason' | 'expiresAt' | 'tradeKey';

export type ProposalAnswer = Pick<Schema.Proposal, ProposalFields> & {
  readonly currentRevision: RevisionAnswer;
  readonly revisions: readonly RevisionAnswer[];
};

type RunFields = 'matchRunId' | 'listingKey' | 'state' | 'candidatesConsidered';

export type RunAnswer = Pick<Schema.MatchRun, RunFields> & { readonly proposals: readonly ProposalAnswer[] };

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
  if (stamps > 0n) await withOwnerConnection(app, (db) => buy(db, principalId, stamps));
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

export const ticketsOf = (app: TestApp, { principalId }: Party): Promise<bigint> => ticketsIn(app, principalId);

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
