import type { Client } from '../../src/client';
import { useTestApp } from '../support/app';
import { codeOf, mutate, provisioned, refusalOf } from '../support/parties';

/** Specification, "Reserve bond" and "Release bond". */
const app = useTestApp({ ATS_ROLE: 'api' });

const BALANCES = 'principal { ticketBalanceStamps bondAvailableStamps bondReservedStamps }';
const reserve = (client: Client, amountStamps: number) => mutate(client, 'reserveBond', { amountStamps }, BALANCES);
const release = (client: Client, amountStamps: number) => mutate(client, 'releaseBond', { amountStamps }, BALANCES);
const balances = (ticketBalanceStamps: number, bondAvailableStamps: number) => ({
  principal: { ticketBalanceStamps, bondAvailableStamps, bondReservedStamps: 0 },
});

describe('Reserve and release', () => {
  // @spec B1, B2
  test('move ticket balance to bond-available and back, to the last stamp', async () => {
    const { agent } = await provisioned(app, undefined, 100n);
    expect(await reserve(agent, 60)).toEqual(balances(40, 60));
    expect(await reserve(agent, 40)).toEqual(balances(0, 100));
    expect(await release(agent, 100)).toEqual(balances(100, 0));
  });

  // @spec B3
  test('are 402 principal_bond_insufficient_balance when funds are short, and move nothing', async () => {
    const { agent } = await provisioned(app, undefined, 100n);
    await reserve(agent, 30);
    const short = { status: 402, code: 'principal_bond_insufficient_balance' };
    expect(await refusalOf(reserve(agent, 71))).toMatchObject({ ...short, requiredStamps: 71, availableStamps: 70 });
    expect(await refusalOf(release(agent, 31))).toMatchObject({ ...short, requiredStamps: 31, availableStamps: 30 });
    expect(await agent.queryOrThrow(`{ ${BALANCES} }`)).toEqual(balances(70, 30));
  });

  test('should answer 400 validation_failed for less than one stamp', async () => {
    const { agent } = await provisioned(app, undefined, 100n);
    for (const amount of [0, -1, 1.5]) expect(await codeOf(reserve(agent, amount))).toBe('validation_failed');
    expect(await codeOf(release(agent, 0))).toBe('validation_failed');
  });

  // @id bond-fields-atomic
  test('may occur several times in one request, which then succeeds or fails as a whole', async () => {
    const { agent } = await provisioned(app, undefined, 100n);
    const document = (last: number) => `mutation {
      a: reserveBond(input: { amountStamps: 10 }) { ${BALANCES} }
      b: reserveBond(input: { amountStamps: 10 }) { ${BALANCES} }
      c: releaseBond(input: { amountStamps: ${String(last)} }) { ${BALANCES} } }`;
    expect(await agent.mutate(document(5))).toEqual({ a: balances(90, 10), b: balances(80, 20), c: balances(85, 15) });
    expect(await codeOf(agent.mutate(document(36)))).toBe('principal_bond_insufficient_balance');
    expect(await agent.queryOrThrow(`{ ${BALANCES} }`)).toEqual(balances(85, 15));
  });

  test('should never overdraw in twenty concurrent calls', async () => {
    const { agent } = await provisioned(app, undefined, 100n);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(reserve(agent, 9))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(11);
    expect(await agent.queryOrThrow(`{ ${BALANCES} }`)).toEqual(balances(1, 99));
  });

  // @spec B7
  test('are allowed to the principal and its owner', async () => {
    const { owner, principalKey } = await provisioned(app, undefined, 100n);
    const input = { principalKey, amountStamps: 1 };
    expect(await mutate(owner, 'reserveBond', input, BALANCES)).toEqual(balances(99, 1));
    const other = await provisioned(app);
    for (const client of [other.agent, other.owner, app.operator]) {
      expect(await codeOf(mutate(client, 'reserveBond', input, BALANCES))).toBe('principal_access_denied');
    }
  });
});
