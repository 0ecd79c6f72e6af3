import { randomUUID } from 'node:crypto';
import { activate, checkpoint, publishContract, startTrade } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { refusedAs } from '../../support/exchange';
import { body, operatorRest, ownerRest } from '../../support/rest';
import { twoParties } from '../../support/trades';

/** Mutations over REST without workers, which would settle the trades. */

const app = useTestApp({ ATS_ROLE: 'api', ATS_POLICY_VERSION: 'slash_policy_v1' });

// @spec P11
it('Provisioning a second time is 200 without a credential, and creates nothing', async () => {
  const owner = { subject: `once-${randomUUID()}` };
  const rest = ownerRest(app, owner);
  const first = body<{ principal: object; credential: object }>(
    await rest.post('/principals', { display_name: 'One' }),
    201,
  );
  expect(body(await rest.post('/principals', { display_name: 'Two' }))).toEqual({
    principal: first.principal,
    credential: null,
  });
});

it('should return null for a settle call that passes a step of a trade that continues', async () => {
  const two = await twoParties(app);
  const steps = ['One', 'Two'].map((title) => ({ title, shareBps: 5_000 }));
  const trade = await startTrade(two.provider, two.consumer, { steps });
  const operator = operatorRest(app);
  const act = (name: string, sent?: object) => operator.post(`/trades/${trade.tradeKey}/${name}`, sent);
  await activate(trade);
  refusedAs(await act('settle'), 'evaluation_state_conflict');
  await publishContract(trade);
  await checkpoint(trade, { status: 'CONFIRMED', results: [{ itemId: 'a', met: true }] });
  body(await act('evaluation', { verdict: 'pass', reason: 'Seen.' }));
  expect(await act('settle')).toMatchObject({ status: 200, text: 'null' });
});
