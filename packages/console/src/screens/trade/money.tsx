import { words } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { Trade } from './types';

type Posting = Trade['postings']['nodes'][number];

const BAR_WIDTH = 160;

/** What the trade moved on the own accounts, oldest first, with the sum so far. */
export function TradeMoney({ postings }: { readonly postings: readonly Posting[] }) {
  if (postings.length === 0) return null;
  const oldest = postings.toReversed();
  let sum = 0;
  const rows = oldest.map((posting) => {
    const before = sum;
    sum += posting.amountStamps;
    return { posting, before, after: sum };
  });
  const values = rows.flatMap(({ before, after }) => [before, after]);
  const scale = { least: Math.min(0, ...values), most: Math.max(0, ...values) };
  return (
    <Card title="Money of this trade">
      <Table
        caption="Postings of this trade on your accounts"
        keyOf={({ posting }) => posting.postingKey}
        rows={rows}
        columns={[
          { head: 'When', cell: ({ posting }) => <Time at={posting.createdAt} /> },
          { head: 'What', cell: ({ posting }) => words(posting.kind) },
          { head: 'Account', cell: ({ posting }) => words(posting.account) },
          { head: 'Course', cell: ({ before, after }) => <Waterfall before={before} after={after} {...scale} /> },
          {
            head: 'Stamps',
            isAmount: true,
            cell: ({ posting }) => <Money isBare isChange stamps={posting.amountStamps} />,
          },
          { head: 'Sum', isAmount: true, cell: ({ after }) => <Money isBare stamps={after} /> },
        ]}
      />
    </Card>
  );
}

interface Range {
  readonly before: number;
  readonly after: number;
  readonly least: number;
  readonly most: number;
}

function Waterfall({ before, after, least, most }: Range) {
  const x = (value: number): number => ((value - least) / Math.max(1, most - least)) * BAR_WIDTH;
  const [from, to] = [Math.min(x(before), x(after)), Math.max(x(before), x(after))];
  return (
    <svg aria-hidden="true" width={BAR_WIDTH} height="14" className="hidden sm:block">
      <line x1={x(0)} x2={x(0)} y1="0" y2="14" className="stroke-line" />
      <rect
        x={from}
        y="3"
        width={Math.max(2, to - from)}
        height="8"
        className={after < before ? 'fill-bad' : 'fill-good'}
      />
    </svg>
  );
}
