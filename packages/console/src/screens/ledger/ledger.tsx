import { useLive } from '../../api/hooks';
import { useFilters, usePrincipal } from '../../shell/principal';
import { PageHeader } from '../../ui/card';
import { Empty, ProblemNotice, Ready } from '../../ui/notice';
import { Button } from '../../ui/button';
import { Pages } from '../../ui/pages';
import { Table } from '../../ui/table';
import { columns } from './columns';
import { useCsv } from './csv';
import { filterOf, LedgerFilters } from './filters';
import { LedgerPage } from './ledger.documents';

/** A count costs as much as many rows, so more rows would make the answer a large one. */
const PAGE_ROWS = 30;

/** The postings of the principal's balances. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const [filters, setFilters] = useFilters();
  const { after } = filters;
  const filter = filterOf(filters);
  const page = useLive(LedgerPage, { principalKey, first: PAGE_ROWS, after: after ?? null, filter, isCounted: true });
  const csv = useCsv(principalKey, filter);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader
        title="Ledger"
        actions={
          <Button isBusy={csv.isRunning} onClick={() => void csv.run()}>
            {csv.isRunning ? `Reading, ${String(csv.rows)} rows` : 'Download CSV'}
          </Button>
        }
      >
        Every movement of stamps, newest first. The file has all postings that fit the filters.
      </PageHeader>
      <LedgerFilters filters={filters} onChange={(change) => setFilters({ ...change, after: undefined })} />
      {csv.problem && <ProblemNotice problem={csv.problem} />}
      <Ready of={page} lines={10}>
        {({ principal }) =>
          principal && (
            <>
              {principal.postings.nodes.length === 0 ? (
                <Empty title={isFiltered ? 'No posting fits these filters' : 'Nothing was posted yet'}>
                  {isFiltered ? 'Change or clear them.' : 'Buy tickets under Wallet and tickets, and they appear here.'}
                </Empty>
              ) : (
                <Table
                  caption="Postings, newest first"
                  columns={columns}
                  rows={principal.postings.nodes}
                  keyOf={({ postingKey }) => postingKey}
                />
              )}
              <Pages
                of={principal.postings}
                nouns={['posting', 'postings']}
                after={after}
                onGo={(cursor) => setFilters({ after: cursor })}
              />
            </>
          )
        }
      </Ready>
    </>
  );
}
