import { Button } from '../../ui/button';
import { counted } from './party';

interface Props {
  readonly page: {
    readonly totalCount: number;
    readonly totalCountIsExact: boolean;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  };
  /** The noun of a row: `trade`. */
  readonly noun: string;
  readonly after: string | undefined;
  /** Shows the page after this cursor; undefined: the first page. */
  readonly onPage: (after: string | undefined) => void;
}

/** The number of rows of a list, and buttons to its other pages. */
export function Pages({ page: { totalCount, totalCountIsExact, pageInfo }, noun, after, onPage }: Props) {
  const { hasNextPage, endCursor } = pageInfo;
  return (
    <nav aria-label={`Pages of ${noun}s`} className="mt-3 flex flex-wrap items-center justify-between gap-2">
      <p className="text-sm text-muted" aria-live="polite">
        {totalCountIsExact ? '' : 'More than '}
        {counted(totalCount, noun)}
      </p>
      {(after !== undefined || hasNextPage) && (
        <div className="flex gap-2">
          <Button disabled={after === undefined} onClick={() => onPage(undefined)}>
            First page
          </Button>
          <Button disabled={!hasNextPage || !endCursor} onClick={() => onPage(endCursor ?? undefined)}>
            Next page
          </Button>
        </div>
      )}
    </nav>
  );
}
