import { useEffect } from 'react';
import { useFilters, usePrincipal } from '../../shell/principal';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/card';
import { LongTable } from '../../ui/long-table';
import { formatStamps } from '../../ui/money';
import { Empty, ProblemNotice, Skeleton } from '../../ui/notice';
import { columns } from './columns';
import { useCsv } from './csv';
import { filterOf, LedgerFilters } from './filters';
import { usePostings } from './postings';

type Filter = ReturnType<typeof filterOf>;

/** The postings of the principal's balances. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const [filters, setFilters] = useFilters();
  const filter = filterOf(filters);
  const csv = useCsv(principalKey, filter);
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
      <LedgerFilters filters={filters} onChange={setFilters} />
      {csv.problem && <ProblemNotice problem={csv.problem} />}
      <List key={JSON.stringify(filter)} principalKey={principalKey} filter={filter} />
    </>
  );
}

/** The rows of one filter. */
function List({ principalKey, filter }: { readonly principalKey: string; readonly filter: Filter }) {
  const { rows, total, isExact, hasMore, problem, readMore } = usePostings(principalKey, filter);
  const isFiltered = Object.keys(filter).length > 0;
  if (total === undefined) return problem ? <ProblemNotice problem={problem} /> : <Skeleton lines={10} />;
  if (rows.length === 0 && hasMore) return problem ? <ProblemNotice problem={problem} /> : <Search goOn={readMore} />;
  if (rows.length === 0) {
    return (
      <Empty title={isFiltered ? 'No posting fits these filters' : 'Nothing was posted yet'}>
        {isFiltered ? 'Change or clear them.' : 'Buy tickets under Wallet and tickets, and they appear here.'}
      </Empty>
    );
  }
  return (
    <>
      <LongTable
        caption="Postings, newest first"
        columns={columns}
        rows={rows}
        keyOf={({ postingKey }) => postingKey}
        total={isExact ? total : undefined}
        onNearEnd={readMore}
      />
      <p className="mt-3 text-sm text-muted" aria-live="polite">
        {formatStamps(total)} {isExact ? '' : 'or more '}
        {total === 1 ? 'posting' : 'postings'}
      </p>
      {problem && (
        <div className="mt-3 space-y-2">
          <ProblemNotice problem={problem} />
          <Button onClick={readMore}>Read the older postings again</Button>
        </div>
      )}
    </>
  );
}

/** Compares older postings until one fits. */
function Search({ goOn }: { readonly goOn: () => void }) {
  useEffect(goOn, [goOn]);
  return <Skeleton lines={10} />;
}
