import { audit } from '../../../src/ledger/audit';
import { settlementsRecomputed } from '../../../src/ledger/audit/settlements';
import { rowCheck } from '../../../src/ledger/audit/trade-pages';
import { tradesProjected } from '../../../src/ledger/audit/trades';
import { settlementEvidence } from '../../../src/database/repositories/settlement-evidence';
import { settleSweep } from '../../../src/workers/settle-sweep';
import { A, B, C } from '../../unit/domain/setup';
import { confirmed, D, dueTradesOfTest } from '../../support/due-trades';
import { confirmedWithNotes, keepingRows, NOTES_BYTES } from '../../support/long-texts';
import { testServices } from '../../support/service';

/** Pages of trades and settlements whose parties sent long texts. */

const { owner, store, replayTrade } = dueTradesOfTest();

/** Three settled trades. The first two have long texts. */
async function settleThree(): Promise<void> {
  for (const world of [confirmedWithNotes(A, B), confirmedWithNotes(C, D), confirmed()]) await replayTrade(world);
  await settleSweep(store(), testServices()).run();
  await settleSweep(store(), testServices()).run();
}

test('should read a page of audited rows up to a limit of bytes', async () => {
  const { db, rows } = keepingRows(owner());
  const check = rowCheck<{ id: number }>(
    { id: 'T1', title: 'numbers' },
    {
      ids: 'SELECT n AS id, CASE n WHEN 3 THEN 1000 ELSE 40 END AS bytes FROM generate_series(1, 6) n ORDER BY n',
      rows: 'SELECT id FROM unnest($1::int[]) id',
    },
    ({ id }) => [String(id)],
    100,
  );
  await owner().sql('BEGIN');
  const findings = await check.run(db);
  await owner().sql('COMMIT');
  expect(findings.map(({ detail }) => detail)).toEqual(['1', '2', '3', '4', '5', '6']);
  const pages = rows.filter((page) => page.length > 0 && page.every((row) => !('bytes' in row)));
  expect(pages).toEqual([[{ id: 1 }, { id: 2 }], [{ id: 3 }], [{ id: 4 }, { id: 5 }], [{ id: 6 }]]);
});

test.each([tradesProjected, settlementsRecomputed])(
  'should count the bytes of the texts for check $id',
  async (check) => {
    await settleThree();
    const { db, rows } = keepingRows(owner());
    expect(await audit(db, [check])).toEqual([]);
    const bytes = rows.flat().flatMap((row) => ('bytes' in row ? [Number(row.bytes)] : []));
    expect(bytes.filter((one) => one > NOTES_BYTES)).toHaveLength(2);
    expect(bytes.filter((one) => one < NOTES_BYTES)).toHaveLength(1);
  },
);

test('should read the evidence of a backtest in pages up to a limit of bytes', async () => {
  await settleThree();
  const read = async (maxBytes: number) => {
    const { db, rows } = keepingRows(store());
    const until = new Date((await store().now()).getTime() + 60_000);
    const evidence: string[] = [];
    for await (const one of settlementEvidence(db, new Date(0), until, maxBytes)) evidence.push(one);
    return { evidence, pages: rows.map((page) => page.length).filter((length) => length > 0) };
  };
  const one = await read(100 * NOTES_BYTES);
  expect(one.pages).toEqual([3]);
  const many = await read(NOTES_BYTES);
  expect(many.pages).toEqual([1, 1, 1]);
  expect(many.evidence).toEqual(one.evidence);
});
