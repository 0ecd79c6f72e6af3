import { activate, mutate, startTrade } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { compareSettlements } from '../../support/settlement-previews';
import { settleBothWays, twoParties } from '../../support/trades';

/** The comparison of every settlement of the tests with its previews (test/support/settlement-previews.ts). */

const app = useTestApp();

// @spec PV1
test('should compare both sides of each settlement with the preview, and name the trade of another record', async () => {
  const { provider, consumer } = await twoParties(app);
  await settleBothWays(app, { provider, consumer });
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { id }');
  expect(await compareSettlements(app.ownerUrl)).toBe(6);
  const change = (by: number) =>
    app.sql(
      `BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE settlement_party SET received_stamps = received_stamps + ${String(by)}; COMMIT`,
    );
  await change(1);
  await expect(compareSettlements(app.ownerUrl)).rejects.toThrow(/^the settlement of .* is not as .* saw it/);
  await change(-1);
  expect(await compareSettlements(app.ownerUrl)).toBe(6);
});
