import { useEffect } from 'react';
import { Button } from '../ui/button';
import { formatStamps } from '../ui/money';
import { useFilters } from './principal';

/** The service counts up to here, where it does not say whether the count is exact. */
const MAX_COUNT = 10_000;

/** A page of a list. */
export interface Page {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Goes on if a page is empty and has a next one: a search compares a bounded number of rows for each page. */
export function useNextMatch({ nodes, pageInfo }: Page, onGo: (after: string) => void): void {
  const next = nodes.length === 0 && pageInfo.hasNextPage ? pageInfo.endCursor : null;
  useEffect(() => {
    if (next !== null) onGo(next);
    // A new function is not a new page.
  }, [next]);
}

interface Props {
  /** The page as the service answered it. */
  readonly of: Page & {
    /** Absent if it was not asked for. */
    readonly totalCount?: number;
    readonly totalCountIsExact?: boolean;
  };
  /** The word for one row, and for several. */
  readonly nouns: readonly [one: string, several: string];
  /** The name of the cursor in the address. */
  readonly param?: string;
}

/** The number of rows of a list, and the ways to its other pages. The cursor is in the address. */
export function Pages({ of, nouns, param = 'after' }: Props) {
  const [{ [param]: after }, setFilters] = useFilters();
  const onGo = (cursor: string | undefined): void => setFilters({ [param]: cursor });
  const { totalCount = 0, pageInfo } = of;
  const { totalCountIsExact: isExact = totalCount < MAX_COUNT } = of;
  useNextMatch(of, onGo);
  if (totalCount === 0 && after === undefined && !pageInfo.hasNextPage) return null;
  const noun = totalCount === 1 ? nouns[0] : nouns[1];
  return (
    <nav aria-label={`Pages of ${nouns[1]}`} className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm">
      <p className="text-muted" aria-live="polite">
        {formatStamps(totalCount)} {isExact ? '' : 'or more '}
        {noun}
      </p>
      {(after !== undefined || pageInfo.hasNextPage) && (
        <div className="flex gap-2">
          <Button disabled={after === undefined} onClick={() => onGo(undefined)}>
            First page
          </Button>
          <Button disabled={!pageInfo.hasNextPage} onClick={() => onGo(pageInfo.endCursor ?? undefined)}>
            Next page
          </Button>
        </div>
      )}
    </nav>
  );
}
