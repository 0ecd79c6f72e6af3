import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationRows } from '../../../packages/client/src/operations';
import type { Client } from '../../../src/client';
import { startTrade, type StartedTrade } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { fundedParties } from '../../support/trades';

/** The longest page of each list of the client, as the text of its function states it. */

const SOURCE = join(__dirname, '..', '..', '..', 'packages', 'client', 'src', 'operations.ts');
const FUNCTION = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(\w+)\(/g;
const MAX_ROWS = /`first`: .*\b(?:maximum|at most|1 to) ([\d,]+)/;

type Call = (variables: Readonly<Record<string, unknown>>) => Promise<unknown> | AsyncGenerator<unknown, void>;

const app = useTestApp();
let trade: StartedTrade;
beforeAll(async () => {
  const [ann, ben] = await fundedParties(app, 'Ann', 'Ben');
  if (!ann || !ben) throw new Error('two parties are needed');
  trade = await startTrade(ann, ben);
});

/** The stated maximum of each function, in the order of the file. */
function statedMaxima(): (number | undefined)[] {
  const source = readFileSync(SOURCE, 'utf8');
  const texts = [...source.slice(0, source.indexOf('export interface MutationResults')).matchAll(FUNCTION)];
  expect(texts.map(([, , method]) => method)).toEqual(operationRows.map(({ method }) => method));
  return texts.map(([, text = '']) => {
    const [, rows] = MAX_ROWS.exec(text) ?? [];
    return rows === undefined ? undefined : Number(rows.replaceAll(',', ''));
  });
}

/** Bindings belong to humans, and the lists of operators to operators. */
function callerOf(group: string, method: string): Client {
  if (group === 'operator') return app.operator;
  return method === 'bindings' ? trade.provider.owner : trade.provider.api;
}

// @spec CL11
it('should accept as many rows as the text of each list states, from the newest and from the oldest', async () => {
  const maxima = statedMaxima();
  const lists = operationRows.flatMap((row, index) =>
    /\$first\b/.test(row.text) ? [{ row, rows: maxima[index] }] : [],
  );
  expect(lists.length).toBeGreaterThanOrEqual(22);
  expect(lists.filter(({ rows }) => rows === undefined)).toEqual([]);
  const { agentKey, principalKey } = trade.provider;
  const keys: Readonly<Record<string, string>> = { agentKey, principalKey, tradeKey: trade.tradeKey };
  for (const { row, rows } of lists) {
    const declared = [...row.text.matchAll(/\$(agentKey|principalKey|tradeKey):/g)];
    const variables: Record<string, unknown> = {};
    for (const [, name = ''] of declared) variables[name] = keys[name];
    const groups = callerOf(row.group, row.method) as unknown as Record<string, Record<string, Call>>;
    for (const size of ['first', 'last'].filter((name) => row.text.includes(`$${name}:`))) {
      const found = groups[row.group]?.[row.method]?.({ ...variables, [size]: rows });
      await (row.kind === 'subscription' ? firstOf(found as AsyncGenerator) : (found as Promise<unknown>));
    }
  }
});

async function firstOf(stream: AsyncGenerator): Promise<unknown> {
  for await (const value of stream) return value;
  throw new Error('the stream ended');
}
