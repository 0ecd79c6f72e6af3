import { mutate, type Party, propose } from '../../test/support/actors';
import { useTestApp } from '../../test/support/app';
import { funded } from '../../test/support/mandates';
import { codeOf } from '../../test/support/parties';
import { auditOf } from '../../test/support/trades';

/** Parallel acceptances under one mandate. Price 1000, fee 10, bond 200: each commits 1210 stamps. */
const app = useTestApp();

const PROPOSALS = 50;
const EACH = 1_210;

const put = ({ owner, principalKey, agentKey }: Party, budgetStamps: number) =>
  mutate(owner, 'putMandate', { principalKey, agentKey, budgetStamps }, 'agent { id }');

/** A consumer with open proposals of two providers. */
async function proposals(): Promise<{ readonly consumer: Party; readonly keys: readonly string[] }> {
  const [consumer, one, other] = [await funded(app, 'consumer'), await funded(app, 'one'), await funded(app, 'other')];
  const keys: string[] = [];
  for (let n = 0; n < PROPOSALS; n += 1) {
    const { proposalKey } = await propose(n % 2 === 0 ? one : other, consumer);
    keys.push(proposalKey);
  }
  return { consumer, keys };
}

const acceptAll = ({ api }: Party, keys: readonly string[]): Promise<string[]> =>
  Promise.all(
    keys.map((proposalKey) =>
      codeOf(mutate(api, 'respondToProposal', { proposalKey, decision: 'ACCEPT' }, 'proposal { state }')),
    ),
  );

async function committed({ agentId }: Party): Promise<{ count: number; stamps: number }> {
  const [row] = await app.sql<{ count: number; stamps: number }>(
    'SELECT count(*)::int AS count, coalesce(sum(stamps), 0)::int AS stamps FROM mandate_commitment WHERE agent_id = $1',
    [agentId],
  );
  return row ?? { count: 0, stamps: 0 };
}

const count = (codes: readonly string[], code: string): number => codes.filter((one) => one === code).length;

// @spec MA11
test('50 parallel acceptances at the last stamp of a budget commit exactly as many as fit', async () => {
  const { consumer, keys } = await proposals();
  const FIT = 17;
  await put(consumer, FIT * EACH + EACH - 1);
  const codes = await acceptAll(consumer, keys);
  expect([count(codes, 'done'), count(codes, 'mandate_exceeded')]).toEqual([FIT, PROPOSALS - FIT]);
  expect(await committed(consumer)).toEqual({ count: FIT, stamps: FIT * EACH });
  expect(await auditOf(app)).toEqual([]);
}, 300_000);

// @spec MA12
test('In a burst of acceptances, nothing commits after the revocation of the mandate', async () => {
  const { consumer, keys } = await proposals();
  await put(consumer, PROPOSALS * EACH);
  const { owner, principalKey, agentKey } = consumer;
  const accepting = acceptAll(consumer, keys);
  await mutate(owner, 'revokeMandate', { principalKey, agentKey }, 'agent { id }');
  const atRevocation = await committed(consumer);
  const codes = await accepting;
  expect(await committed(consumer)).toEqual(atRevocation);
  expect([count(codes, 'done'), count(codes, 'mandate_exceeded')]).toEqual([
    atRevocation.count,
    PROPOSALS - atRevocation.count,
  ]);
  expect(await auditOf(app)).toEqual([]);
}, 300_000);
