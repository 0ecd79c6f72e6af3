import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import type { LedgerPageQuery, LedgerPageQueryVariables } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { problemOf, type Problem } from '../../api/problem';
import { LedgerPage } from './ledger.documents';

type Page = NonNullable<LedgerPageQuery['principal']>['postings'];
export type Posting = Page['nodes'][number];

/** A count costs as much as many rows, so more rows would make the first answer a large one. */
const NEWEST_ROWS = 50;
const OLDER_ROWS = 200;

/** The rows that were read, newest first and without a gap. */
interface List {
  readonly rows: readonly Posting[];
  readonly endCursor: string | null;
  readonly hasMore: boolean;
}

const NOTHING: List = { rows: [], endCursor: null, hasMore: false };

/** Joins the newest page with the list. A posting never changes, so a row of both joins them. */
function withNewest(list: List, { nodes, pageInfo }: Page): List {
  // A page compares a part of the postings. Without a match in the newest ones, the list goes on where it was.
  if (nodes.length === 0 && pageInfo.hasNextPage && list.endCursor !== null) return list;
  const oldest = nodes.at(-1)?.postingKey;
  const at = list.rows.findIndex(({ postingKey }) => postingKey === oldest);
  if (at >= 0) return { ...list, rows: [...nodes, ...list.rows.slice(at + 1)] };
  return { rows: nodes, endCursor: pageInfo.endCursor, hasMore: pageInfo.hasNextPage };
}

/** The rows of the ledger that were read so far. */
export interface Postings {
  readonly rows: readonly Posting[];
  /** Undefined before the first answer. */
  readonly total: number | undefined;
  /** Whether `total` counts all rows. */
  readonly isExact: boolean;
  /** Whether older postings are still to be compared with the filter. */
  readonly hasMore: boolean;
  readonly problem: Problem | undefined;
  /** Reads the next older rows, if there are any. */
  readonly readMore: () => void;
}

/** Reads the postings that fit a filter: the newest live, and older ones on demand. */
export function usePostings(principalKey: string, filter: LedgerPageQueryVariables['filter']): Postings {
  const client = useClient();
  const common = { principalKey, filter: filter ?? null };
  const newest = useLive(LedgerPage, { ...common, first: NEWEST_ROWS, after: null, isCounted: true });
  const page = newest.data?.principal?.postings;
  const [newestPage, setNewestPage] = useState<Page>();
  const [list, setList] = useState(NOTHING);
  const [problem, setProblem] = useState<Problem>();
  const isReading = useRef(false);
  if (page && page !== newestPage) {
    setNewestPage(page);
    setList(withNewest(list, page));
  }
  const { endCursor, hasMore } = list;
  const variables = JSON.stringify({ ...common, first: OLDER_ROWS, after: endCursor, isCounted: false });
  const readMore = useCallback(() => {
    if (isReading.current || !hasMore) return;
    isReading.current = true;
    setProblem(undefined);
    const read = client.query<LedgerPageQuery>(LedgerPage, JSON.parse(variables) as LedgerPageQueryVariables, {
      requestPolicy: 'network-only',
    });
    void read.toPromise().then(({ data, error }) => {
      isReading.current = false;
      const older = data?.principal?.postings;
      if (error) setProblem(problemOf(error));
      // The list can have begun again meanwhile, at newer rows.
      if (older) setList((now) => (now.endCursor === endCursor ? withOlder(now, older) : now));
    });
  }, [client, variables, hasMore, endCursor]);
  return {
    rows: list.rows,
    total: page?.totalCount,
    isExact: page?.totalCountIsExact === true,
    hasMore,
    problem: newest.problem ?? problem,
    readMore,
  };
}

const withOlder = ({ rows }: List, { nodes, pageInfo }: Page): List => ({
  rows: [...rows, ...nodes],
  endCursor: pageInfo.endCursor,
  hasMore: pageInfo.hasNextPage,
});
