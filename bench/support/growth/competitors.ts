import type { Statement } from '../../../src/database/transactions/statement';
import { Connection } from '../database';
import { openMutate } from '../http';
import { startServer } from '../server';
import type { Caller } from './calls';
import { openRead } from './reads';
import { startRehearsal } from './rehearsal';

/** Plays the rounds in one database and times each call. */
export interface Player {
  readonly caller: Caller;
  /** Milliseconds of every call so far, by its name. */
  readonly calls: Map<string, number[]>;
  /** Runs a call. `measured` says whether its time is recorded. */
  play<T>(name: string, call: () => Promise<T>, measured: boolean): Promise<T>;
  close(): Promise<void>;
}

/** Starts the service in a process of its own. */
export async function service(env: Readonly<Record<string, string>>): Promise<Player> {
  const server = await startServer(env, undefined);
  const { caller, close } = callerOf(server.url);
  return player(caller, timing, async () => {
    close();
    await server.stop();
  });
}

/**
 * Sends the SQL of the service without the service. A rehearsal records the statements of a call. They are then sent
 * one after the other on one connection, and only this is timed. HTTP, signature, GraphQL and decision are missing.
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
        // A worker has settled the trade since the rehearsal, so the statements are different now.
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
