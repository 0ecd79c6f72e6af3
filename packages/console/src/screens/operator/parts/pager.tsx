import { useFilters } from '../../../shell/principal';
import { Button } from '../../../ui/button';
import { type Page, useNextMatch } from '../../../shell/pages';

interface Props extends Page {
  /** The name of the cursor in the address. */
  readonly param?: string;
  readonly total: number;
  readonly isExact?: boolean;
  /** What is counted: “Trades”. */
  readonly noun: string;
}

/** The total of a list, and the steps through its pages. The cursor is in the address. */
export function Pager({ param = 'after', total, isExact = true, nodes, pageInfo, noun }: Props) {
  const [filters, setFilters] = useFilters();
  useNextMatch({ nodes, pageInfo }, (after) => setFilters({ [param]: after }));
  const isFirst = filters[param] === undefined;
  return (
    <nav aria-label={`Pages: ${noun}`} className="mt-3 flex flex-wrap items-center gap-3 text-sm">
      <p className="text-muted">
        {noun}: {isExact ? '' : 'more than '}
        {total}
      </p>
      {!isFirst && <Button onClick={() => setFilters({ [param]: undefined })}>First page</Button>}
      {pageInfo.hasNextPage && pageInfo.endCursor !== null && (
        <Button onClick={() => setFilters({ [param]: pageInfo.endCursor ?? undefined })}>Next page</Button>
      )}
    </nav>
  );
}
