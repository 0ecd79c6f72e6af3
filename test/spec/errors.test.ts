import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, useTestApp } from '../support/app';
import { leaveTickets, twoParties } from '../support/trades';
import { codeOf, mutation, query, refusal, refusedAs, send, signerOf } from '../support/exchange';
import {
  accept,
  activate,
  balances,
  checkpoint,
  createParty,
  mutate,
  type Party,
  propose,
  publishContract,
  settled,
  startTrade,
  until,
} from '../support/actors';

/** Specification "Errors", row by row, and the codes that only these tests provoke. */

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const listing = (by: Party, more: object = {}): Promise<{ listing: { listingKey: string } }> => {
  const content = { tradeProfile: `p.${randomUUID().slice(0, 8)}`, side: 'PROVIDE', title: 'Work', priceStamps: 100 };
  const input = { ...content, agentId: by.agentId, ...more };
  return mutate(by.api, 'publishListing', input, 'listing { listingKey }');
};
const respond = (by: Party, proposalKey: string): Promise<unknown> =>
  mutate(by.api, 'respondToProposal', { proposalKey, decision: 'ACCEPT' }, 'proposal { state }');
const create = (by: Party, proposalKey: string): Promise<unknown> =>
  mutate(by.api, 'createTrade', { proposalKey }, 'trade { tradeKey }');
const reserve = (by: Party, field: 'reserveBond' | 'releaseBond', amountStamps: number): Promise<unknown> =>
  mutate(by.api, field, { amountStamps }, 'principal { id }');

describe('Errors', () => {
  // @spec PR10
  it('400 match_proposal_invalid_response: a participant responds again to a revision it already responded to', async () => {
    const { proposalKey } = await propose(provider, consumer);
    await respond(provider, proposalKey);
    const members = await refusal(respond(provider, proposalKey), 'match_proposal_invalid_response');
    expect(members).toMatchObject({ revisionNo: 1, currentState: 'PROPOSED' });
  });

  // @spec CR9, AU5
  it('401: missing, invalid, old or revoked credential', async () => {
    const body = query('{ service { version } }');
    expect((await send(app, null, { body })).status).toBe(401);
    const wrong = { ...provider.credential, signingSecret: consumer.credential.signingSecret };
    expect((await send(app, { credential: wrong }, { body })).status).toBe(401);
    await mutate(provider.api, 'rotateCredential', {}, 'credential { credentialId }');
    const old = await send(app, signerOf(provider), { body });
    expect([old.status, codeOf(old)]).toEqual([401, 'credential_invalid']);
  });

  // @spec L2
  it('402 wallet_insufficient_balance: the ticket balance cannot cover publishing a listing', async () => {
    await leaveTickets(provider, 9);
    expect(await refusal(listing(provider), 'wallet_insufficient_balance')).toMatchObject({
      requiredStamps: 10,
      availableStamps: 9,
    });
    expect((await balances(provider)).ticketBalanceStamps).toBe(9);
  });

  // @spec T20, E7
  it('402 wallet_insufficient_balance: the ticket balance cannot cover activating a trade', async () => {
    const trade = await startTrade(provider, consumer);
    await leaveTickets(consumer, 1009);
    expect(await refusal(activate(trade), 'wallet_insufficient_balance')).toMatchObject({
      requiredStamps: 1010,
      availableStamps: 1009,
    });
    const others = await refusal(activate(trade, provider), 'wallet_insufficient_balance');
    expect(others).toEqual({ principalKey: consumer.principalKey, retryWithNewKey: true });
  });

  // @spec T5
  it('402 principal_bond_insufficient_balance: automatic bond reservation when creating a trade fails', async () => {
    const { proposalKey } = await propose(provider, consumer);
    await accept({ proposalKey }, provider, consumer);
    await leaveTickets(provider, 199);
    const before = await balances(consumer);
    await refusal(create(consumer, proposalKey), 'principal_bond_insufficient_balance');
    expect(await balances(consumer)).toEqual(before);
  });

  // @spec B3
  it.each(['reserveBond', 'releaseBond'] as const)(
    '402 principal_bond_insufficient_balance: direct reserve or release of bond (%s)',
    async (field) => {
      const before = await balances(provider);
      await refusal(reserve(provider, field, 10_001), 'principal_bond_insufficient_balance');
      expect(await balances(provider)).toEqual(before);
    },
  );

  // @spec B4
  it('Release bond can never release bond reserved by an open trade', async () => {
    await startTrade(provider, consumer);
    expect((await balances(provider)).bondReservedStamps).toBe(200);
    await refusal(reserve(provider, 'releaseBond', 1), 'principal_bond_insufficient_balance');
  });

  // @spec ST26
  it('403 trade_access_denied: a role calls the other role’s endpoint on a step', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await refusal(publishContract(trade, 1, consumer), 'trade_access_denied');
    await refusal(checkpoint(trade, { status: 'CONFIRMED' }, 1, provider), 'trade_access_denied');
  });

  // @spec T6
  it('409 trade_proposal_not_fully_accepted: creating a trade before the proposal state is accepted', async () => {
    const { proposalKey } = await propose(provider, consumer);
    await accept({ proposalKey }, provider);
    expect(await refusal(create(provider, proposalKey), 'trade_proposal_not_fully_accepted')).toMatchObject({
      currentState: 'PROPOSED',
    });
  });

  // @spec T7
  it('409 trade_state_conflict: trade already created for the proposal; it names the trade', async () => {
    const trade = await startTrade(provider, consumer);
    expect(await refusal(create(provider, trade.proposalKey), 'trade_state_conflict')).toMatchObject({
      tradeKey: trade.tradeKey,
    });
  });

  // @spec T9, LI1, LI2
  it.each([
    ['max_open_trades', { maxOpenTrades: 0 }],
    ['bond_limit_stamps', { bondLimitStamps: 199 }],
  ])('409 trade_settlement_rejected: creating a trade when %s is exceeded', async (limit, limits) => {
    const { proposalKey } = await propose(provider, consumer);
    await accept({ proposalKey }, provider, consumer);
    const { principalKey } = consumer;
    await mutate(app.operator, 'setEconomicAnchor', { principalKey, ...limits }, 'principal { id }');
    expect(await refusal(create(provider, proposalKey), 'trade_settlement_rejected')).toMatchObject({
      limit,
      principalKey,
    });
  });
});

