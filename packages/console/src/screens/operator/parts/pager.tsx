import { useFilters } from '../../../shell/principal';
import { Button } from '../../../ui/button';

interface Props {
  /** The name of the cursor in the address. */
  readonly param?: string;
  readonly total: number;
  readonly isExact?: boolean;
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  /** What is counted: “Trades”. */
  readonly noun: string;
}

/** The total of a list, and the steps through its pages. The cursor is in the address. */
export function Pager({ param = 'after', total, isExact = true, pageInfo, noun }: Props) {
  const [filters, setFilters] = useFilters();
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
