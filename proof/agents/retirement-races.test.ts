import { accept, mutate, type Party, propose } from '../../test/support/actors';
import { useTestApp } from '../../test/support/app';
import { funded } from '../../test/support/mandates';
import { codeOf } from '../../test/support/parties';
import { auditOf } from '../../test/support/trades';

/** The retirement of an agent at the same moment as calls with which it, or a counterparty, starts something. */
const app = useTestApp();

const PROPOSALS = 24;
const SERVER_BUSY = ['service_unavailable', 'conflict'];

const retire = ({ owner, principalKey, agentKey }: Party) =>
  mutate<{ agent: { retiredAt: string } }>(owner, 'retireAgent', { principalKey, agentKey }, 'agent { retiredAt }');

async function proposals(provider: Party): Promise<{ readonly consumer: Party; readonly keys: readonly string[] }> {
  const consumer = await funded(app, 'consumer');
  const keys: string[] = [];
  for (let n = 0; n < PROPOSALS; n += 1) keys.push((await propose(provider, consumer)).proposalKey);
  return { consumer, keys };
}

/** Counts the open listings, the open proposals and the trades of an agent. */
async function begun({ agentId }: Party): Promise<{ listings: number; proposals: number; trades: number }> {
  const [row] = await app.sql<{ listings: number; proposals: number; trades: number }>(
    `SELECT (SELECT count(*) FROM listing WHERE agent_id = $1 AND state <> 'closed')::int AS listings,
      (SELECT count(*) FROM proposal_participant q JOIN proposal p USING (proposal_id) WHERE q.agent_id = $1 AND q.revision_no = 1
        AND p.state <> 'rejected' AND p.trade_id IS NULL AND p.expires_at > now())::int AS proposals,
      (SELECT count(*) FROM trade_participant WHERE agent_id = $1)::int AS trades`,
    [agentId],
  );
  if (!row) throw new Error('no counts');
  return row;
}

// @spec A24
test('In a burst of acceptances, none commits after the retirement of the agent', async () => {
  const provider = await funded(app, 'provider');
  const { keys } = await proposals(provider);
  const responses = keys.map((proposalKey) =>
    codeOf(mutate(provider.api, 'respondToProposal', { proposalKey, decision: 'ACCEPT' }, 'proposal { state }')),
  );
  await retire(provider);
  const accepted = (): Promise<object[]> =>
    app.sql(`SELECT 1 FROM proposal_participant WHERE agent_id = $1 AND response_state = 'accepted'`, [
      provider.agentId,
    ]);
  const atRetirement = (await accepted()).length;
  const codes = await Promise.all(responses);
  expect((await accepted()).length).toBe(atRetirement);
  expect(codes.filter((code) => code === 'done')).toHaveLength(atRetirement);
  expect(new Set(codes.filter((code) => code !== 'done' && !SERVER_BUSY.includes(code)))).toEqual(
    new Set(atRetirement === PROPOSALS ? [] : ['agent_retired']),
  );
  expect(await begun(provider)).toEqual({ listings: 0, proposals: 0, trades: 0 });
  expect(await auditOf(app)).toEqual([]);
}, 300_000);

// @spec A24
test('In a burst of new trades, none is created after the retirement of the agent', async () => {
  const provider = await funded(app, 'provider');
  const { consumer, keys } = await proposals(provider);
  for (const proposalKey of keys) await accept({ proposalKey }, provider, consumer);
  const created = keys.map((proposalKey) =>
    codeOf(mutate(consumer.api, 'createTrade', { proposalKey }, 'trade { tradeKey }')),
  );
  await retire(provider);
  const { trades } = await begun(provider);
  const codes = await Promise.all(created);
  expect(codes.filter((code) => code === 'done')).toHaveLength(trades);
  expect(await begun(provider)).toEqual({ listings: 0, proposals: 0, trades });
  expect(await auditOf(app)).toEqual([]);
}, 300_000);

// @spec A24
test('Match runs and publications at the same moment leave a retired agent no listing and no open proposal', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [provider, consumer] = [await funded(app, 'provider'), await funded(app, 'consumer')];
    const listing = { tradeProfile: `race.${String(round)}`, title: 'Work', tags: ['work'], priceStamps: 1_000 };
    const publish = ({ api, agentId }: Party, side: string, profile: string) =>
      mutate<{ listing: { listingKey: string } }>(
        api,
        'publishListing',
        { ...listing, tradeProfile: profile, side, agentId },
        'listing { listingKey }',
      );
    const runs: (() => Promise<unknown>)[] = [];
    for (let n = 0; n < 6; n += 1) {
      const profile = `${listing.tradeProfile}.${String(n)}`;
      await publish(provider, 'PROVIDE', profile);
      const { listingKey } = (await publish(consumer, 'CONSUME', profile)).listing;
      runs.push(() => mutate(consumer.api, 'runMatch', { listingKey }, 'matchRun { candidatesConsidered }'));
      runs.push(() => publish(provider, 'PROVIDE', `${profile}.late`));
    }
    const codes = runs.map((run) => codeOf(run()));
    await retire(provider);
    await Promise.all(codes);
    const { listings, proposals: open } = await begun(provider);
    expect({ listings, open }).toEqual({ listings: 0, open: 0 });
  }
  expect(await auditOf(app)).toEqual([]);
}, 300_000);
