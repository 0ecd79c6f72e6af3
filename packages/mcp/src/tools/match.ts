import { ToolError } from '../errors';
import { assertFound } from '../service';
import type { Answer, Call } from '../tool';
import { ACTION_FIELDS } from '../views/actions';
import { type Proposal, PROPOSAL_FIELDS, TERMS_FIELDS, viewProposal } from '../views/proposal';
import type { Input } from './find-partners-input';
import { type MarketFacts, reasonOf } from './match-reason';

/** The match run of `ats_find_partners`. */

const SELF = `query ($key: ID!) { service { activationFeeBps } principal { principalKey
  listings(first: 20, filter: { states: [ACTIVE] }) { nodes { listingKey } }
  listing(listingKey: $key) { matchRuns(first: 1) { nodes { matchRunId createdAt } } } } }`;
const MATCH = `mutation ($input: RunMatchInput!) { runMatch(input: $input) {
  matchRun { matchRunId createdAt candidatesConsidered proposals { ...P } } } } ${PROPOSAL_FIELDS} ${TERMS_FIELDS} ${ACTION_FIELDS}`;
const OWN = `query ($key: ID!) { principal { principalKey listing(listingKey: $key) { side tradeProfile priceStamps }
  proposals(first: 5, filter: { listingKey: $key, states: [PROPOSED, COUNTERED, ACCEPTED] }) { nodes { proposalKey tradeKey } } } }`;
const MARKET = `query ($filter: MarketFilter, $direction: OrderDirection) {
  market(first: 50, filter: $filter, orderBy: { field: PRICE_STAMPS, direction: $direction }) { nodes { priceStamps principal { principalKey } } } }`;

interface Self {
  readonly service: { readonly activationFeeBps: number };
  readonly principal: {
    readonly principalKey: string;
    readonly listings: { readonly nodes: readonly { readonly listingKey: string }[] };
    readonly listing: { readonly matchRuns: { readonly nodes: readonly Run[] } } | null;
  };
}

interface Run {
  readonly matchRunId: string;
  readonly createdAt: string;
}

interface MatchRun extends Run {
  readonly candidatesConsidered: number;
  readonly proposals: readonly Proposal[];
}

/** No listing has this key. */
const NO_KEY = 'lst_0';
const STORED = {
  isStoredAnswer: true,
  nextStep:
    'This is the stored answer of an earlier match with this intentId. Nothing has run now, and the market may have changed. For a new match use a new intentId.',
} as const;

/** Whether a run is older than the call, so that its answer was stored. `newest` is the last run before the call. */
function isReplayed(run: Run, newest: Run | undefined): boolean {
  if (newest === undefined) return false;
  return run.matchRunId === newest.matchRunId || Date.parse(run.createdAt) < Date.parse(newest.createdAt);
}

function listingNeeded({ principal }: Self): ToolError {
  const keys = principal.listings.nodes.map(({ listingKey }) => listingKey);
  if (keys.length > 0) {
    return new ToolError('invalid_arguments', `match needs listingKey. Your active listings are: ${keys.join(', ')}.`);
  }
  return new ToolError(
    'listing_needed',
    'You have no active listing, and match compares your listing with others. Use action publish first, then match with its listingKey.',
  );
}

/** Runs a match of a listing. Without a proposal, the answer says why. */
export async function match({ listingKey, maxProposals, minSettledTrades }: Input, call: Call): Promise<Answer> {
  const self = await call.service.read<Self>(SELF, { key: listingKey ?? NO_KEY }, call.signal);
  if (listingKey === undefined) throw listingNeeded(self);
  const variables = { input: { listingKey, maxProposals, minSettledTrades } };
  type Data = { runMatch: { matchRun: MatchRun } };
  const { matchRun } = (await call.service.mutate<Data>(MATCH, variables, call)).runMatch;
  const viewer = { principalKey: self.principal.principalKey, feeBps: self.service.activationFeeBps };
  return {
    intentId: call.intentId,
    candidatesConsidered: matchRun.candidatesConsidered,
    proposals: matchRun.proposals.map((proposal, index) =>
      viewProposal(proposal, { ...viewer, field: `proposals[${index + 1}].` }, call.texts),
    ),
    ...(await adviceFor(matchRun, self.principal.listing?.matchRuns.nodes[0], () =>
      explain(listingKey, minSettledTrades, call),
    )),
    allowedActions: [],
  };
}

/** Advice about the run. A stored answer has no reason, because the reads would be of another market. */
async function adviceFor(run: MatchRun, newest: Run | undefined, explainNow: () => Promise<object>): Promise<object> {
  if (isReplayed(run, newest)) return STORED;
  return run.proposals.length === 0 ? explainNow() : {};
}

/** Says why no proposal was made. The run has ended, so a failure of these reads is no failure of the call. */
async function explain(listingKey: string, minSettledTrades: number | undefined, call: Call): Promise<object> {
  return readMarket(listingKey, call).then(
    (facts) => reasonOf(facts, minSettledTrades),
    () => ({}),
  );
}

/** Reads the listing with its open proposals, and the best public listings of the other side. */
async function readMarket(key: string, { service, signal }: Call): Promise<MarketFacts> {
  type Own = {
    principal: {
      principalKey: string;
      listing: MarketFacts['listing'] | null;
      proposals: { nodes: MarketFacts['proposals'] };
    };
  };
  const { principal } = await service.read<Own>(OWN, { key }, signal);
  const listing = assertFound(principal.listing, 'listing');
  const isConsumer = listing.side === 'CONSUME';
  const filter = { side: isConsumer ? 'PROVIDE' : 'CONSUME', tradeProfile: listing.tradeProfile };
  type Market = { market: { nodes: { priceStamps: number; principal: { principalKey: string } }[] } };
  const variables = { filter, direction: isConsumer ? 'ASC' : 'DESC' };
  const { market } = await service.read<Market>(MARKET, variables, signal);
  const others = market.nodes.filter((one) => one.principal.principalKey !== principal.principalKey);
  const proposals = principal.proposals.nodes.filter(({ tradeKey }) => tradeKey === null);
  return { listing, proposals, bestPriceStamps: others[0]?.priceStamps ?? null };
}
