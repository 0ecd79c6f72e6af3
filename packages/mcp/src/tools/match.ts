import { ToolError } from '../errors';
import type { Answer, Call } from '../tool';
import { ACTION_FIELDS } from '../views/actions';
import { type Proposal, PROPOSAL_FIELDS, TERMS_FIELDS, viewProposal } from '../views/proposal';
import type { Input } from './find-partners-input';

/** The match run of `ats_find_partners`. */

const SELF = `query ($key: ID!) { service { activationFeeBps } principal { principalKey
  listings(first: 20, filter: { states: [ACTIVE] }) { nodes { listingKey } }
  listing(listingKey: $key) { matchRuns(first: 1) { nodes { matchRunId createdAt } } } } }`;
const MATCH = `mutation ($input: RunMatchInput!) { runMatch(input: $input) {
  matchRun { matchRunId createdAt candidatesConsidered emptyMatch { reason bestPriceStamps nextStep } proposals { ...P } } } } ${PROPOSAL_FIELDS} ${TERMS_FIELDS} ${ACTION_FIELDS}`;
const OPEN = `query ($key: ID!) { principal {
  proposals(first: 5, filter: { listingKey: $key, states: [PROPOSED, COUNTERED, ACCEPTED] }) { nodes { proposalKey tradeKey } } } }`;

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

/** Why the run made no proposal. */
interface EmptyMatch {
  readonly reason: string;
  readonly bestPriceStamps: number | null;
  readonly nextStep: string;
}

interface MatchRun extends Run {
  readonly candidatesConsidered: number;
  readonly emptyMatch: EmptyMatch | null;
  readonly proposals: readonly Proposal[];
}

/** No listing has this key. */
const NO_KEY = 'lst_0';
const STORED = {
  isStoredAnswer: true,
  nextStep:
    'This is the stored answer of an earlier match with this intentId. Nothing has run now, and the market may have changed. For a new match use a new intentId.',
} as const;
const WITH_TOOLS = 'Use update for your listing, and match with a new intentId.';
const WITH_RESPOND = 'Use ats_respond.';

/** Whether a run is older than the call, so its answer was stored. `newest` is the last run before the call. */
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
      viewProposal(proposal, { ...viewer, field: `proposals[${index}].` }, call.texts),
    ),
    ...(matchRun.emptyMatch && (await viewEmpty(matchRun.emptyMatch, listingKey, call))),
    ...(isReplayed(matchRun, self.principal.listing?.matchRuns.nodes[0]) && STORED),
    allowedActions: [],
  };
}

/** The reason of the service, with the tools that help. */
async function viewEmpty({ nextStep, ...empty }: EmptyMatch, listingKey: string, call: Call): Promise<object> {
  const { reason, bestPriceStamps } = empty;
  const price = bestPriceStamps !== null && { bestPriceStamps };
  if (reason !== 'OPEN_PROPOSALS') return { reason, ...price, nextStep: `${nextStep} ${WITH_TOOLS}` };
  const proposalKeysOpenNow = await openProposals(listingKey, call);
  return {
    reason,
    ...price,
    ...(proposalKeysOpenNow && { proposalKeysOpenNow }),
    nextStep: `${nextStep} ${WITH_RESPOND}`,
  };
}

/**
 * The keys of the proposals that are open now, also for a stored answer: those of its run can be closed.
 *
 * The run has ended, so a failure of this read is no failure of the call.
 */
async function openProposals(key: string, { service, signal }: Call): Promise<readonly string[] | undefined> {
  type Data = { principal: { proposals: { nodes: readonly { proposalKey: string; tradeKey: string | null }[] } } };
  return service.read<Data>(OPEN, { key }, signal).then(
    ({ principal }) => principal.proposals.nodes.flatMap((one) => (one.tradeKey === null ? [one.proposalKey] : [])),
    () => undefined,
  );
}
