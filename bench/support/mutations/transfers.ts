import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import type { Connection } from '../database';
import { exchange } from '../http';

const ACCOUNTS = 512;

/** Creates the peer's transfer tables, with accounts that never run out. */
export async function seedAccounts(db: Connection): Promise<string[]> {
  await db.query({ text: 'CREATE TABLE bench_account (account_id uuid PRIMARY KEY, balance bigint NOT NULL)' });
  await db.query({
    text: 'CREATE TABLE bench_transfer (transfer_id uuid PRIMARY KEY, amount bigint NOT NULL, created_at timestamptz NOT NULL)',
  });
  await db.query({
    text: `CREATE TABLE bench_entry (
      transfer_id uuid REFERENCES bench_transfer, account_id uuid REFERENCES bench_account,
      amount bigint NOT NULL, balance_after bigint NOT NULL, PRIMARY KEY (transfer_id, account_id))`,
  });
  await db.query({ text: 'GRANT SELECT, INSERT, UPDATE ON bench_account, bench_transfer, bench_entry TO ats_app' });
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID());
  await db.query({
    text: 'INSERT INTO bench_account SELECT id, 1000000000000 FROM unnest($1::uuid[]) AS id',
    values: [accounts],
  });
  return accounts;
}

const TRANSFER = `mutation ($from: ID!, $to: ID!, $amount: Int!) {
  transfer(from: $from, to: $to, amount: $amount) { accountId balance } }`;

/** Sends one transfer between two random accounts. */
export function transferring(url: string, agent: Agent, accounts: readonly string[]): () => Promise<void> {
  return async () => {
    const first = Math.floor(Math.random() * accounts.length);
    const second = (first + 1 + Math.floor(Math.random() * (accounts.length - 1))) % accounts.length;
    const variables = { from: accounts[first], to: accounts[second], amount: 1 };
    const body = JSON.stringify({ query: TRANSFER, variables });
    const { status, text } = await exchange(agent, 'POST', url, { 'content-type': 'application/json' }, body);
    if (status !== 200 || text.includes('"errors"')) throw new Error(`${String(status)} ${text}`);
  };
}

/** Findings after the run. Each transfer must add up to zero, and each balance must equal its entries. */
export async function wrongTransfers(db: Connection): Promise<string[]> {
  const [row] = await db.query<{ sum: string; off: string }>({
    text: `SELECT (SELECT coalesce(sum(amount), 0)::text FROM bench_entry) AS sum,
      (SELECT count(*)::text FROM bench_account a WHERE balance <> 1000000000000 +
        (SELECT coalesce(sum(amount), 0) FROM bench_entry e WHERE e.account_id = a.account_id)) AS off`,
  });
  return row?.sum === '0' && row.off === '0' ? [] : [`the peer's transfers do not add up: ${JSON.stringify(row)}`];
}
