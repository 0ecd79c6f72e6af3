import { ApiError } from '../../../src/client';
import { type TestApp, useTestApp } from '../../support/app';
import { createParty, mutate, type Party } from '../../support/actors';
import { body, restOf, under } from '../../support/rest';
import { useSandbox } from './support';

/** The advice for a call that only an owner or an operator may send. */

const sandbox = useSandbox();
const live = useTestApp({ ATS_ROLE: 'api' });

/** The refusals of an agent that acts as an owner, by GraphQL and REST. */
async function refusals(app: TestApp): Promise<readonly unknown[]> {
  const party: Party = await createParty(app, 'Agent');
  const { principalKey, agentKey } = party;
  const limits = { principalKey, agentKey, perTradeStamps: 1 };
  const viaGraphql: unknown = await mutate(party.api, 'putMandate', limits, 'agent { agentKey }').catch(
    (error: unknown) => error,
  );
  const path = `${under(party)}/agents/${agentKey}/mandate`;
  const viaRest = body(await restOf(app, party).put(path, { per_trade_stamps: 1 }), 403);
  return [viaGraphql, viaRest];
}

// @spec SB15
test('should name the command that creates an operator in a sandbox alone', async () => {
  const remedyIn = async (app: TestApp): Promise<string | undefined> => {
    const { api } = await createParty(app, 'Agent');
    const ruling = { tradeKey: 'trd_00000000000000000000000000', verdict: 'PASS', reason: 'Seen' } as const;
    const error: unknown = await api.operator.evaluate(ruling).catch((refused: unknown) => refused);
    if (!(error instanceof ApiError)) throw new Error('an agent gave a verdict');
    expect(error.code).toBe('platform_only');
    return error.remedy;
  };
  expect(await remedyIn(sandbox)).toContain('npx ats platform-credential create --role operator');
  expect(await remedyIn(live)).not.toContain('npx ats');
});

// @spec SB15
test('should name owner.json in a sandbox, and the console alone in a live service', async () => {
  const advice = (remedy: unknown) => expect.objectContaining({ code: 'principal_owner_required', remedy }) as unknown;
  const inSandbox = expect.stringContaining('owner.json') as unknown;
  expect(await refusals(sandbox)).toEqual([advice(inSandbox), advice(inSandbox)]);
  const inLive = 'Ask an owner to do this in the console.';
  expect(await refusals(live)).toEqual([advice(inLive), advice(inLive)]);
  const blocked = async (app: TestApp) => {
    const { api } = await createParty(app, 'Agent');
    type Found = { principal: { blockedActions: { operation: string; remedy: string }[] } };
    const { principal } = await api.queryOrThrow<Found>('{ principal { blockedActions { operation remedy } } }');
    return principal.blockedActions.find(({ operation }) => operation === 'registerAgent')?.remedy;
  };
  expect([await blocked(sandbox), await blocked(live)]).toEqual([inSandbox, inLive]);
});