describe('Handling rules', () => {
  // @spec T8
  it('a 409 trade_state_conflict on create trade means success: the trade exists and is in the trade list', async () => {
    const trade = await startTrade(provider, consumer);
    const { tradeKey } = await refusal(create(consumer, trade.proposalKey), 'trade_state_conflict');
    const list = await consumer.api.queryOrThrow<{
      principal: { trades: { nodes: { tradeKey: string; proposalKey: string }[] } };
    }>('{ principal { trades { nodes { tradeKey proposalKey } } } }');
    expect(list.principal.trades.nodes.find((one) => one.proposalKey === trade.proposalKey)?.tradeKey).toBe(tradeKey);
  });

  // @spec T16
  it('activating an already-active step is not an error', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await expect(activate(trade, provider)).resolves.toBeDefined();
  });
});

describe('Absent objects', () => {
  const absent = (prefix: string): string => `${prefix}_01h455vb4pex5vsknk084sn02q`;

  it.each([
    ['agent_not_found', 'updateAgentNotificationUrl', { agentKey: absent('agt'), notificationUrl: null }],
    ['credential_not_found', 'revokeCredential', { credentialId: absent('crd') }],
    ['listing_not_found', 'updateListing', { listingKey: absent('lst'), title: 'Other' }],
    ['proposal_not_found', 'respondToProposal', { proposalKey: absent('prp'), decision: 'ACCEPT' }],
    ['trade_not_found', 'activateTrade', { tradeKey: absent('trd') }],
  ] as const)('404 %s', async (code, field, input) => {
    const { principalKey } = provider;
    await refusal(mutate(provider.owner, field, { principalKey, ...input }, '__typename'), code);
  });

  it('404 step_not_found', async () => {
    const trade = await startTrade(provider, consumer);
    await refusal(publishContract(trade, 2), 'step_not_found');
  });

  it('should answer 404 principal_not_found to operators only', async () => {
    const input = { principalKey: absent('prn'), maxOpenTrades: 1 };
    await refusal(mutate(app.operator, 'setEconomicAnchor', input, '__typename'), 'principal_not_found');
    const wrong = { ...input, maxOpenTrades: -1 };
    await refusal(mutate(app.operator, 'setEconomicAnchor', wrong, '__typename'), 'validation_failed');
    const read = 'query ($key: ID) { principal(principalKey: $key) { id } }';
    await refusal(provider.api.queryOrThrow(read, { key: absent('prn') }), 'principal_access_denied');
  });

  it('404 checkout_session_not_found', async () => {
    const read = provider.api.queryOrThrow('{ ticketPurchase(sessionId: "cs_nothing") { status } }');
    await refusal(read, 'checkout_session_not_found');
  });
});

