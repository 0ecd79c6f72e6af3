import { type Page, useNextMatch } from '../../../shell/pages';
import { useFilters } from '../../../shell/principal';
import { Button } from '../../../ui/button';
import { Empty } from '../../../ui/notice';

interface Props {
  /** The page as the service answered it. */
  readonly of: Page & { readonly totalCount: number; readonly totalCountIsExact: boolean };
  /** The name of the cursor in the address. */
  readonly param?: string;
  /** What is counted: “Trades”. */
  readonly noun: string;
}

/** The total of a list, and the steps through its pages. The cursor is in the address. */
export function Pager({ of, param = 'after', noun }: Props) {
  const { totalCount, totalCountIsExact, pageInfo } = of;
  const [filters, setFilters] = useFilters();
  useNextMatch(of, (after) => setFilters({ [param]: after }));
  const isFirst = filters[param] === undefined;
  return (
    <nav aria-label={`Pages: ${noun}`} className="mt-3 flex flex-wrap items-center gap-3 text-sm">
      <p className="text-muted">
        {noun}: {totalCountIsExact ? '' : 'more than '}
        {totalCount}
      </p>
      {!isFirst && <Button onClick={() => setFilters({ [param]: undefined })}>First page</Button>}
      {pageInfo.hasNextPage && pageInfo.endCursor !== null && (
        <Button onClick={() => setFilters({ [param]: pageInfo.endCursor ?? undefined })}>Next page</Button>
      )}
    </nav>
  );
}

/** A later page of a list that has no row any more. */
export function EmptyPage() {
  return <Empty title="Nothing is left on this page">Others may have dealt with its rows. See the first page.</Empty>;
}
