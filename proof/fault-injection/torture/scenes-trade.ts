import { asAgent, asOperator, mutationRequest, addExpectedStamps, type Lane, mutate, eventForBoth } from './parties';
import type { Scene } from './plan';
import {
  activate,
  activationFee,
  startTrade,
  bondOf,
  counter,
  deliver,
  propose,
  publish,
  respond,
  response,
  waitForSettlement,
  slashOf,
  type Trade,
} from './trading';

/** Scenes of trades with each outcome, and of negotiations without a trade. */

/** Plays a clean trade with the shared party as provider or consumer. */
export async function shared(lane: Lane, scene: Scene): Promise<void> {
  const { sharedParty } = lane;
  const sells = (scene.draws[2] ?? 0) % 2 === 0;
  await clean(sells ? { ...lane, provider: sharedParty } : { ...lane, consumer: sharedParty }, scene);
}

/** Completes a trade of two confirmed steps. */
export async function clean(lane: Lane, { key, draws }: Scene): Promise<void> {
  const prices = [100 + (draws[0] ?? 0), 100 + (draws[1] ?? 0)];
  const trade = await startTrade(lane, key, prices);
  await deliver(lane, `${key}-1`, trade, 1, 'CONFIRMED');
  await activate(lane, `${key}-next`, trade, 2);
  await deliver(lane, `${key}-2`, trade, 2, 'CONFIRMED');
  await waitForSettlement(lane, key, trade, 'COMPLETED none');
  const total = prices.reduce((sum, price) => sum + price, 0);
  addExpectedStamps(lane, lane.provider.principalKey, total);
  addExpectedStamps(lane, lane.consumer.principalKey, -total);
}

/**
 * Both parties accept, create and activate concurrently with their own keys, which must create one trade.
 * Then the provider withdraws.
 */
export async function withdrawn(lane: Lane, { key, draws }: Scene): Promise<void> {
  const { provider, consumer } = lane;
  const price = 100 + (draws[0] ?? 0);
  const proposalKey = await propose(lane, key, price);
  const accepts = [provider, consumer].map((by, at) =>
    respond(
      lane,
      `${key}-accept-${at}`,
      by,
      { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 1 },
      {
        effects: [response(proposalKey, 1, by, 'accepted')],
        events: [`${by.principalKey} proposal.accepted ${proposalKey}`],
      },
    ),
  );
  await Promise.all(accepts);
  const tradeKey = await createTwice(lane, key, proposalKey);
  const trade: Trade = { tradeKey, proposalKey, prices: [price] };
  const activations = [provider, consumer].map((by, at) =>
    mutate(lane, {
      key: `${key}-activate-${at}`,
      signer: asAgent(by),
      field: 'activateTrade',
      input: { tradeKey },
      selection: 'trade { state }',
      // Both activations succeed, so the effect is recorded once.
      acknowledges: () =>
        at === 0
          ? {
              effects: [{ kind: 'activation', id: `${tradeKey}:1` }],
              events: eventForBoth(lane, 'trade.step_activated', tradeKey),
            }
          : {},
    }),
  );
  await Promise.all(activations);
  await mutate(lane, {
    key: `${key}-leave`,
    signer: asAgent(provider),
    field: 'withdrawFromTrade',
    input: { tradeKey },
    selection: 'trade { state }',
  });
  await waitForSettlement(lane, key, trade, 'COMPENSATED F4');
  const bond = bondOf(price);
  addExpectedStamps(lane, provider.principalKey, -bond);
  addExpectedStamps(lane, consumer.principalKey, bond - activationFee(price));
  lane.faulty.add(provider.principalKey);
}

async function createTwice(lane: Lane, key: string, proposalKey: string): Promise<string> {
  const asks = [lane.provider, lane.consumer].map((by, at) =>
    mutationRequest<{ trade: { tradeKey: string } }>({
      key: `${key}-create-${at}`,
      signer: asAgent(by),
      field: 'createTrade',
      input: { proposalKey },
      selection: 'trade { tradeKey }',
      acknowledges: ({ trade }) => ({
        effects: [{ kind: 'trade', id: trade.tradeKey }],
        events: eventForBoth(lane, 'trade.created', trade.tradeKey),
      }),
    }),
  );
  const answers = await Promise.all(asks.map((ask) => lane.calls.ask(ask)));
  const made = answers.filter(({ code }) => code === 'done');
  const late = answers.filter(({ code }) => code === 'trade_state_conflict');
  const tradeKey = made[0]?.data?.['createTrade']?.trade.tradeKey;
  if (made.length !== 1 || late.length !== 1 || late[0]?.members['tradeKey'] !== tradeKey || tradeKey === undefined) {
    throw new Error(
      `${key}: expected one of two createTrade calls to succeed: ${answers.map(({ text }) => text).join(' ')}`,
    );
  }
  return tradeKey;
}

