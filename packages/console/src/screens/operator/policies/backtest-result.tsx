import type * as Schema from '../../../../../client/src/schema';
import type { PolicyBacktestQuery } from '../../../api/document-types';
import { Money } from '../../../ui/money';
import { Empty } from '../../../ui/notice';
import { type Column, Table } from '../../../ui/table';
import { formatExact } from '../../../ui/time';

type Backtest = NonNullable<PolicyBacktestQuery['policyBacktest']>;
type Stamps = Backtest['stamps'];
type Gap = Backtest['notComparable'][number];

interface Row {
  readonly name: string;
  readonly trades: number;
  readonly stamps: Stamps;
}

/** Why a settlement cannot be compared. */
const reasons: Readonly<Record<Schema.BacktestGap, string>> = {
  EARLIER_STEP: 'A step that passed would not have passed, so the rest of the trade is unknown.',
  NOT_ENDED: 'The trade would not have ended at that time.',
  REBUTTALS: 'The evidence has no times of rebuttals.',
  RULING: 'The verdict is a coverage, which the candidate does not have.',
  RECORD: 'The evidence has no record, or only a part of it, of the principal that would be at fault.',
  INVALID: 'The evidence cannot be computed. Run npx ats audit.',
};

const gain = (head: string, of: keyof Stamps): Column<Row> => ({
  head,
  cell: ({ stamps }) => <Money stamps={stamps[of]} isChange isBare />,
  isAmount: true,
});
const columns: readonly Column<Row>[] = [
  { head: 'Failure class', cell: ({ name }) => name },
  { head: 'Trades', cell: ({ trades }) => <span className="tabular-nums">{trades}</span>, isAmount: true },
  gain('Provider', 'provider'),
  gain('Consumer', 'consumer'),
  gain('Others', 'other'),
  gain('Slash pool', 'slashPool'),
];
const gapColumns: readonly Column<Gap>[] = [
  { head: 'Reason', cell: ({ reason }) => reasons[reason] },
  { head: 'Trades', cell: ({ settlements }) => <span className="tabular-nums">{settlements}</span>, isAmount: true },
];

const className = (failureClass: string | null): string => failureClass ?? 'no failure';

function rowsOf({ byClass, changed, stamps }: Backtest): Row[] {
  const rows = byClass.map(({ from, to, ...row }) => ({
    ...row,
    name: from === to ? `${className(from)} stays ${className(to)}` : `${className(from)} becomes ${className(to)}`,
  }));
  return rows.length > 1 ? [...rows, { name: 'All changed trades', trades: changed, stamps }] : rows;
}

const trades = (count: number): string => (count === 1 ? '1 trade' : `${count.toLocaleString('en')} trades`);

const gapsOf = ({ settlements, changed, unchanged }: Backtest): number => settlements - changed - unchanged;

function summaryOf(result: Backtest): string {
  const { changed, policyVersion } = result;
  const none = gapsOf(result) > 0 ? 'No comparable trade' : 'No trade';
  const subject = changed === 0 ? none : trades(changed);
  return `${subject} would settle differently under ${policyVersion}.`;
}

/** What a candidate policy would have changed. */
export function BacktestResult({ result }: { readonly result: Backtest }) {
  const { settlements, changed, unchanged, notComparable, since, until } = result;
  const period = `from ${formatExact(since)} to before ${formatExact(until)}`;
  if (settlements === 0) {
    return (
      <Empty title="No trade was settled in this period">
        The period is {period}. Choose an earlier start or a later end.
      </Empty>
    );
  }
  const gaps = gapsOf(result);
  return (
    <div className="space-y-4">
      <div>
        <p className="text-lg font-semibold">{summaryOf(result)}</p>
        <p className="text-muted">
          Compared: {trades(settlements)}, settled {period}. The same under both: {unchanged.toLocaleString('en')}. Not
          comparable: {gaps.toLocaleString('en')}.
        </p>
      </div>
      {changed > 0 && (
        <>
          <Table
            caption="Changed trades by failure class, with gains in stamps"
            columns={columns}
            rows={rowsOf(result)}
            keyOf={({ name }) => name}
          />
          <p className="text-sm text-muted">
            Gains are in stamps, under the candidate instead of the policy of each trade. Provider and consumer are
            those of the step at which a trade ended. Each row adds up to 0.
          </p>
        </>
      )}
      {gaps > 0 && (
        <Table
          caption="Trades that cannot be compared"
          columns={gapColumns}
          rows={notComparable}
          keyOf={({ reason }) => reason}
        />
      )}
    </div>
  );
}
