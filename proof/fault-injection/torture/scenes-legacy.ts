import { setTimeout as pause } from 'node:timers/promises';
import { activationFee, FEE, response } from './trading';
import { asAgent, addExpectedStamps, type Lane, type Party, eventForBoth } from './parties';
import type { Answer, CallRequest } from './calls';
import type { Acknowledged } from './history';
import type { Scene } from './plan';

/** A scene of a client that uses REST only. */

interface Step<T> {
  readonly key: string;
  readonly by: Party;
  readonly path: string;
  readonly body?: object;
  readonly acknowledges?: (answer: T) => Acknowledged;
}

function restRequest<T>(
  { key, by, path, body, acknowledges }: Step<T>,
  method: 'GET' | 'POST' | 'PATCH',
): CallRequest<T> {
  return {
    key,
    signer: asAgent(by),
    field: `REST ${method} ${path
      .split('/')
      .map((part) => (/^[a-z]{3}_|^\d/.test(part) ? '…' : part))
      .join('/')}`,
    document: { method, path: `/principals/${by.principalKey}${path}`, ...(body && { body }) },
    ...(acknowledges && { acknowledges }),
  };
}

const post = <T>(lane: Lane, step: Step<T>): Promise<T> => lane.calls.askSuccessfully(restRequest(step, 'POST'));

async function publish(lane: Lane, key: string, party: Party, side: string, scene: string, price: number) {
  const { listing_key } = await post<{ listing_key: string }>(lane, {
    key,
    by: party,
    path: '/listings',
    body: {
      trade_profile: `torture.${scene}`,
      side,
      agent_id: party.agentId,
      title: 'Work',
      description: key,
      tags: [],
      price_stamps: price,
    },
    acknowledges: ({ listing_key: id }) => ({
      effects: [
        { kind: 'listing', id },
        { kind: 'fee', id, value: String(FEE) },
      ],
      values: { [`listing ${id}`]: `Work ${price} active` },
    }),
  });
  addExpectedStamps(lane, party.principalKey, -FEE);
  return listing_key;
}

interface MatchRun {
  readonly match_run_id: string;
  readonly proposals: readonly { readonly proposal_key: string }[];
}

async function propose(lane: Lane, key: string, price: number): Promise<string> {
  await publish(lane, `${key}-offer`, lane.provider, 'provide', key, price);
  const listing_key = await publish(lane, `${key}-want`, lane.consumer, 'consume', key, price);
  const { proposals } = await post<MatchRun>(lane, {
    key: `${key}-run`,
    by: lane.consumer,
    path: '/match-runs',
    body: { listing_key },
    acknowledges: (run) => ({
      effects: [
        { kind: 'match_run', id: run.match_run_id },
        ...run.proposals.map(({ proposal_key: id }) => ({ kind: 'proposal', id })),
      ],
      events: run.proposals.flatMap(({ proposal_key }) => eventForBoth(lane, 'proposal.created', proposal_key)),
    }),
  });
  const [proposal] = proposals;
  if (proposal === undefined) throw new Error(`${key}: no proposal`);
  return proposal.proposal_key;
}

/** Accepts for both parties, then creates and activates the trade. */
async function startTrade(lane: Lane, key: string, price: number): Promise<string> {
  const { provider, consumer } = lane;
  const proposal_key = await propose(lane, key, price);
  for (const by of [provider, consumer]) {
    await post(lane, {
      key: `${key}-accept-${by === provider ? 'provider' : 'consumer'}`,
      by,
      path: `/proposals/${proposal_key}/respond`,
      body: { decision: 'accept', expected_revision_no: 1 },
      acknowledges: () => ({
        effects: [response(proposal_key, 1, by, 'accepted')],
        events: by === provider ? [] : eventForBoth(lane, 'proposal.accepted', proposal_key),
      }),
    });
  }
  const { trade_key } = await post<{ trade_key: string }>(lane, {
    key: `${key}-create`,
    by: provider,
    path: '/trades',
    body: { proposal_key },
    acknowledges: ({ trade_key: id }) => ({
      effects: [{ kind: 'trade', id }],
      events: eventForBoth(lane, 'trade.created', id),
    }),
  });
  await post(lane, {
    key: `${key}-activate`,
    by: consumer,
    path: `/trades/${trade_key}/activate`,
    acknowledges: () => ({
      effects: [{ kind: 'activation', id: `${trade_key}:1` }],
      events: eventForBoth(lane, 'trade.step_activated', trade_key),
    }),
  });
  addExpectedStamps(lane, consumer.principalKey, -activationFee(price));
  return trade_key;
}

async function waitForSettlement(lane: Lane, key: string, tradeKey: string): Promise<void> {
  for (let n = 0; ; n += 1) {
    const path = `/trades/${tradeKey}/settlement`;
    const answer: Answer<{ outcome: string }> = await lane.calls.ask(
      restRequest<{ outcome: string }>(
        {
          key: `${key}-settled-${n}`,
          by: lane.consumer,
          path,
          acknowledges: ({ outcome }) => ({
            effects: [{ kind: 'settlement', id: tradeKey, value: `${outcome} none` }],
            events: eventForBoth(lane, 'trade.completed', tradeKey),
          }),
        },
        'GET',
      ),
    );
    if (answer.code === 'done') return;
    if (answer.code !== 'settlement_not_found') throw new Error(`${key}: no settlement: ${answer.text}`);
    await pause(50);
  }
}

/** Plays a trade from its listings to its settlement. */
export async function legacy(lane: Lane, { key, draws }: Scene): Promise<void> {
  const { provider, consumer } = lane;
  const price = 100 + (draws[0] ?? 0);
  const tradeKey = await startTrade(lane, key, price);
  const step = `/trades/${tradeKey}/steps/1`;
  await post(lane, {
    key: `${key}-contract`,
    by: provider,
    path: `${step}/delivery-contract`,
    body: { summary: `${key}-contract`, items: [{ item_id: 'all', description: 'All of it', weight: 1 }] },
    acknowledges: () => ({
      effects: [{ kind: 'contract', id: `${tradeKey}:1` }],
      events: eventForBoth(lane, 'trade.contract_published', tradeKey),
    }),
  });
  await post(lane, {
    key: `${key}-checkpoint`,
    by: consumer,
    path: `${step}/checkpoint`,
    body: { status: 'confirmed', results: [{ item_id: 'all', met: true, note: `${key}-checkpoint` }] },
    acknowledges: () => ({
      effects: [{ kind: 'checkpoint', id: `${tradeKey}:1`, value: 'confirmed' }],
      events: eventForBoth(lane, 'trade.checkpoint_submitted', tradeKey),
    }),
  });
  await waitForSettlement(lane, key, tradeKey);
  addExpectedStamps(lane, provider.principalKey, price);
  addExpectedStamps(lane, consumer.principalKey, -price);
}
