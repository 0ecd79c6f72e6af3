import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useLive } from '../../api/hooks';
import { problemOf, type Problem } from '../../api/problem';
import { LedgerPage, type LedgerPageQuery, type LedgerPageQueryVariables } from './ledger.documents';

type Page = NonNullable<LedgerPageQuery['principal']>['postings'];
export type Posting = Page['nodes'][number];

/** A count costs as much as many rows, so more rows would make the first answer a large one. */
const NEWEST_ROWS = 50;
const OLDER_ROWS = 200;

/** The rows that were read, newest first and without a gap. */
interface Known {
  readonly rows: readonly Posting[];
  readonly endCursor: string | null;
  readonly hasMore: boolean;
}

const NOTHING: Known = { rows: [], endCursor: null, hasMore: false };

/** Joins the newest page with the known rows. A posting never changes, so a row of both joins them. */
function withNewest(known: Known, { nodes, pageInfo }: Page): Known {
  const oldest = nodes.at(-1)?.postingKey;
  const at = known.rows.findIndex(({ postingKey }) => postingKey === oldest);
  if (at >= 0) return { ...known, rows: [...nodes, ...known.rows.slice(at + 1)] };
  return { rows: nodes, endCursor: pageInfo.endCursor, hasMore: pageInfo.hasNextPage };
}

/** The rows of the ledger that were read so far. */
export interface Postings {
  readonly rows: readonly Posting[];
  /** Undefined before the first answer. */
  readonly total: number | undefined;
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
  const [joined, setJoined] = useState<Page>();
  const [known, setKnown] = useState(NOTHING);
  const [problem, setProblem] = useState<Problem>();
  const isReading = useRef(false);
  if (page && page !== joined) {
    setJoined(page);
    setKnown(withNewest(known, page));
  }
  const { endCursor, hasMore } = known;
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
      if (older) setKnown((now) => (now.endCursor === endCursor ? withOlder(now, older) : now));
    });
  }, [client, variables, hasMore, endCursor]);
  return { rows: known.rows, total: page?.totalCount, problem: newest.problem ?? problem, readMore };
}

const withOlder = ({ rows }: Known, { nodes, pageInfo }: Page): Known => ({
  rows: [...rows, ...nodes],
  endCursor: pageInfo.endCursor,
  hasMore: pageInfo.hasNextPage,
});
