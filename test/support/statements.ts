import { graphql } from 'graphql';
import { queryContext } from '../../src/api/graphql/execution/context';
import { createSchema } from '../../src/api/graphql/schema';
import type { Services } from '../../src/operations/context';
import { RequestBudget } from '../../src/database/transactions/request-budget';
import { databaseOptions } from '../../src/database/connection/data-source';
import type { Statement, TimedDb } from '../../src/database/transactions/statement';
import { Database } from '../../src/database/transactions/database';
import { DataSource } from 'typeorm';
import type { TestApp } from './app';
import { newId } from './ledger';

/** Counts the statements of a query, which an operator runs on the same database. */
export async function statementsOf(app: Pick<TestApp, 'ownerUrl' | 'clock'>, source: string): Promise<number> {
  const owner = await new DataSource(
    databaseOptions({ url: app.ownerUrl, role: 'application', poolSize: 2 }),
  ).initialize();
  const store = new Database(owner, app.clock);
  let count = 0;
  const counted: TimedDb = {
    query<T>(statement: Statement) {
      count += 1;
      return store.query<T>(statement);
    },
    now() {
      count += 1;
      return store.now();
    },
    realNow() {
      count += 1;
      return store.realNow();
    },
  };
  const caller = { kind: 'operator', credentialId: newId(), agentText: undefined } as const;
  const contextValue = queryContext({
    budget: new RequestBudget(Infinity, Infinity),
    db: counted,
    requestId: 'req',
    caller,
    services: {} as Services,
  });
  const { errors } = await graphql({ schema: createSchema(), source, contextValue });
  await store.close();
  expect(errors).toBeUndefined();
  return count;
}
