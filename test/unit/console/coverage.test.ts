import fc from 'fast-check';
import { counted } from '../../../packages/console/src/screens/trade/coverage';
import { missesMust } from '../../../src/domain/trades/acceptance-items';
import { coverageOf } from '../../../src/domain/trades/evaluation';
import { assertConsistent } from '../../../src/domain/trades/step-input';

/** The form of a checkpoint counts as the service does. */

const tick = fc.record({ weight: fc.integer({ min: 1, max: 1_000 }), must: fc.boolean(), met: fc.boolean() });
const claim = fc.record({
  ticks: fc.array(tick, { minLength: 1, maxLength: 8 }),
  status: fc.constantFrom('confirmed' as const, 'failed' as const),
  thresholdBps: fc.integer({ min: 1, max: 10_000 }),
  terms: fc.constantFrom('agreed' as const, 'none' as const, 'rules_v1' as const),
});

test('the form of a checkpoint has the coverage and the refusals of the service', () => {
  fc.assert(
    fc.property(claim, ({ ticks, status, thresholdBps, terms }) => {
      const isAgreed = terms === 'agreed';
      const rows = ticks.map((one, at) => ({ ...one, item_id: String(at), must: isAgreed && one.must }));
      const items = rows.map(({ item_id, weight, must }) => ({ item_id, weight, must, description: '' }));
      const contract = {
        summary: '',
        items: items.map((item) => ({ ...item, artifact_uri: null, artifact_sha256: null })),
      };
      const results = rows.map((row) => ({ item_id: row.item_id, met: row.met, note: null }));
      const agreed = isAgreed ? items : null;
      const version = terms === 'rules_v1' ? terms : 'rules_v1.1';
      const coverageBps = coverageOf(version, { items: agreed, contract, status, results, thresholdBps });
      const isRefused = refuses(() => assertConsistent(status, coverageBps, thresholdBps, missesMust(agreed, results)));

      const form = counted({
        status: status === 'confirmed' ? 'CONFIRMED' : 'FAILED',
        items: rows,
        thresholdBps,
        isWeighted: terms !== 'none',
      });
      expect({ ...form, instead: form.instead !== undefined }).toEqual({
        coverageBps,
        passes: coverageBps >= thresholdBps,
        instead: isRefused,
      });
    }),
    { numRuns: 1_000 },
  );
});

function refuses(attempt: () => void): boolean {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
}
