import { randomUUID } from 'node:crypto';
import { audit, type Finding } from '../../src/ledger/audit';
import { type TestApp } from './app';
import { Connection } from './ledger';
import {
  accept,
  activate,
  balances,
  buyTickets,
  checkpoint,
  createParty,
  createTrade,
  matchOf,
  mutate,
  type Party,
  principal,
  publishContract,
  publishListing,
  settled,
  type StartedTrade,
  startTrade,
} from './actors';

/** Trades of other shapes than two listings make, and their ledger entries. */

export interface StepPlan {
  readonly provider: Party;
  readonly consumer: Party;
  readonly price: number;
  readonly contractWindow?: number;
  readonly checkpointWindow?: number;
}

export interface Plan {
  readonly steps: readonly StepPlan[];
  readonly thresholdBps?: number;
}

export interface Agreement {
  readonly proposalKey: string;
  readonly plan: Plan;
}

/** Parties with tickets from the checkout. */
export async function fundedParties(app: TestApp, ...names: string[]): Promise<Party[]> {
  const parties = await Promise.all(names.map((name) => createParty(app, name)));
  for (const party of parties) await buyTickets(party);
  return parties;
}

export async function twoParties(app: TestApp): Promise<{ provider: Party; consumer: Party }> {
  const [provider, consumer] = (await fundedParties(app, 'Provider', 'Consumer')) as [Party, Party];
  return { provider, consumer };
}

/** One listing of each provider, and one of the consumer with a step for each profile. */
async function gather(consumer: Party, providers: readonly Party[]): Promise<string> {
  const profiles = providers.map(() => `plan.${randomUUID().slice(0, 12)}`);
  const content = { title: 'Work', description: 'Some work.', tags: [] };
  for (const [index, provider] of providers.entries()) {
    const offer = { ...content, side: 'PROVIDE', agentId: provider.agentId, tradeProfile: profiles[index] };
    await publishListing(provider, { ...offer, priceStamps: 1 });
  }
  const share = Math.floor(10_000 / providers.length);
  const steps = profiles.map((tradeProfile, index) => ({
    title: `Step ${String(index + 1)}`,
    shareBps: index === 0 ? 10_000 - share * (profiles.length - 1) : share,
    tradeProfile,
  }));
  return publishListing(consumer, {
    ...content,
    side: 'CONSUME',
    agentId: consumer.agentId,
    tradeProfile: profiles[0],
    priceStamps: 1000 * profiles.length,
    steps,
  });
}

export const termsOf = ({ steps, thresholdBps = 8000 }: Plan) => ({
  coverageThresholdBps: thresholdBps,
  steps: steps.map(({ provider, consumer, price, contractWindow = 86_400, checkpointWindow = 259_200 }, index) => ({
    stepNo: index + 1,
    title: `Step ${String(index + 1)}`,
    providerPrincipalKey: provider.principalKey,
    providerAgentId: provider.agentId,
    consumerPrincipalKey: consumer.principalKey,
    consumerAgentId: consumer.agentId,
    priceStamps: price,
    contractWindowSeconds: contractWindow,
    checkpointWindowSeconds: checkpointWindow,
  })),
});

const partiesOf = ({ steps }: Plan): Party[] => [...new Set(steps.flatMap((step) => [step.provider, step.consumer]))];

/** Creates a proposal with these terms: a match run, then a counter by the consumer. */
export async function agree(plan: Plan, consumer: Party = lastConsumer(plan)): Promise<Agreement> {
  const others = partiesOf(plan).filter((party) => party !== consumer);
  const listingKey = await gather(consumer, others);
  const proposalKey = await matchOf(consumer, listingKey);
  const counter = { proposalKey, decision: 'COUNTER', expectedRevisionNo: 1, terms: termsOf(plan) };
  await mutate(consumer.api, 'respondToProposal', counter, 'proposal { state }');
  await accept({ proposalKey }, ...others);
  return { proposalKey, plan };
}

function lastConsumer({ steps }: Plan): Party {
  const last = steps.at(-1);
  if (last === undefined) throw new Error('a plan has steps');
  return last.consumer;
}

/** Creates the trade of an agreement. `provider` and `consumer` are those of the first step. */
export async function begin({ proposalKey, plan }: Agreement): Promise<StartedTrade> {
  const [first] = plan.steps;
  if (first === undefined) throw new Error('a plan has steps');
  const { provider, consumer } = first;
  return { provider, consumer, proposalKey, tradeKey: await createTrade(consumer, proposalKey) };
}

