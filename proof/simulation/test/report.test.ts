import { assess, offenders } from '../report/assess';
import { chart } from '../report/chart';
import type { Holder } from '../report/result';
import { escaped, ticks } from '../report/svg';
import { report, table } from '../report/text';
import { holder, resultOf } from './support';

const honest = [0, 1, 2].map((index) => holder(index, 'honest provider', { stamps: 100 + index }));

/** Twenty silent providers: four with each of these profits. Three honest ones have 101 on average. */
function silent(...stamps: number[]): Holder[] {
  const all = [...stamps, ...stamps, ...stamps, ...stamps];
  return [...honest, ...all.map((own, nth) => holder(3 + nth, 'silent provider', { stamps: own }))];
}

const verdicts = (holders: readonly Holder[]) =>
  assess(resultOf(holders))
    .filter(({ verdict }) => verdict !== 'honest')
    .map(({ name, verdict }) => [name, verdict]);

describe('the verdict', () => {
  test('a strategy profits if it leads the honest holders of its segments by more than chance', () => {
    expect(verdicts(silent(300, 310, 305, 295, 300))).toEqual([['silent provider', 'profits']]);
    expect(offenders(assess(resultOf(silent(300, 310, 305, 295, 300)))).map(({ name }) => name)).toEqual([
      'silent provider',
    ]);
  });

  test('a strategy that leads by chance or is behind does not profit', () => {
    expect(verdicts(silent(0, 300, 110, 90, 130))).toEqual([['silent provider', 'no better']]);
    expect(verdicts(silent(300, 310))).toEqual([['silent provider', 'no better']]);
    expect(verdicts(silent(-100, -110, -90, -95, -100))).toEqual([['silent provider', 'loses']]);
  });

  test('a strategy is compared with its own segment only', () => {
    const elsewhere = silent(300, 310, 305, 295, 300).map((one) =>
      one.strategy === 'silent provider' ? { ...one, segment: 'provider 9.0' } : one,
    );
    const rich = [0, 1, 2].map((nth) => holder(100 + nth, 'honest provider', { segment: 'provider 9.0', stamps: 900 }));
    expect(verdicts([...elsewhere, ...rich])).toEqual([['silent provider', 'loses']]);
  });

  test('a strategy profits if its breaches gained over its word in total', () => {
    const breaking = (...gains: number[]) => [...honest, holder(3, 'late provider', { gains })];
    expect(verdicts(breaking(-50, 60))).toEqual([['late provider', 'profits']]);
    expect(verdicts(breaking(-60, 50))).toEqual([['late provider', 'loses']]);
    expect(verdicts(breaking(0, 0))).toEqual([['late provider', 'free']]);
    expect(verdicts(breaking())).toEqual([['late provider', 'no better']]);
  });

  test('a breach that gains over all of the work and not over its word is named, and does not profit', () => {
    const holders = [...honest, holder(3, 'griefing provider', { gains: [-12], gainsOverAll: [3] })];
    expect(verdicts(holders)).toEqual([['griefing provider', 'loses']]);
    expect(report(resultOf(holders))).toContain('less than the work that the terms ask for: griefing provider.');
  });

  test('conduct within the terms is reported and is no breach', () => {
    const holders = [...honest, holder(3, 'threshold provider', { gains: [0], gainsOverAll: [40] })];
    expect(verdicts(holders)).toEqual([['threshold provider', 'terms']]);
    expect(report(resultOf(holders))).toContain('No strategy profits from breaking its word.');
  });

  test('a colluding pair counts as one, with the gains and losses of both halves', () => {
    const consumers = [10, 11].map((index) => holder(index, 'honest consumer', { value: 50 }));
    const halves = Array.from({ length: 20 }, (_, nth) => nth).flatMap((nth) => [
      holder(20 + nth, 'colluding provider', { stamps: -200 + nth, partner: 50 + nth }),
      holder(50 + nth, 'colluding consumer', { stamps: 400, partner: 20 + nth }),
    ]);
    const [pair] = assess(resultOf([...honest, ...consumers, ...halves])).filter(({ held }) => held === 20);
    expect(pair).toMatchObject({ name: 'colluding pair', profit: 209.5, honest: 151, ahead: 58.5, verdict: 'profits' });
  });
});

describe('the report', () => {
  test('says if the ledger does not balance or settlements differ from the model', () => {
    const broken = resultOf(honest, {
      findings: [{ check: 'I1', detail: '5 stamps too many' }],
      honestTrades: { trades: 9, off: 2 },
    });
    expect(report(broken)).toContain('The books DO NOT balance: 1 findings.\n  I1: 5 stamps too many');
    expect(report(broken)).toContain('In 2 of 9 trades in which both kept their word a party DID NOT get');
  });

  test('counts every class of outcome and every refusal', () => {
    const trade = { day: 0, failureClass: null, failureCause: null, faultOf: null, price: 100, slashed: 0 };
    const fault = { ...trade, failureClass: 'F5' as const, failureCause: 'no_checkpoint' as const, slashed: 10 };
    const text = report(
      resultOf(honest, {
        settled: [trade, trade, trade, fault],
        calls: [
          ['submitCheckpoint ok', 3],
          ['submitCheckpoint trade_state_conflict', 1],
        ],
      }),
    );
    expect(text).toMatch(/completed +3 +75\.0 % +300 +0\n/);
    expect(text).toMatch(/F5 no checkpoint +1 +25\.0 % +100 +10\n/);
    expect(text).toMatch(/submitCheckpoint +3 +1 trade_state_conflict\n/);
  });

  test('columns are as wide as their widest cell', () => {
    expect(
      table(
        ['a', 'b'],
        [
          ['long', 1],
          ['x', 100],
        ],
      ),
    ).toBe('  a       b\n  ----  ---\n  long    1\n  x     100');
  });
});

describe('the chart', () => {
  test('is well-formed and has a bar for every strategy and every day', () => {
    const trade = { failureClass: null, failureCause: null, faultOf: null, price: 100, slashed: 0 };
    const settled = [0, 1, 4].map((day) => ({ day, ...trade }));
    const picture = chart(resultOf(silent(1, 2), { settled }));
    expect(picture).toContain('>silent provider</text>');
    expect(picture.match(/fill="#9ccc9c"/g)).toHaveLength(3 + 1);
    const open = [...picture.matchAll(/<([a-z]+)[^>]*[^/]>/g)].length;
    expect([...picture.matchAll(/<\/[a-z]+>/g)]).toHaveLength(open);
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('escapes text and attributes', () => {
    expect(escaped(`<a href="x">&</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;');
  });

  test('axes have round marks that cover all values and zero', () => {
    expect(ticks(-265, 338)).toEqual([-300, -200, -100, 0, 100, 200, 300, 400]);
    expect(ticks(0, 37)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40]);
    expect(ticks(0, 1)).toEqual([0, 1]);
    expect(ticks(5, 5)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
