import { randomBytes } from 'node:crypto';
import { useTestApp } from '../support/app';
import { idOf } from '../../src/domain/keys';
import { addAgent, eventsOf, parties, type Party, profile, proposed, refused } from '../support/market';
import { setAnchor } from '../support/quotas';
import { statementsOf } from '../support/statements';

/** Quotas of proposals, so that match runs cannot flood a counterparty. */
const app = useTestApp({ ATS_ROLE: 'api' });

describe('Proposals to one counterparty', () => {
  /** A provider with one offer, and a consumer with several listings that fit it. */
  async function market(listings: number) {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    const offer = await ben.publish({ tradeProfile });
    const wanted = [];
    for (let at = 0; at < listings; at += 1) {
      const agentId = at === 0 ? ann.agentId : await addAgentTo(ann.principalId);
      wanted.push(await ann.publish({ agentId, tradeProfile, side: 'CONSUME', priceStamps: 1000 }));
    }
    return { ann, ben, offer, wanted };
  }
  const addAgentTo = (principalId: string): Promise<string> => addAgent(app, principalId);

  /** Whether runMatch is allowed for a listing, or its blocked act. */
  async function acts({ api, principalKey }: Party, listingKey: string): Promise<object> {
    const { principal } = await api.queryOrThrow<{ principal: { listing: Record<string, { operation: string }[]> } }>(
      `{ principal(principalKey: "${principalKey}") { listing(listingKey: "${listingKey}") { allowedActions { operation } blockedActions { operation code detail } } } }`,
    );
    const { allowedActions = [], blockedActions = [] } = principal.listing;
    const blocked = blockedActions.find(({ operation }) => operation === 'runMatch');
    return blocked ? { blocked } : { allowed: allowedActions.some(({ operation }) => operation === 'runMatch') };
  }

  // @spec NA11
  test('should block runMatch after the last run of the day until midnight UTC', async () => {
    const { ann, wanted } = await market(1);
    const key = wanted[0]?.listingKey ?? '';
    await setAnchor(app, ann.principalKey, { matchRunsPerDay: 1 });
    expect(await acts(ann, key)).toEqual({ allowed: true });
    await ann.run(key);
    expect(await acts(ann, key)).toMatchObject({ blocked: { code: 'RATE_LIMITED' } });
    expect(await refused(ann.run(key))).toMatchObject({ status: 429, code: 'rate_limited' });
    app.clock.advance(86_401);
    expect(await acts(ann, key)).toEqual({ allowed: true });
  });

  // @spec NA11
  test('should block runMatch of a listing exactly if the run would be refused, with expired proposals freed', async () => {
    const { ann, wanted } = await market(2);
    await setAnchor(app, ann.principalKey, { openProposalsPerCounterparty: 1 });
    const [first, second] = wanted.map(({ listingKey }) => listingKey) as [string, string];
    expect(await acts(ann, first)).toEqual({ allowed: true });
    const [proposal] = (await ann.run(first)).proposals;
    const blocked = { blocked: { operation: 'runMatch', code: 'PRINCIPAL_QUOTA_EXCEEDED' } };
    // The proposal of the first listing is also open, but its own pair is excluded, so both runs find no other.
    for (const key of [first, second]) {
      expect(await acts(ann, key)).toMatchObject(blocked);
      expect(await refused(ann.run(key))).toMatchObject({ code: 'principal_quota_exceeded' });
    }
    // A run frees the expired proposals of its own listing only, before a worker has ended them.
    await app.sql(`UPDATE proposal SET expires_at = now() WHERE proposal_id = $1`, [
      idOf('prp', proposal?.proposalKey ?? ''),
    ]);
    expect(await acts(ann, second)).toMatchObject(blocked);
    expect(await refused(ann.run(second))).toMatchObject({ code: 'principal_quota_exceeded' });
    expect(await acts(ann, first)).toEqual({ allowed: true });
    expect((await ann.run(first)).proposals).toHaveLength(1);
  });

  test('acts of listings should cost a constant number of statements while no counterparty is at the quota', async () => {
    const { ann, wanted } = await market(3);
    await ann.run(wanted[0]?.listingKey ?? '');
    const list = (first: number): string =>
      `{ principal(principalKey: "${ann.principalKey}") { listings(first: ${String(first)}) { nodes {
        allowedActions { operation } blockedActions { operation code } } } } }`;
    const few = await statementsOf(app, list(1));
    expect(await statementsOf(app, list(3))).toBe(few);
  });

  // @spec QU7
  test('should be at most open_proposals_per_counterparty; then a run without another match is 409', async () => {
    const { ann, ben, wanted } = await market(3);
    await setAnchor(app, ann.principalKey, { openProposalsPerCounterparty: 2 });
    const [first, second, third] = wanted.map(({ listingKey }) => listingKey) as [string, string, string];
    const [proposal] = (await ann.run(first)).proposals;
    expect((await ann.run(second)).proposals).toHaveLength(1);
    const refusal = {
      status: 409,
      code: 'principal_quota_exceeded',
      limit: 'open_proposals_per_counterparty',
      maximum: 2,
    };
    expect(await refused(ann.run(third))).toMatchObject(refusal);
    expect(await acts(ann, third)).toMatchObject({ blocked: { code: 'PRINCIPAL_QUOTA_EXCEEDED' } });
    // A rejected proposal counts for a day. Only the other party may reject what it does not want.
    await ben.respond(proposal?.proposalKey ?? '', 'REJECT');
    expect(await refused(ann.run(third))).toMatchObject(refusal);
    app.clock.advance(86_401);
    expect(await acts(ann, third)).toEqual({ allowed: true });
    expect((await ann.run(third)).proposals).toHaveLength(1);
  });

  // @spec QU7
  test('should count for the principal that runs the match, not for its counterparty', async () => {
    const { ann, ben, offer, wanted } = await market(2);
    for (const { principalKey } of [ann, ben]) await setAnchor(app, principalKey, { openProposalsPerCounterparty: 1 });
    expect((await ann.run(wanted[0]?.listingKey ?? '')).proposals).toHaveLength(1);
    expect((await ben.run(offer.listingKey)).proposals).toHaveLength(1);
  });

  // @spec QU7
  test('should also be bounded within one run', async () => {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    for (let at = 0; at < 3; at += 1) {
      await ben.publish({ agentId: at === 0 ? ben.agentId : await addAgentTo(ben.principalId), tradeProfile });
    }
    await setAnchor(app, ann.principalKey, { openProposalsPerCounterparty: 2 });
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
    expect((await ann.run(wanted.listingKey)).proposals).toHaveLength(2);
  });

  // @spec QU7
  // @id places-for-others
  test('should leave the places of a run to other counterparties', async () => {
    const tradeProfile = profile();
    const { ann, ben, cat } = await parties(app, 'ann', 'ben', 'cat');
    for (const agentId of [ben.agentId, await addAgentTo(ben.principalId), await addAgentTo(ben.principalId)]) {
      await ben.publish({ agentId, tradeProfile });
    }
    await cat.publish({ tradeProfile, priceStamps: 900 });
    await setAnchor(app, ann.principalKey, { openProposalsPerCounterparty: 1 });
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
    const { proposals } = await ann.run(wanted.listingKey, 2);
    const sellers = proposals.map(({ currentRevision: { terms } }) => terms.steps[0]?.providerPrincipalKey);
    expect(sellers).toEqual([ben.principalKey, cat.principalKey]);
  });

  // @spec QU7
  test('should count a proposal once, although it joins several listings of the counterparty', async () => {
    const [text, image] = [profile(), profile()];
    const { ann, ben } = await parties(app, 'ann', 'ben');
    for (const tradeProfile of [text, image]) await ben.publish({ tradeProfile, priceStamps: 300 });
    await setAnchor(app, ann.principalKey, { openProposalsPerCounterparty: 2 });
    const steps = [text, image].map((tradeProfile) => ({ title: tradeProfile, shareBps: 5000, tradeProfile }));
    const both = await ann.publish({ tradeProfile: text, side: 'CONSUME', priceStamps: 1000, steps });
    expect((await ann.run(both.listingKey)).proposals).toHaveLength(1);
    const agentId = await addAgentTo(ann.principalId);
    const one = await ann.publish({ agentId, tradeProfile: text, side: 'CONSUME', priceStamps: 1000 });
    expect(await acts(ann, one.listingKey)).toEqual({ allowed: true });
    expect((await ann.run(one.listingKey)).proposals).toHaveLength(1);
  });

  // @spec QU7
  test('should not refuse a run for which no counterparty at the quota has a fitting listing', async () => {
    const { ann, wanted } = await market(1);
    await setAnchor(app, ann.principalKey, { openProposalsPerCounterparty: 1 });
    await ann.run(wanted[0]?.listingKey ?? '');
    const other = await ann.publish({ tradeProfile: profile(), side: 'CONSUME', priceStamps: 1000 });
    expect(await acts(ann, other.listingKey)).toEqual({ allowed: true });
    expect((await ann.run(other.listingKey)).proposals).toEqual([]);
  });

  // @spec QU7
  test('should be refused in every run by a quota of 0, also for several trade profiles', async () => {
    const [text, image] = [profile(), profile()];
    const { ann, ben } = await parties(app, 'ann', 'ben');
    for (const tradeProfile of [text, image]) await ben.publish({ tradeProfile, priceStamps: 300 });
    await setAnchor(app, ann.principalKey, { openProposalsPerCounterparty: 0 });
    const steps = [text, image].map((tradeProfile) => ({ title: tradeProfile, shareBps: 5000, tradeProfile }));
    for (const more of [{}, { agentId: await addAgentTo(ann.principalId), steps }]) {
      const wanted = await ann.publish({ tradeProfile: text, side: 'CONSUME', priceStamps: 1000, ...more });
      expect(await acts(ann, wanted.listingKey)).toMatchObject({ blocked: { code: 'PRINCIPAL_QUOTA_EXCEEDED' } });
      const refusal = { code: 'principal_quota_exceeded', limit: 'open_proposals_per_counterparty', maximum: 0 };
      expect(await refused(ann.run(wanted.listingKey))).toMatchObject(refusal);
    }
  });

  // @spec QU8
  test('should rest after a rejection until a listing of the pair changes or a day passes', async () => {
    const { ann, ben, offer, wanted } = await market(1);
    const listingKey = wanted[0]?.listingKey ?? '';
    const [first] = (await ann.run(listingKey)).proposals;
    await ann.respond(first?.proposalKey ?? '', 'REJECT');
    for (let at = 0; at < 3; at += 1) expect((await ann.run(listingKey)).proposals).toEqual([]);
    expect((await ben.run(offer.listingKey)).proposals).toEqual([]);
    expect(await eventsOf(app, first?.proposalKey ?? '')).toHaveLength(4);

    await ben.update(offer.listingKey, { title: offer.title, priceStamps: offer.priceStamps });
    expect((await ben.run(offer.listingKey)).proposals).toEqual([]);
    await ben.update(offer.listingKey, { priceStamps: 790 });
    const [second] = (await ann.run(listingKey)).proposals;
    expect(second?.state).toBe('PROPOSED');
    await ben.respond(second?.proposalKey ?? '', 'REJECT');
    expect((await ben.run(offer.listingKey)).proposals).toEqual([]);
    app.clock.advance(86_401);
    expect((await ben.run(offer.listingKey)).proposals).toHaveLength(1);
  });

  // @spec QU8
  test('should rest only for the provider that rejected it, if a proposal has several providers', async () => {
    const [text, image] = [profile(), profile()];
    const { ann, ben, cat, dan } = await parties(app, 'ann', 'ben', 'cat', 'dan');
    await ben.publish({ tradeProfile: text, priceStamps: 300 });
    await cat.publish({ tradeProfile: image, priceStamps: 300 });
    const steps = [text, image].map((tradeProfile) => ({ title: tradeProfile, shareBps: 5000, tradeProfile }));
    const wanted = await ann.publish({ tradeProfile: text, side: 'CONSUME', priceStamps: 1000, steps });
    const [first] = (await ann.run(wanted.listingKey)).proposals;
    await cat.respond(first?.proposalKey ?? '', 'REJECT');
    await dan.publish({ tradeProfile: image, priceStamps: 400 });
    const [second] = (await ann.run(wanted.listingKey)).proposals;
    const sellers = second?.currentRevision.terms.steps.map(({ providerPrincipalKey }) => providerPrincipalKey);
    expect(sellers).toEqual([ben.principalKey, dan.principalKey]);
    // The buyer rejects the whole proposal.
    await ann.respond(second?.proposalKey ?? '', 'REJECT');
    expect((await ann.run(wanted.listingKey)).proposals).toEqual([]);
  });
});

