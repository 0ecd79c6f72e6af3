import Fastify from 'fastify';
import { Pool } from 'pg';
import { databaseOptions } from '../../../src/database/connection/data-source';
import { asApplication } from '../session';
import type { Recorded } from './statements';

/**
 * Serves a plain route for each view in its own process. A route runs the recorded statements and sends their rows as
 * JSON. It checks no credentials and renames nothing.
 */
export interface Serve {
  /** Address of the database, as its owner. */
  readonly url: string;
  /** Statements of each view, in order. The view's number is its path. */
  readonly statements: readonly (readonly Recorded[])[];
}

async function serve({ url, statements }: Serve): Promise<void> {
  const { poolSize: max, extra } = databaseOptions({ url, role: 'application' });
  const { idleTimeoutMillis } = extra;
  const pool = new Pool({ connectionString: asApplication(url), max, idleTimeoutMillis });
  const app = Fastify();
  for (const [view, recorded] of statements.entries()) {
    const groups = parallelGroups(recorded);
    app.get(`/${view}`, async (_, reply) => {
      const answers: string[] = [];
      for (const group of groups) {
        const sent = group.map(async ({ name, text, values, json }) => {
          const { rows } = await pool.query<Row>({ name, text, values: [...values] });
          return formatRows(rows, json);
        });
        answers.push(...(await Promise.all(sent)));
      }
      void reply.type('application/json; charset=utf-8');
      return `[${answers.join(',')}]`;
    });
  }
  process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
}

/** The statements that the service sends at the same time. The floor does the same, so that it is fair. */
function parallelGroups(recorded: readonly Recorded[]): Recorded[][] {
  const groups: Recorded[][] = [];
  for (const statement of recorded) {
    const last = groups.at(-1);
    if (last && statement.isParallel) last.push(statement);
    else groups.push([statement]);
  }
  return groups;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Formats rows as JSON. A value that is JSON already stays as it is: encoding it as text would add bytes and CPU time.
 */
function formatRows(rows: readonly Row[], json: readonly string[]): string {
  if (json.length === 0) return JSON.stringify(rows);
  const objects = rows.map((row) => {
    const members = Object.entries(row).map(
      ([name, value]) => `"${name}":${json.includes(name) ? String(value) : JSON.stringify(value)}`,
    );
    return `{${members.join(',')}}`;
  });
  return `[${objects.join(',')}]`;
}

process.once('message', (message: Serve) => void serve(message));
process.on('disconnect', () => process.exit());
