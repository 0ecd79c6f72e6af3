import { randomUUID } from 'node:crypto';
import type { Signer } from '../../src/client';
import { useTestApp } from '../support/app';
import { leaveTickets, twoParties } from '../support/trades';
import { codeOf, mutation, query, send, type Sending, signerOf } from '../support/exchange';
import {
  accept,
  activate,
  checkpoint,
  mutate,
  type Party,
  propose,
  publishContract,
  startTrade,
} from '../support/actors';

/** Order of refusals: each request has the errors of two neighbours, and the earlier one applies. */

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const code = async (sending: Sending, as: Signer | null = signerOf(provider)): Promise<unknown> =>
  codeOf(await send(app, as, sending));
const call = (field: string, input: object, as = signerOf(provider), key = randomUUID()): Promise<unknown> =>
  code({ body: mutation(field, input, '__typename'), key }, as);
const human = (subject: string): Signer => ({ credential: app.console, acting: { provider: 'test', subject } });

const LARGE = 'x'.repeat(256 * 1024 + 1);
const TEXT = { 'content-type': 'text/plain' };
const ABSENT_PRINCIPAL = 'prn_00000000000000000000000000';
const ABSENT = 'trd_01h455vb4pex5vsknk084sn02q';
const contract = { summary: 'All.', items: [{ itemId: 'a', description: 'It', weight: 1 }] };

// @spec E9
it('404 route_not_found before 401', async () => {
  expect(await code({ path: '/nothing', body: '{}' }, null)).toBe('route_not_found');
});

it('405 before 413', async () => {
  expect(await code({ method: 'PUT', body: '{}', headers: TEXT }, null)).toBe('method_not_allowed');
});

it('413 before 415', async () => {
  expect(await code({ body: LARGE, headers: TEXT }, null)).toBe('payload_too_large');
});

it('415 before 401', async () => {
  expect(await code({ body: '{}', headers: TEXT }, null)).toBe('unsupported_media_type');
});

it('401 before 400', async () => {
  expect(await code({ body: '{' }, null)).toBe('signature_missing');
});

it('400 acting_headers_required before 400 idempotency_key_required', async () => {
  const body = mutation('renamePrincipal', { displayName: 'x' }, '__typename');
  expect(await code({ body }, { credential: app.console })).toBe('acting_headers_required');
});

it('400 idempotency_key_required before 403', async () => {
  const input = { principalKey: consumer.principalKey, amountStamps: 1 };
  expect(await code({ body: mutation('reserveBond', input, '__typename') })).toBe('idempotency_key_required');
  const operators = mutation('settleTrade', { tradeKey: ABSENT }, '__typename');
  expect(await code({ body: operators }, human('somebody'))).toBe('idempotency_key_required');
});

// @spec C5, E9
it('403 principal_access_denied whether or not the principal exists, before 422', async () => {
  const key = randomUUID();
  expect(await call('reserveBond', { amountStamps: 1 }, signerOf(provider), key)).toBeUndefined();
  for (const principalKey of [consumer.principalKey, ABSENT_PRINCIPAL, 'prn_', 'nothing']) {
    expect(await call('reserveBond', { amountStamps: 1, principalKey }, signerOf(provider), key)).toBe(
      'principal_access_denied',
    );
  }
  expect(await call('settleTrade', { tradeKey: ABSENT }, signerOf(provider), key)).toBe('platform_only');
  expect(await call('renamePrincipal', { displayName: 'x' }, signerOf(provider), key)).toBe('principal_owner_required');
});

it('422 before 400 validation_failed and query_refused', async () => {
  const key = randomUUID();
  expect(await call('reserveBond', { amountStamps: 1 }, signerOf(provider), key)).toBeUndefined();
  expect(await call('reserveBond', { amountStamps: -1 }, signerOf(provider), key)).toBe('idempotency_key_reused');
  const fields = Array.from(
    { length: 11 },
    (_, at) => `f${String(at)}: reserveBond(input: { amountStamps: 1 }) { __typename }`,
  );
  expect(await code({ body: query(`mutation { ${fields.join(' ')} }`), key })).toBe('idempotency_key_reused');
});

it('400 validation_failed before 404', async () => {
  expect(await call('publishDeliveryContract', { tradeKey: ABSENT, stepNo: 1, ...contract, items: [] })).toBe(
    'validation_failed',
  );
  expect(await call('respondToProposal', { proposalKey: 'prp_nothing', decision: 'COUNTER' })).toBe(
    'validation_failed',
  );
});

