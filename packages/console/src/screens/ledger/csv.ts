import { useState } from 'react';
import { type Client, useClient } from 'urql';
import type { LedgerPageQuery, LedgerPageQueryVariables } from '../../api/document-types';
import { problemOf, type Problem } from '../../api/problem';
import { download } from '../../ui/download';
import type { Posting } from './postings';
import { LedgerPage } from './ledger.documents';

type Filter = LedgerPageQueryVariables['filter'];

const PAGE_ROWS = 200;
/** The names of the columns, and their values. */
const COLUMNS: readonly (readonly [name: string, cell: (posting: Posting) => string | number])[] = [
  ['time', ({ createdAt }) => createdAt],
  ['kind', ({ kind }) => kind],
  ['account', ({ account }) => account],
  ['amount_stamps', ({ amountStamps }) => amountStamps],
  ['balance_after_stamps', ({ balanceAfterStamps }) => balanceAfterStamps],
  ['other_side', ({ counterpartyKind }) => counterpartyKind ?? 'PLATFORM'],
  ['trade_key', ({ tradeKey }) => tradeKey ?? ''],
  ['listing_key', ({ listing }) => listing?.listingKey ?? ''],
  ['listing_title', ({ listing }) => listing?.title ?? ''],
  ['posting_key', ({ postingKey }) => postingKey],
  ['transfer_key', ({ transferKey }) => transferKey],
];

interface CsvDownload {
  readonly run: () => Promise<void>;
  readonly isRunning: boolean;
  /** The number of rows that were read so far. */
  readonly rows: number;
  readonly problem: Problem | undefined;
}

/** Reads all postings that fit a filter, and saves them as a file. */
export function useCsv(principalKey: string, filter: Filter): CsvDownload {
  const client = useClient();
  const [state, setState] = useState<Omit<CsvDownload, 'run'>>({ isRunning: false, rows: 0, problem: undefined });
  const run = async (): Promise<void> => {
    setState({ isRunning: true, rows: 0, problem: undefined });
    const onRows = (rows: number): void => setState({ isRunning: true, rows, problem: undefined });
    const { postings, problem } = await readAll(client, principalKey, filter, onRows);
    if (!problem) download(`ledger-${principalKey}.csv`, csvOf(postings), 'text/csv');
    setState({ isRunning: false, rows: 0, problem });
  };
  return { ...state, run };
}

type Page = NonNullable<LedgerPageQuery['principal']>['postings'];

async function readAll(
  client: Client,
  principalKey: string,
  filter: Filter,
  onRows: (rows: number) => void,
): Promise<{ readonly postings: readonly Posting[]; readonly problem: Problem | undefined }> {
  const postings: Posting[] = [];
  let after: string | null = null;
  do {
    const { page, problem } = await readPage(client, {
      principalKey,
      first: PAGE_ROWS,
      after,
      filter: filter ?? null,
      isCounted: false,
    });
    if (!page) return { postings, problem };
    postings.push(...page.nodes);
    onRows(postings.length);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return { postings, problem: undefined };
}

async function readPage(
  client: Client,
  variables: LedgerPageQueryVariables,
): Promise<{ readonly page?: Page | undefined; readonly problem?: Problem | undefined }> {
  const { data, error } = await client
    .query<LedgerPageQuery>(LedgerPage, variables, { requestPolicy: 'network-only' })
    .toPromise();
  return error ? { problem: problemOf(error) } : { page: data?.principal?.postings };
}

/** Writes postings as CSV (RFC 4180). */
export function csvOf(postings: readonly Posting[]): string {
  const head = COLUMNS.map(([name]) => name);
  const rows = postings.map((posting) => COLUMNS.map(([, cell]) => cell(posting)));
  return [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** A spreadsheet would run a text that begins like a formula, so it gets an apostrophe before it. */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
