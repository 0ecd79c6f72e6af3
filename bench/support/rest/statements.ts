import { DataSource } from 'typeorm';
import { queryContext } from '../../../src/api/graphql/execution/context';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { GraphqlExecutor } from '../../../src/api/graphql/execution/executor';
import { createSchema } from '../../../src/api/graphql/schema';
import type { Services } from '../../../src/operations/context';
import { RequestBudget } from '../../../src/database/transactions/request-budget';
import { databaseClock } from '../../../src/database/connection/clock';
import { databaseOptions } from '../../../src/database/connection/data-source';
import type { Statement } from '../../../src/database/transactions/statement';
import { Database } from '../../../src/database/transactions/database';
import type { Party } from '../market';
import type { View } from './ask';

/** A prepared statement as it was sent, and what it was answered with. */
export interface Recorded {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Columns of text in which the statement made JSON. */
  readonly json: readonly string[];
}

// New, then known, then compiled: as it is for the callers.
const EXECUTIONS = 3;

/** Our own store, which keeps what it is asked. */
class Recording extends Database {
  private asked: Recorded[] = [];
  private isAsking = false;

  override async query<T>(statement: Statement): Promise<T[]> {
    // The floor asks one after the other: no slower than we do only where we do so too.
    if (this.isAsking) throw new Error('a read that sends two statements at once');
    this.isAsking = true;
    const rows = await super.query<T>(statement).finally(() => (this.isAsking = false));
    const { name, text, values = [] } = statement;
    if (name === undefined) throw new Error(`a read that is not prepared: ${text}`);
    this.asked.push({ name, text, values, json: jsonColumns(rows as object[]) });
    return rows;
  }

  /** What was asked since the last time. */
  take(): readonly Recorded[] {
    const { asked } = this;
    this.asked = [];
    return asked;
  }
}

function jsonColumns(rows: readonly object[]): string[] {
  const isJson = (value: unknown): boolean => value === null || (typeof value === 'string' && /^[[{]/.test(value));
  const entries = rows.map((row): Readonly<Record<string, unknown>> => ({ ...row }));
  return Object.keys(entries[0] ?? {}).filter((name) => entries.every((row) => isJson(row[name])));
}

/** What the service sends to the database for each view, in that order, when this party asks. */
export async function statementsOf(
  url: string,
  { principalId, credentialId, agentId }: Party,
  views: readonly View[],
): Promise<readonly (readonly Recorded[])[]> {
  const schema = createSchema();
  const documents = new DocumentCache(schema);
  const executor = new GraphqlExecutor(schema, documents);
  const source = await new DataSource(databaseOptions({ url, role: 'application', poolSize: 1 })).initialize();
  const db = new Recording(source, databaseClock);
  const run = async ({ name, document: query, variables }: View): Promise<readonly Recorded[]> => {
    const context = queryContext({
      requestId: 'req_bench',
      caller: { kind: 'agent', principalId, credentialId, agentText: agentId },
      // A plain read needs none.
      services: {} as Services,
      db,
      allowance: new RequestBudget(Infinity, Infinity),
    });
    const { document } = documents.get(query);
    await executor.execute({ query, document, operationName: undefined, variables }, context);
    if (context.errors.length > 0) throw new Error(`the ${name} failed`, { cause: context.errors[0] });
    return db.take();
  };
  try {
    await executor.start();
    const recorded: (readonly Recorded[])[] = [];
    for (const view of views) {
      for (let n = 1; n < EXECUTIONS; n += 1) await run(view);
      recorded.push(await run(view));
    }
    return recorded;
  } finally {
    await executor.stop();
    await db.close();
  }
}
