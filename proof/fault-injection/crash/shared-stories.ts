import { mutate, type Party, startTrade } from '../../../test/support/actors';
import { asked, type Asked, calls, type Calls } from './call';
import type { Stage } from './stage';
import { BALANCES, profileName, type Story, TRADE } from './stories';

/** Calls of different principals that come to share one transaction, each with a key and an answer of its own. Not a test. */

interface Shared {
  readonly stage: Stage;
  readonly reserve: (party: Party, amountStamps: number) => Asked;
  readonly release: (party: Party, amountStamps: number) => Asked;
  readonly agent: (party: Party) => Asked['from'];
}

const STAGED = 50;
/** All that a party has, and one more. */
const TOO_MUCH = 9_501;

function sharedStory(name: string, begin: (shared: Shared) => Promise<Calls>): Story {
  return {
    name,
    begin: (stage) => {
      const agent = (party: Party) => (url: string) => stage.agent(url, party);
      const move = (field: string) => (party: Party, amountStamps: number) =>
        asked(agent(party), field, { amountStamps }, BALANCES);
      return begin({ stage, agent, reserve: move('reserveBond'), release: move('releaseBond') });
    },
  };
}

/** A principal with bond that it may release. */
async function bonded(stage: Stage, name: string): Promise<Party> {
  const party = await stage.party(name);
  await mutate(party.api, 'reserveBond', { amountStamps: STAGED }, BALANCES);
  return party;
}

/** Two reserve, a third releases. */
const threeMove = (name: string, secondReserves: number): Story =>
  sharedStory(name, async ({ stage, reserve, release }) => {
    const [first, second] = [await stage.party('First'), await stage.party('Second')];
    const third = await bonded(stage, 'Third');
    const all = [reserve(first, 40), reserve(second, secondReserves), release(third, 20)];
    return calls({ first, second, third }, all);
  });

/** What one asks for is locked by different rows than what the others do. */
const withTrade = sharedStory(
  'shared: reserveBond, activateTrade, releaseBond',
  async ({ stage, agent, reserve, release }) => {
    const profile = profileName();
    const [provider, consumer] = [await stage.party('Provider'), await stage.party('Consumer')];
    const { tradeKey } = await startTrade(provider, consumer, { profile });
    const [first, third] = [await stage.party('First'), await bonded(stage, 'Third')];
    const all = [reserve(first, 40), asked(agent(consumer), 'activateTrade', { tradeKey }, TRADE), release(third, 20)];
    return calls({ first, provider, consumer, third }, all, { 'the profile': profile });
  },
);

export const oneIsRefused = threeMove('shared: reserveBond, reserveBond refused, releaseBond', TOO_MUCH);

export const sharing: readonly Story[] = [
  threeMove('shared: reserveBond, reserveBond, releaseBond', 41),
  oneIsRefused,
  withTrade,
];

/** Two of one principal, which are never in one transaction. */
export const apart = sharedStory('shared: reserveBond, reserveBond of one principal', async ({ stage, reserve }) => {
  const first = await stage.party('First');
  return calls({ first }, [reserve(first, 40), reserve(first, 41)]);
});
