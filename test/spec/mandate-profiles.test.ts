import { randomUUID } from 'node:crypto';
import { mutate, type Party } from '../support/actors';
import { useTestApp } from '../support/app';
import { codeOf, refusalOf } from '../support/parties';
import { decisionsOf, fundedParties, termsOf } from '../support/trades';

/** Specification: the trade profiles of a mandate, in a proposal of a consumer and the providers of two profiles. */
const app = useTestApp();

interface Proposed {
  readonly consumer: Party;
  /** The provider of the profile of the consumer's listing, and of step 1. */
  readonly first: Party;
  /** The provider of the other profile, and of step 2. */
  readonly second: Party;
  readonly profiles: readonly [string, string];
  readonly listingKey: string;
  readonly proposalKey: string;
}

async function publish({ api, agentId }: Party, listing: Record<string, unknown>): Promise<string> {
  const input = { agentId, title: 'Work', description: 'Some work.', tags: [], ...listing };
  const published = await mutate<{ listing: { listingKey: string } }>(
    api,
    'publishListing',
    input,
    'listing { listingKey }',
  );
  return published.listing.listingKey;
}

async function propose(): Promise<Proposed> {
  const parties = (await fundedParties(app, 'consumer', 'first', 'second')) as [Party, Party, Party];
  const [consumer, first, second] = parties;
  const profiles = [`one.${randomUUID().slice(0, 8)}`, `two.${randomUUID().slice(0, 8)}`] as const;
  await publish(first, { side: 'PROVIDE', tradeProfile: profiles[0], priceStamps: 100 });
  await publish(second, { side: 'PROVIDE', tradeProfile: profiles[1], priceStamps: 100 });
  const listingKey = await publish(consumer, {
    side: 'CONSUME',
    tradeProfile: profiles[0],
    priceStamps: 200,
    steps: [
      { title: 'One', shareBps: 5_000 },
      { title: 'Two', shareBps: 5_000, tradeProfile: profiles[1] },
    ],
  });
  const { matchRun } = await mutate<{ matchRun: { proposals: { proposalKey: string }[] } }>(
    consumer.api,
    'runMatch',
    { listingKey },
    'matchRun { proposals { proposalKey } }',
  );
  return { consumer, first, second, profiles, listingKey, proposalKey: matchRun.proposals[0]?.proposalKey ?? '' };
}

const allow = ({ owner, principalKey, agentKey }: Party, ...tradeProfiles: string[]) =>
  mutate(owner, 'putMandate', { principalKey, agentKey, tradeProfiles }, 'agent { id }');

/** The steps of new terms, each with its provider and its consumer. */
type Steps = readonly (readonly [Party, Party])[];

const respond = ({ api }: Party, { proposalKey }: Proposed, decision: string, steps?: Steps) => {
  const plan = steps?.map(([provider, consumer]) => ({ provider, consumer, price: 100 }));
  const terms = plan && { terms: termsOf({ steps: plan }) };
  return mutate(api, 'respondToProposal', { proposalKey, decision, ...terms }, 'proposal { state }');
};

const REFUSED = { status: 409, code: 'mandate_exceeded', limit: 'trade_profiles' };

describe('The trade profiles of a mandate', () => {
  // @spec MA4
  test('are those of all listings of the proposal for an agent that consumes, whatever its listing says later', async () => {
    const proposed = await propose();
    const { consumer, profiles, listingKey } = proposed;
    const [one, two] = profiles;
    await allow(consumer, one);
    expect(await refusalOf(respond(consumer, proposed, 'ACCEPT'))).toMatchObject(REFUSED);
    await allow(consumer, two);
    expect(await refusalOf(respond(consumer, proposed, 'ACCEPT'))).toMatchObject(REFUSED);
    expect(await decisionsOf(consumer, proposed.proposalKey)).toEqual(['REJECT']);
    const steps = [{ title: 'Two', shareBps: 10_000, tradeProfile: two }];
    await mutate(consumer.api, 'updateListing', { listingKey, steps }, 'listing { id }');
    expect(await refusalOf(respond(consumer, proposed, 'ACCEPT'))).toMatchObject(REFUSED);
    await allow(consumer, one, two);
    expect(await codeOf(respond(consumer, proposed, 'ACCEPT'))).toBe('done');
  });

  // @spec MA4
  test('are those of its own listings for an agent that provides the steps of the match', async () => {
    const proposed = await propose();
    const { first, second, profiles } = proposed;
    const [one, two] = profiles;
    await allow(first, two);
    expect(await refusalOf(respond(first, proposed, 'ACCEPT'))).toMatchObject(REFUSED);
    await allow(second, two);
    expect(await codeOf(respond(second, proposed, 'ACCEPT'))).toBe('done');
    await allow(first, one);
    expect(await codeOf(respond(first, proposed, 'ACCEPT'))).toBe('done');
  });

  // @spec MA4
  test('are those of all listings of the proposal for a provider to which a counter gives other steps', async () => {
    const proposed = await propose();
    const { consumer, first, second, profiles } = proposed;
    await allow(second, profiles[1]);
    const exchanged: Steps = [
      [second, consumer],
      [first, consumer],
    ];
    expect(await refusalOf(respond(second, proposed, 'COUNTER', exchanged))).toMatchObject(REFUSED);
    await respond(consumer, proposed, 'COUNTER', exchanged);
    expect(await refusalOf(respond(second, proposed, 'ACCEPT'))).toMatchObject(REFUSED);
    expect(await decisionsOf(second, proposed.proposalKey)).toEqual(['COUNTER', 'REJECT']);
    await respond(first, proposed, 'COUNTER', [
      [first, second],
      [second, consumer],
    ]);
    expect(await refusalOf(respond(second, proposed, 'ACCEPT'))).toMatchObject(REFUSED);
    await respond(consumer, proposed, 'COUNTER', [
      [first, consumer],
      [second, consumer],
    ]);
    expect(await codeOf(respond(second, proposed, 'ACCEPT'))).toBe('done');
  });
});
