import type { TradesQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { Pages } from '../../shell/pages';
import { TextLink, useFilters, usePrincipal } from '../../shell/principal';
import { PageHeader } from '../../ui/card';
import { Empty, Ready } from '../../ui/notice';
import { type Tab, Tabs } from '../trading/tabs';
import { TradeTable } from '../trading/trade-table';
import { TradeFilters } from './filters';
import { selectionOf } from './selection';
import { Trades } from './trades.documents';

type Listed = NonNullable<TradesQuery['principal']>;

const EMPTY: Readonly<Record<string, readonly [title: string, hint: string]>> = {
  '': ['No open trade fits', 'A trade begins when an accepted proposal is turned into one.'],
  awaiting: ['No trade waits for you', 'A trade comes here when you can do its next act.'],
  settled: ['No settled trade fits', 'Every trade ends with a settlement, and is then listed here.'],
  all: ['No trade fits', 'A trade begins when an accepted proposal is turned into one.'],
};

function tabsOf({ open, awaiting, settled, every }: Listed): readonly Tab[] {
  return [
    { view: '', name: 'Open', count: open.totalCount },
    { view: 'awaiting', name: 'Waiting for you', count: awaiting.totalCount, isUrgent: true },
    { view: 'settled', name: 'Settled', count: settled.totalCount },
    { view: 'all', name: 'All', count: every.totalCount },
  ];
}

/** The trades of the principal: those with the next deadline first. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const [filters] = useFilters();
  const { filter, orderBy } = selectionOf(filters);
  const variables = { principalKey, filter, orderBy, after: filters['after'] ?? null };
  const loaded = useLive(Trades, variables);
  return (
    <>
      <PageHeader title="Trades">
        Accepted proposals, carried out step by step. Each deadline has a consequence.
      </PageHeader>
      <Ready of={loaded}>{({ principal }) => principal && <List of={principal} />}</Ready>
    </>
  );
}

function List({ of }: { readonly of: Listed }) {
  const { principalKey } = usePrincipal();
  const [{ view = '' }] = useFilters();
  const [title, hint] = EMPTY[view] ?? ['No trades', ''];
  return (
    <>
      <Tabs path="trades" label="Views of trades" tabs={tabsOf(of)} current={view} />
      <TradeFilters />
      {of.trades.nodes.length === 0 ? (
        <Empty title={title}>
          {hint} <TextLink to="proposals">Go to the proposals</TextLink>
        </Empty>
      ) : (
        <TradeTable caption="Trades" rows={of.trades.nodes} ownKey={principalKey} />
      )}
      <Pages of={of.trades} nouns={['trade', 'trades']} />
    </>
  );
}