/** The consumer reports failure, the provider rebuts, and an operator decides. */
async function disputed(lane: Lane, { key, draws }: Scene, verdict: 'PASS' | 'FAIL'): Promise<number> {
  const price = 100 + (draws[0] ?? 0);
  const trade = await startTrade(lane, key, [price]);
  const { tradeKey } = trade;
  await deliver(lane, key, trade, 1, 'FAILED');
  await mutate(lane, {
    key: `${key}-rebuttal`,
    signer: asAgent(lane.provider),
    field: 'fileRebuttal',
    input: { tradeKey, stepNo: 1, statement: `${key}-rebuttal` },
    selection: 'step { rebuttalFiledAt }',
    acknowledges: () => ({
      effects: [{ kind: 'rebuttal', id: `${tradeKey}:1` }],
      events: eventForBoth(lane, 'trade.rebuttal_filed', tradeKey),
    }),
  });
  await mutate(lane, {
    key: `${key}-verdict`,
    signer: asOperator(lane),
    field: 'evaluateTrade',
    input: { tradeKey, verdict, reason: `${key}-verdict` },
    selection: 'trade { state }',
    acknowledges: () => ({ effects: [{ kind: 'verdict', id: `${tradeKey}:1`, value: verdict.toLowerCase() }] }),
  });
  // The sweep may settle first; the call then returns that settlement.
  await mutate(lane, {
    key: `${key}-settle`,
    signer: asOperator(lane),
    field: 'settleTrade',
    input: { tradeKey },
    selection: 'trade { state }',
  });
  await waitForSettlement(lane, key, trade, verdict === 'FAIL' ? 'COMPENSATED F2' : 'COMPENSATED F5');
  return price;
}

export async function failed(lane: Lane, scene: Scene): Promise<void> {
  const price = await disputed(lane, scene, 'FAIL');
  const slash = slashOf(lane, lane.provider, bondOf(price));
  addExpectedStamps(lane, lane.provider.principalKey, -slash);
  addExpectedStamps(lane, lane.consumer.principalKey, slash);
}

export async function overturned(lane: Lane, scene: Scene): Promise<void> {
  const price = await disputed(lane, scene, 'PASS');
  const slash = slashOf(lane, lane.consumer, bondOf(price) / 2);
  addExpectedStamps(lane, lane.provider.principalKey, price + slash);
  addExpectedStamps(lane, lane.consumer.principalKey, -price - slash);
}

/** Two counter-offers and a rejection. */
export async function haggle(lane: Lane, { key, draws }: Scene): Promise<void> {
  const proposalKey = await propose(lane, key, 500);
  await counter(lane, `${key}-counter-2`, lane.consumer, proposalKey, 2, [100 + (draws[0] ?? 0)]);
  await counter(lane, `${key}-counter-3`, lane.provider, proposalKey, 3, [100 + (draws[1] ?? 0), 7]);
  const input = { proposalKey, decision: 'REJECT', expectedRevisionNo: 3 };
  await respond(lane, `${key}-reject`, lane.consumer, input, {
    effects: [response(proposalKey, 3, lane.consumer, 'rejected')],
    events: eventForBoth(lane, 'proposal.rejected', proposalKey),
  });
}

/** Publishes, updates, pauses, resumes and closes a listing. */
export async function market(lane: Lane, { key, draws }: Scene): Promise<void> {
  const listingKey = await publish(lane, `${key}-offer`, lane.provider, 'PROVIDE', `torture.${key}`, 300);
  const price = 300 + (draws[0] ?? 0);
  const changes: readonly [string, object, string][] = [
    ['price', { priceStamps: price, title: 'Better' }, `Better ${price} active`],
    ['pause', { lifecycleAction: 'PAUSE' }, `Better ${price} paused`],
    ['resume', { lifecycleAction: 'RESUME' }, `Better ${price} active`],
    ['close', { lifecycleAction: 'CLOSE' }, `Better ${price} closed`],
  ];
  for (const [name, input, left] of changes) {
    await mutate(lane, {
      key: `${key}-${name}`,
      signer: asAgent(lane.provider),
      field: 'updateListing',
      input: { listingKey, ...input },
      selection: 'listing { state }',
      acknowledges: () => ({ values: { [`listing ${listingKey}`]: left } }),
    });
  }
}
