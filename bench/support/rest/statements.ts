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

/** A prepared statement with its values and the shape of its rows. */
export interface Recorded {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Text columns in which the statement built JSON. */
  readonly json: readonly string[];
  /** Whether the service sent it while the statement before it ran. */
  readonly isParallel: boolean;
}

// A query is new, then cached, then compiled, as for the callers.
const EXECUTIONS = 3;

/** The store of the service with a record of its statements. */
class Recording extends Database {
  private recorded: Recorded[] = [];
  private running = 0;

  override async query<T>(statement: Statement): Promise<T[]> {
    const { name, text, values = [] } = statement;
    if (name === undefined) throw new Error(`A read is not a prepared statement: ${text}`);
    const index = this.recorded.length;
    const sent: Recorded = { name, text, values, json: [], isParallel: this.running > 0 };
    this.recorded.push(sent);
    this.running += 1;
    const rows = await super.query<T>(statement).finally(() => (this.running -= 1));
    this.recorded[index] = { ...sent, json: jsonColumns(rows as object[]) };
    return rows;
  }

  /** Returns the statements since the last call. */
  take(): readonly Recorded[] {
    const { recorded } = this;
    this.recorded = [];
    return recorded;
  }
}

function jsonColumns(rows: readonly object[]): string[] {
  const isJson = (value: unknown): boolean => value === null || (typeof value === 'string' && /^[[{]/.test(value));
  const entries = rows.map((row): Readonly<Record<string, unknown>> => ({ ...row }));
  return Object.keys(entries[0] ?? {}).filter((name) => entries.every((row) => isJson(row[name])));
}

/** Records the statements of the service for each view, in order, for this party. */
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
      caller: { kind: 'principal', principalId, credentialId, agentText: agentId },
      // A plain read needs no services.
      services: {} as Services,
      db,
      budget: new RequestBudget(Infinity, Infinity),
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