// @spec PR24
test('A proposal takes no further counter once the terms of its revisions take 1 MiB', async () => {
  const { provider, consumer, proposal } = await proposed(app);
  const { steps, ...terms } = proposal.currentRevision.terms;
  const item = (n: number) => ({
    itemId: `i${String(n)}`,
    description: randomBytes(375).toString('base64'),
    weight: 1,
  });
  const large = () => ({
    ...terms,
    steps: Array.from({ length: 7 }, (_, n) => ({
      ...steps[0],
      stepNo: n + 1,
      items: Array.from({ length: 60 }, (_item, at) => item(at)),
    })),
  });
  const counters = [];
  for (let n = 0; n < 10; n += 1) {
    const party = n % 2 === 0 ? provider : consumer;
    const answer = party.respond(proposal.proposalKey, 'COUNTER', { terms: large() });
    counters.push(
      await answer.then(
        () => 'countered',
        () => refused(answer),
      ),
    );
  }
  const accepted = counters.filter((outcome) => outcome === 'countered');
  expect(accepted.length).toBeGreaterThan(3);
  expect(accepted.length).toBeLessThan(7);
  expect(counters.at(-1)).toMatchObject({ status: 409, code: 'proposal_state_conflict' });
  expect((await consumer.respond(proposal.proposalKey, 'REJECT')).state).toBe('REJECTED');
}, 60_000);
