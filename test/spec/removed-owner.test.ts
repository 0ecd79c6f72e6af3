import { idOf } from '../../src/domain/keys';
import { type Party, propose, until } from '../support/actors';
import { useTestApp } from '../support/app';
import { codeOf, mutate } from '../support/parties';
import { fundedParties } from '../support/trades';
import { WAITING } from '../support/waiting';

/** An owner loses the role while an act of the owner waits. `bindings.test.ts` has the calls that only an owner may make. */

const app = useTestApp({ ATS_ROLE: 'api' });

type Prepared = (party: Party, other: Party) => Promise<readonly [field: string, input: object, selection: string]>;

const acts: readonly (readonly [name: string, prepare: Prepared])[] = [
  ['reserveBond', () => Promise.resolve(['reserveBond', { amountStamps: 5 }, 'principal { bondAvailableStamps }'])],
  [
    'publishListing',
    ({ agentId }) => {
      const listing = { agentId, tradeProfile: 'test.removed', side: 'PROVIDE', title: 'T', priceStamps: 5 };
      return Promise.resolve(['publishListing', listing, 'listing { state }']);
    },
  ],
  [
    'createTrade',
    async (party, other) => {
      const { proposalKey } = await propose(other, party);
      for (const { api } of [party, other])
        await mutate(api, 'respondToProposal', { proposalKey, decision: 'ACCEPT' }, 'proposal { state }');
      return ['createTrade', { proposalKey }, 'trade { state }'];
    },
  ],
];
const losses = [
  ['removed', 'DELETE FROM binding WHERE binding_id = $1', 'principal_access_denied'],
  ['made a viewer', `UPDATE binding SET role = 'viewer' WHERE binding_id = $1`, 'principal_owner_required'],
] as const;

// @spec C20
// @id removed-owner-acts
test.each(acts.flatMap(([name, prepare]) => losses.map(([loss, sql, code]) => ({ name, prepare, loss, sql, code }))))(
  'should refuse $name of an owner who is $loss while it waits',
  async ({ prepare, sql, code }) => {
    const [party, other] = (await fundedParties(app, 'Party', 'Other')) as [Party, Party];
    const { principalKey } = party;
    const subject = `second-${principalKey}`;
    const identity = { principalKey, provider: 'test', subject, role: 'OWNER' };
    const { binding } = await mutate<{ binding: { bindingId: string } }>(
      party.owner,
      'putBinding',
      identity,
      'binding { bindingId }',
    );
    const [field, input, selection] = await prepare(party, other);
    await app.sql('BEGIN');
    await app.sql('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', [idOf('prn', principalKey)]);
    const outcome = codeOf(mutate(app.consoleFor(subject), field, { ...input, principalKey }, selection));
    await until(
      () => app.sql(WAITING),
      (locks) => locks.length > 0,
    );
    await app.sql(sql, [idOf('bnd', binding.bindingId)]);
    await app.sql('COMMIT');
    expect(await outcome).toBe(code);
  },
);