describe('State conflicts', () => {
  // @spec L3
  it('409 listing_already_active: an active listing exists for this agent and trade profile', async () => {
    const { listing: first } = await listing(provider, { tradeProfile: 'same' });
    expect(await refusal(listing(provider, { tradeProfile: 'same' }), 'listing_already_active')).toMatchObject({
      listingKey: first.listingKey,
    });
  });

  // @spec L6
  it('409 listing_state_conflict: changing a closed listing', async () => {
    const { listingKey } = (await listing(provider)).listing;
    const update = (input: object): Promise<unknown> =>
      mutate(provider.api, 'updateListing', { listingKey, ...input }, 'listing { state }');
    await update({ lifecycleAction: 'CLOSE' });
    expect(await refusal(update({ title: 'Other' }), 'listing_state_conflict')).toMatchObject({
      currentState: 'CLOSED',
    });
  });

  // @spec PR14, PR15
  it('409 proposal_state_conflict and proposal_revision_conflict', async () => {
    const { proposalKey } = await propose(provider, consumer);
    const answer = (by: Party, more: object): Promise<unknown> =>
      mutate(by.api, 'respondToProposal', { proposalKey, ...more }, 'proposal { state }');
    await refusal(answer(provider, { decision: 'ACCEPT', expectedRevisionNo: 7 }), 'proposal_revision_conflict');
    await answer(provider, { decision: 'REJECT' });
    await refusal(answer(consumer, { decision: 'ACCEPT' }), 'proposal_state_conflict');
  });

  // @spec T21, LI3
  it('409 principal_daily_spend_limit_exceeded', async () => {
    const trade = await startTrade(provider, consumer);
    const input = { principalKey: consumer.principalKey, dailySpendLimitStamps: 1019 };
    await mutate(app.operator, 'setEconomicAnchor', input, 'principal { id }');
    expect(await refusal(activate(trade), 'principal_daily_spend_limit_exceeded')).toMatchObject({
      limit: 'daily_spend_limit_stamps',
      principalKey: consumer.principalKey,
    });
    await mutate(app.operator, 'setEconomicAnchor', { ...input, dailySpendLimitStamps: 1020 }, 'principal { id }');
    await activate(trade);
    await refusal(listing(consumer), 'principal_daily_spend_limit_exceeded');
  });

  // @spec SE36
  it('409 evaluation_state_conflict: no checkpoint, a second verdict, nothing due', async () => {
    const trade = await startTrade(provider, consumer);
    const { tradeKey } = trade;
    const evaluate = (): Promise<unknown> =>
      mutate(app.operator, 'evaluateTrade', { tradeKey, verdict: 'FAIL', reason: 'Seen.' }, 'trade { state }');
    expect(await refusal(evaluate(), 'evaluation_state_conflict')).toMatchObject({ reason: 'no_checkpoint' });
    const settle = mutate(app.operator, 'settleTrade', { tradeKey }, 'trade { state }');
    expect(await refusal(settle, 'evaluation_state_conflict')).toMatchObject({ reason: 'nothing_due' });
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade, { status: 'FAILED' });
    await evaluate();
    await settled(trade);
    expect(await refusal(evaluate(), 'trade_state_conflict')).toMatchObject({ reason: 'trade_terminal' });
  });
});

describe('External systems', () => {
  // @spec TK10
  it('400 stripe_signature_invalid', async () => {
    const sent = await send(app, null, {
      path: '/api/v1/webhooks/stripe',
      body: '{}',
      headers: { 'stripe-signature': 't=1,v1=0' },
    });
    refusedAs(sent, 'stripe_signature_invalid');
    expect(sent.status).toBe(400);
  });

  // @spec TK12
  it('502 payment_processor_unavailable: nothing is stored, so the same key may be sent again', async () => {
    let answers = 0;
    const broken = createServer((request, response) => {
      answers += 1;
      request.resume();
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"type":"api_error"}}');
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const away = await startTestApp({
      STRIPE_SECRET_KEY: ['sk', 'test', 'nobody'].join('_'),
      STRIPE_WEBHOOK_SECRET: ['whsec', 'nobody'].join('_'),
      STRIPE_API_BASE: `http://127.0.0.1:${String((broken.address() as AddressInfo).port)}`,
    });
    try {
      const party = await createParty(away, 'Buyer');
      const body = mutation('purchaseTickets', { pack: 'STARTER' }, 'purchase { sessionId }');
      const sent = await send(away, signerOf(party), { body, key: 'purchase-1' });
      refusedAs(sent, 'payment_processor_unavailable');
      const before = answers;
      const again = await send(away, signerOf(party), { body, key: 'purchase-1' });
      refusedAs(again, 'payment_processor_unavailable');
      expect(again.headers.get('idempotency-replayed')).toBeNull();
      expect(answers).toBeGreaterThan(before);
      const purchases = await until(
        () => away.sql('SELECT FROM ticket_purchase'),
        (rows) => rows.length === 0,
      );
      expect(purchases).toEqual([]);
    } finally {
      await away.stop();
      broken.closeAllConnections();
      broken.close();
    }
  });
});