export const tradeState = async (trade: StartedTrade, by: Party = trade.consumer): Promise<string> =>
  (await readTrade<{ state: string }>(trade, 'state', by)).state;

export async function readTrade<T>(trade: StartedTrade, selection: string, by: Party = trade.consumer): Promise<T> {
  const answer = await principal<{ trade: T }>(
    by.api,
    `trade(tradeKey: $key) { ${selection} }`,
    { key: trade.tradeKey },
    '($key: ID!)',
  );
  return answer.trade;
}

/** Stamps that a principal can use: tickets and bond-available together. */
export async function worth({ api }: Party): Promise<number> {
  const found = await principal<{ ticketBalanceStamps: number; bondAvailableStamps: number }>(
    api,
    'ticketBalanceStamps bondAvailableStamps',
  );
  return found.ticketBalanceStamps + found.bondAvailableStamps;
}

/** Stamps that a trade's journals moved to the platform, by kind of account. */
export async function platformGains(app: TestApp, tradeId: string): Promise<{ fees: number; pool: number }> {
  const rows = await app.sql<{ kind: string; stamps: string }>(
    `SELECT a.kind, sum(CASE WHEN a.account_id = p.credit_account_id THEN p.amount ELSE -p.amount END) AS stamps
     FROM ledger_journal j JOIN ledger_posting p USING (journal_id)
     JOIN ledger_account a ON a.account_id IN (p.credit_account_id, p.debit_account_id)
     WHERE j.trade_id = $1 AND a.kind IN ('platform_fee', 'slash_pool') GROUP BY a.kind`,
    [tradeId],
  );
  const of = (kind: string): number => Number(rows.find((row) => row.kind === kind)?.stamps ?? 0);
  return { fees: of('platform_fee'), pool: of('slash_pool') };
}

/** Returns a party's tickets to the wallet of its owner until `left` remain: this is no spend of its day. */
export async function leaveTickets(party: Party, left: number): Promise<void> {
  const { ticketBalanceStamps } = await balances(party);
  const { owner, principalKey } = party;
  const input = { principalKey, amountStamps: ticketBalanceStamps - left };
  await mutate(owner, 'returnFunds', input, 'walletBalanceStamps');
}

/** Runs the audit and returns its findings. */
export async function auditOf(app: TestApp): Promise<Finding[]> {
  const connection = await Connection.open(app.ownerUrl);
  try {
    return await audit(connection);
  } finally {
    await connection.close();
  }
}

interface OfferedResponse {
  readonly input: { readonly decision: string };
  readonly consequence: { readonly summary: string };
}

async function responsesTo({ api }: Party, proposalKey: string): Promise<readonly OfferedResponse[]> {
  type Offered = { principal: { proposal: { allowedActions: readonly OfferedResponse[] } } };
  const { principal } = await api.queryOrThrow<Offered>(
    'query ($key: ID!) { principal { proposal(proposalKey: $key) { allowedActions { input consequence { summary } } } } }',
    { key: proposalKey },
  );
  return principal.proposal.allowedActions;
}

/** The decisions about a proposal that `allowedActions` offers. */
export const decisionsOf = async (party: Party, proposalKey: string): Promise<unknown[]> =>
  (await responsesTo(party, proposalKey)).map(({ input }) => input.decision);

/** The sentence of `allowedActions` about a decision. */
export const summaryOf = async (party: Party, proposalKey: string, decision: string): Promise<string | undefined> =>
  (await responsesTo(party, proposalKey)).find(({ input }) => input.decision === decision)?.consequence.summary;

const CONTRACT_WINDOW_SECONDS = 86_400;

/** Settles two trades: one completes, and one fails because its provider publishes no contract. */
export async function settleBothWays(
  app: TestApp,
  { provider, consumer }: Readonly<Record<'provider' | 'consumer', Party>>,
): Promise<void> {
  const completed = await startTrade(provider, consumer);
  await activate(completed);
  await publishContract(completed);
  await checkpoint(completed);
  await settled(completed);
  const failed = await startTrade(provider, consumer);
  await activate(failed);
  app.clock.advance(CONTRACT_WINDOW_SECONDS);
  await settled(failed);
}