it('404 in path order: the trade before the step, the step before 403', async () => {
  const trade = await startTrade(provider, consumer);
  expect(await call('publishDeliveryContract', { tradeKey: ABSENT, stepNo: 9, ...contract })).toBe('trade_not_found');
  const nowhere = { tradeKey: trade.tradeKey, stepNo: 9, ...contract };
  expect(await call('publishDeliveryContract', nowhere, signerOf(consumer))).toBe('step_not_found');
});

// @spec E9
it('403 trade_access_denied before 409', async () => {
  const trade = await startTrade(provider, consumer);
  const input = { tradeKey: trade.tradeKey, stepNo: 1, ...contract };
  expect(await call('publishDeliveryContract', input, signerOf(consumer))).toBe('trade_access_denied');
  expect(await call('publishDeliveryContract', input, { credential: provider.credential })).toBe('trade_access_denied');
  expect(await call('publishDeliveryContract', input)).toBe('trade_state_conflict');
});

it('409 proposal_revision_conflict before 400 match_proposal_invalid_response, and that before 409 proposal_state_conflict', async () => {
  const { proposalKey } = await propose(provider, consumer);
  await accept({ proposalKey }, provider);
  const respond = (as: Party, expectedRevisionNo: number): Promise<unknown> =>
    call('respondToProposal', { proposalKey, decision: 'ACCEPT', expectedRevisionNo }, signerOf(as));
  expect(await respond(provider, 2)).toBe('proposal_revision_conflict');
  expect(await respond(provider, 1)).toBe('match_proposal_invalid_response');
  app.clock.advance(259_200);
  expect(await respond(provider, 1)).toBe('match_proposal_invalid_response');
  expect(await respond(consumer, 1)).toBe('proposal_state_conflict');
});

// @spec E9
describe('Create and activate', () => {
  const anchor = (party: Party, limits: object): Promise<unknown> =>
    mutate(app.operator, 'setEconomicAnchor', { principalKey: party.principalKey, ...limits }, 'principal { id }');

  it('409 state before 409 limits, and 409 limits before 402', async () => {
    const parties = await twoParties(app);
    const [first, second] = [
      await propose(parties.provider, parties.consumer),
      await propose(parties.provider, parties.consumer),
    ];
    const create = ({ proposalKey }: { proposalKey: string }): Promise<unknown> =>
      call('createTrade', { proposalKey }, signerOf(parties.provider));
    await anchor(parties.provider, { maxOpenTrades: 1 });
    await accept(first, parties.provider, parties.consumer);
    expect(await create(first)).toBeUndefined();
    expect(await create(first)).toBe('trade_state_conflict');
    expect(await create(second)).toBe('trade_proposal_not_fully_accepted');
    await accept(second, parties.provider, parties.consumer);
    await leaveTickets(parties.provider, 0);
    expect(await create(second)).toBe('trade_settlement_rejected');
    await anchor(parties.provider, { maxOpenTrades: 2 });
    expect(await create(second)).toBe('principal_bond_insufficient_balance');
  });

  it('409 principal_daily_spend_limit_exceeded before 402', async () => {
    const parties = await twoParties(app);
    const trade = await startTrade(parties.provider, parties.consumer);
    await leaveTickets(parties.consumer, 0);
    await anchor(parties.consumer, { dailySpendLimitStamps: 0 });
    const go = (): Promise<unknown> => call('activateTrade', { tradeKey: trade.tradeKey }, signerOf(parties.consumer));
    expect(await go()).toBe('principal_daily_spend_limit_exceeded');
    await anchor(parties.consumer, { dailySpendLimitStamps: 10_000 });
    expect(await go()).toBe('wallet_insufficient_balance');
  });
});

// @spec ST19
it('A contradictory checkpoint is 400 before the state is checked', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  const twice = { tradeKey: trade.tradeKey, stepNo: 1, status: 'CONFIRMED', results: [] };
  await checkpoint(trade, { status: 'CONFIRMED', results: [{ itemId: 'a', met: true }] });
  expect(await call('submitCheckpoint', twice, signerOf(consumer))).toBe('validation_failed');
  expect(await call('submitCheckpoint', { ...twice, results: undefined }, signerOf(consumer))).toBe(
    'trade_state_conflict',
  );
});
