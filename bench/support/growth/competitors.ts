import type { Statement } from '../../../src/database/transactions/statement';
import { Connection } from '../database';
import { openMutate } from '../http';
import { startServer } from '../server';
import type { Caller } from './calls';
import { openRead } from './reads';
import { startRehearsal } from './rehearsal';

/** Who plays the rounds in a database, and what each call took. */
export interface Player {
  readonly caller: Caller;
  /** Milliseconds of every call so far, by its name. */
  readonly calls: Map<string, number[]>;
  /** A call, and whether its time is kept. */
  play<T>(name: string, call: () => Promise<T>, measured: boolean): Promise<T>;
  close(): Promise<void>;
}

/** The service, in a process of its own. */
export async function service(env: Readonly<Record<string, string>>): Promise<Player> {
  const server = await startServer(env, undefined);
  const { caller, close } = callerOf(server.url);
  return player(caller, timing, async () => {
    close();
    await server.stop();
  });
}

/**
 * The same SQL without us: what the service sends for a call is found out by a rehearsal and then sent in earnest, one
 * statement after the other on one connection. No HTTP, no signature, no GraphQL, no decision; only this is timed.
 */
export async function sameSql(env: Readonly<Record<string, string>>, database: string): Promise<Player> {
  const rehearsal = await startRehearsal(env);
  const connection = await Connection.open(database, 'application');
  const { caller, close } = callerOf(rehearsal.url);
  const send = async (sent: readonly Statement[]): Promise<void> => {
    for (const statement of sent) await connection.query(statement);
  };
  const timed: Timing = async (call) => {
    for (;;) {
      const { result, sent } = await rehearsal.sentFor(call);
      try {
        const { took } = await timing(() => send(sent));
        return { result, took };
      } catch (error) {
        await connection.query({ text: 'ROLLBACK' });
        // A worker has settled the trade since the rehearsal: what there is to send now is something else.
        if ((error as { constraint?: string }).constraint !== 'settlement_one_per_trade') throw error;
      }
    }
  };
  return player(caller, timed, async () => {
    close();
    await rehearsal.stop();
    await connection.close();
  });
}

interface Took<T> {
  readonly result: T;
  readonly took: number;
}

type Timing = <T>(call: () => Promise<T>) => Promise<Took<T>>;

const timing: Timing = async (call) => {
  const from = performance.now();
  const result = await call();
  return { result, took: performance.now() - from };
};

function player(caller: Caller, timed: Timing, close: () => Promise<void>): Player {
  const calls = new Map<string, number[]>();
  return {
    caller,
    calls,
    play: async (name, call, measured) => {
      const { result, took } = await timed(call);
      if (measured) calls.set(name, [...(calls.get(name) ?? []), took]);
      return result;
    },
    close,
  };
}

function callerOf(url: string): { readonly caller: Caller; readonly close: () => void } {
  const mutating = openMutate(url, 1);
  const reading = openRead(url);
  return {
    caller: { mutate: mutating.mutate, read: reading.read },
    close: () => {
      mutating.close();
      reading.close();
    },
  };
}
