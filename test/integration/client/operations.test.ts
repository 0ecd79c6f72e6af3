import { parse } from 'graphql';
import { ApiError, type Client, createClient, isKnownError, type TypedDocument } from '../../../src/client';
import { useTestApp } from '../../support/app';
import {
  activate,
  buyTickets,
  checkpoint,
  createParty,
  type Party,
  propose,
  publishContract,
  settled,
  startTrade,
  until,
} from '../../support/actors';
import { agree, fundedParties } from '../../support/trades';

/** The typed functions of the client, against the service. */

const app = useTestApp();
let ann: Party;
let ben: Party;
const ats: Record<'ann' | 'ben', Client> = {} as Record<'ann' | 'ben', Client>;

beforeAll(async () => {
  [ann, ben] = (await fundedParties(app, 'Ann', 'Ben')) as [Party, Party];
  const clientOf = ({ credential, agentId }: Party): Client => createClient({ url: app.url, credential, agentId });
  Object.assign(ats, { ann: clientOf(ann), ben: clientOf(ben) });
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (isKnownError(error) ? error.code : error),
  );

describe('acceptAndStart', () => {
  it('should accept, then start the trade as soon as the last participant accepts', async () => {
    const { proposalKey } = await propose(ann, ben);
    expect(await ats.ann.acceptAndStart(proposalKey)).toBeNull();
    expect(await ats.ann.acceptAndStart(proposalKey)).toBeNull();
    const trade = await ats.ben.acceptAndStart(proposalKey);
    expect(trade).toMatchObject({ proposalKey, state: 'EXECUTING', steps: [{ stepNo: 1, state: 'ACTIVE' }] });
    expect(await ats.ann.acceptAndStart(proposalKey)).toMatchObject({ tradeKey: trade?.tradeKey, state: 'EXECUTING' });
  });

  it('should make one trade when both participants start it at the same time', async () => {
    const { proposalKey } = await propose(ann, ben);
    await ats.ann.acceptAndStart(proposalKey);
    await ats.ben.proposals.respond({ proposalKey, decision: 'ACCEPT' });
    const trades = await Promise.all(
      [ats.ann, ats.ben, ats.ann, ats.ben].map((one) => one.acceptAndStart(proposalKey)),
    );
    expect(new Set(trades.map((trade) => trade?.tradeKey)).size).toBe(1);
    const { nodes } = await ats.ann.trades.list({ filter: { proposalKey } });
    expect(nodes).toMatchObject([{ tradeKey: trades[0]?.tradeKey, state: 'EXECUTING' }]);
  });

  it('should accept no other revision than the expected one', async () => {
    const { proposalKey } = await propose(ann, ben);
    expect(await codeOf(ats.ann.acceptAndStart(proposalKey, { expectedRevisionNo: 2 }))).toBe(
      'proposal_revision_conflict',
    );
    expect(await ats.ann.proposals.get({ proposalKey })).toMatchObject({ state: 'PROPOSED' });
  });

  it('should throw the refusal of a participant without money, and of a proposal that does not exist', async () => {
    const poor = await createParty(app, 'Poor');
    expect(await codeOf(poor.api.acceptAndStart('prp_00000000000000000000000000'))).toBe('proposal_not_found');
    const { proposalKey } = await propose(ann, ben, { price: 900_000 });
    await ats.ann.acceptAndStart(proposalKey);
    expect(await codeOf(ats.ben.acceptAndStart(proposalKey))).toBe('principal_bond_insufficient_balance');
  });

  it('should name the trade that exists if its first step cannot be paid', async () => {
    const poor = await createParty(app, 'Poor');
    await buyTickets(poor, 'STARTER');
    const { proposalKey } = await propose(ann, poor, { price: 4_000 });
    await ats.ann.acceptAndStart(proposalKey);
    const refusal: unknown = await poor.api.acceptAndStart(proposalKey).catch((error: unknown) => error);
    const { nodes } = await poor.api.trades.list({ filter: { proposalKey } });
    expect(nodes).toMatchObject([{ state: 'BOND_RESERVED' }]);
    expect(refusal).toMatchObject({
      ...{ code: 'wallet_insufficient_balance', members: { tradeKey: nodes[0]?.tradeKey } },
      detail: expect.stringContaining(`The trade ${String(nodes[0]?.tradeKey)} exists and holds the bonds.`) as string,
    });
  });

  it('should leave the activation to the consumer if the terms say so', async () => {
    const { proposalKey } = await propose(ann, ben);
    const proposal = await ats.ann.proposals.get({ proposalKey });
    const { steps, ...terms } = proposal?.currentRevision.terms ?? { steps: [], coverageThresholdBps: 1 };
    const counter = { ...terms, steps: steps.map((step) => ({ ...step, activation: 'CONSUMER' as const })) };
    await ats.ben.proposals.respond({ proposalKey, decision: 'COUNTER', terms: counter });
    expect(await ats.ann.acceptAndStart(proposalKey)).toMatchObject({ state: 'BOND_RESERVED' });
    expect(await ats.ben.acceptAndStart(proposalKey)).toMatchObject({ state: 'EXECUTING' });
  });

  it('should throw when the proposal was rejected after the own acceptance', async () => {
    const { proposalKey } = await propose(ann, ben);
    expect(await ats.ann.acceptAndStart(proposalKey)).toBeNull();
    await ats.ben.proposals.respond({ proposalKey, decision: 'REJECT' });
    for (const options of [{}, { expectedRevisionNo: 1 }]) {
      expect(await codeOf(ats.ann.acceptAndStart(proposalKey, options))).toBe('proposal_state_conflict');
    }
  });

  it('should create no trade of another revision than the expected one after all have accepted', async () => {
    const { proposalKey } = await agree({ steps: [{ provider: ann, consumer: ben, price: 100 }] });
    expect(await codeOf(ats.ben.acceptAndStart(proposalKey, { expectedRevisionNo: 1 }))).toBe(
      'proposal_revision_conflict',
    );
    expect(await ats.ben.proposals.get({ proposalKey })).toMatchObject({ state: 'ACCEPTED', tradeKey: null });
    const started = await ats.ben.acceptAndStart(proposalKey, { expectedRevisionNo: 2 });
    expect(started).toMatchObject({ state: 'EXECUTING' });
  });

  it('should not activate the next step when it is called again', async () => {
    const step = { provider: ann, consumer: ben, price: 100 };
    const { proposalKey } = await agree({ steps: [step, step] });
    const { tradeKey = '' } = (await ats.ben.acceptAndStart(proposalKey)) ?? {};
    const items = [{ itemId: 'all', description: 'All of it', weight: 1 }];
    await ats.ann.trades.publishContract({ tradeKey, stepNo: 1, summary: 'Done', items });
    await ats.ben.trades.submitCheckpoint({ tradeKey, stepNo: 1, status: 'CONFIRMED' });
    const before = await ats.ben.principals.get();
    for (const one of [ats.ann, ats.ben]) {
      const again = await one.acceptAndStart(proposalKey);
      expect(again).toMatchObject({ tradeKey, state: 'CONFIRMING' });
      expect(again?.steps[1]).toMatchObject({ stepNo: 2, state: 'PENDING' });
    }
    expect((await ats.ben.principals.get()).ticketBalanceStamps).toBe(before.ticketBalanceStamps);
  });
});

describe('act', () => {
  it('should perform what the service offers, for the agent that it names, with what only the caller knows', async () => {
    const deal = await propose(ann, ben);
    await ats.ann.acceptAndStart(deal.proposalKey);
    const trade = await ats.ben.acceptAndStart(deal.proposalKey);
    const tradeKey = trade?.tradeKey ?? '';
    // This client names no agent, so each request has the agent of the act.
    const seller = createClient({ url: app.url, credential: ann.credential });
    const offered = (await seller.trades.get({ tradeKey }))?.allowedActions ?? [];
    const publish = offered.find(({ operation }) => operation === 'publishDeliveryContract');
    expect(publish?.agentKey).toBe(ann.agentKey);
    const items = [{ itemId: 'all', description: 'All of it', weight: 1 }];
    const step = await seller.act(
      { ...publish, operation: 'publishDeliveryContract', input: publish?.input ?? {} },
      {
        summary: 'Done',
        items,
        tradeKey: 'the input of the offer takes precedence',
      },
    );
    expect(step.contract).toMatchObject({ summary: 'Done', items: [{ itemId: 'all' }] });
    await ats.ben.trades.submitCheckpoint({ tradeKey, stepNo: 1, status: 'CONFIRMED' });
    await settled({ ...deal, tradeKey });
    expect(await ats.ann.trades.settlement({ tradeKey })).toMatchObject({ tradeKey, outcome: 'COMPLETED' });
  });

  it('should refuse an act that this client does not know', async () => {
    await expect(ats.ann.act({ operation: 'toString', input: {} })).rejects.toThrow('install a newer version');
  });
});

describe('the typed functions', () => {
  it('should return null for an object that does not exist, and throw the error of another one', async () => {
    expect(await ats.ann.trades.settlement({ tradeKey: 'trd_00000000000000000000000000' })).toBeNull();
    expect(await codeOf(ats.ann.trades.activate({ tradeKey: 'trd_00000000000000000000000000' }))).toBe(
      'trade_not_found',
    );
    expect(await codeOf(ats.ann.principals.get({ principalKey: ben.principalKey }))).toBe('principal_access_denied');
  });

  it('should repeat a mutation with the key of the caller without a second effect', async () => {
    const before = (await ats.ann.principals.get()).bondAvailableStamps;
    const options = { idempotencyKey: 'bond-of-today' };
    const first = await ats.ann.money.reserveBond({ amountStamps: 7 }, options);
    expect(await ats.ann.money.reserveBond({ amountStamps: 7 }, options)).toEqual(first);
    expect((await ats.ann.principals.get()).bondAvailableStamps).toBe(before + 7);
  });

  it('should read pages of a list', async () => {
    const first = await ats.ann.money.postings({ first: 1 });
    const after = first.pageInfo.endCursor ?? '';
    const second = await ats.ann.money.postings({ first: 1, after });
    expect([first.nodes.length, second.nodes.length, first.pageInfo.hasNextPage]).toEqual([1, 1, true]);
    expect(first.nodes[0]?.postingKey).not.toBe(second.nodes[0]?.postingKey);
  });

  it('should show an operator what both sides say of a dispute, and what a verdict would make of it', async () => {
    const trade = await startTrade(ann, ben);
    const { tradeKey, proposalKey } = trade;
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade, { status: 'FAILED' });
    await ats.ann.trades.fileRebuttal({ tradeKey, stepNo: 1, statement: 'All was delivered.' });
    const { operator } = app.operator;
    const { nodes } = await operator.trades({ filter: { proposalKey, awaiting: 'VERDICT' } });
    expect(nodes).toMatchObject([{ tradeKey, steps: [{ checkpointStatus: 'FAILED' }] }]);
    expect((await operator.trade({ tradeKey }))?.steps).toMatchObject([
      { contract: { items: [{ itemId: 'a' }, { itemId: 'b' }] }, rebuttal: { statement: 'All was delivered.' } },
    ]);
    const netOf = async (verdictCoverageBps: number) => {
      const preview = await operator.preview({ tradeKey, of: 'VERDICT', verdictCoverageBps });
      const net = preview?.sides?.map(({ principalKey, netStamps }) => [principalKey, Math.sign(netStamps)] as const);
      return [preview?.failureCause, Object.fromEntries<number>(net ?? [])];
    };
    const wins = (winner: Party, loser: Party) => ({ [winner.principalKey]: 1, [loser.principalKey]: -1 });
    expect(await netOf(10_000)).toEqual(['VERDICT_OVERTURNED', wins(ann, ben)]);
    expect(await netOf(0)).toEqual(['DELIVERY_FAILED', wins(ben, ann)]);
    const absent = { tradeKey: 'trd_00000000000000000000000000' };
    expect([await operator.trade(absent), await operator.preview({ ...absent, of: 'LAPSE' })]).toEqual([null, null]);
  });

  it('should send the state of a trade after each of its events', async () => {
    const deal = await propose(ann, ben);
    await ats.ann.acceptAndStart(deal.proposalKey);
    await ats.ben.proposals.respond({ proposalKey: deal.proposalKey, decision: 'ACCEPT' });
    const { tradeKey } = await ats.ben.trades.create({ proposalKey: deal.proposalKey });
    const { endCursor } = (await ats.ann.principals.events({ first: 200, filter: { tradeKey } })).pageInfo;
    const states: string[] = [];
    await activate({ ...deal, tradeKey });
    for await (const { state } of ats.ann.trades.updates({ tradeKey, after: endCursor })) {
      states.push(state);
      break;
    }
    expect(states).toEqual(['EXECUTING']);
  });

  it('should send all that waits for a principal at the start, until the signal ends it', async () => {
    const ending = new AbortController();
    const lists: number[] = [];
    for await (const items of ats.ann.principals.attentionUpdates({}, { signal: ending.signal })) {
      lists.push(items.length);
      ending.abort();
    }
    expect(lists).toHaveLength(1);
  });
});

describe('a typed document', () => {
  type Data = { readonly principal: { readonly displayName: string } };
  const TEXT = 'query ($key: ID) { principal(principalKey: $key) { displayName } }';

  it('should have the types of its data and variables, as a parsed document and as a string', async () => {
    const node = parse(TEXT, { noLocation: true }) as TypedDocument<Data, { key?: string }>;
    const text = new String(TEXT) as TypedDocument<Data, { key: string }>;
    const { principal } = await ats.ann.queryOrThrow(node);
    const name: string = principal.displayName;
    expect(name).toBe('Ann');
    expect((await ats.ben.query(text, { key: ben.principalKey })).data.principal.displayName).toBe('Ben');
    // @ts-expect-error the key is a text
    const wrong = ats.ben.queryOrThrow(text, { key: ['x', 'y'] });
    await expect(wrong).rejects.toBeInstanceOf(ApiError);
  });
});

it('should see the events of all this', async () => {
  const types = await until(
    async () => (await ats.ann.principals.events({ first: 200 })).nodes.map(({ type }) => type),
    (all) => all.includes('TRADE_COMPLETED'),
  );
  expect(types[0]).toBe('TICKETS_CREDITED');
});
