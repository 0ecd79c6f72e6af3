import 'reflect-metadata';
import type { Bench, BenchOptions } from './support/bench';
import { onDatabases } from './support/database';
import { type Case, compare } from './support/fanout/compare';
import { openFilesAllowed } from './support/memory';
import { reportOf } from './support/fanout/report';
import { floodAll, floodPairs, lastSocket, pacedPairs } from './support/fanout/rounds';
import { machine } from './support/machine';

/**
 * Sends events to many sockets. It compares the service with `ws` alone, which sends the same bytes to as many sockets.
 */
export const fanout: Bench = {
  about: 'events to 10,000 sockets of one view, and of 5,000 principals, against bare ws',
  run: onDatabases(async (options, databases) => {
    const together = await compare(options, databases, togetherOf(options));
    const apart = await compare(options, databases, apartOf(options));
    return reportOf({ options, machine: machine(databases.version), together, apart });
  }),
};

const SOCKETS_A_CREDENTIAL = 20;
const EVENTS_PACED = 60;
const EVENTS_A_SECOND = 200;
// A process needs files besides its sockets.
const OTHER_FILES = 200;

/** Returns the wanted number of sockets, limited by the open files of a process. */
function maxSocketsOf(options: BenchOptions, wanted: number): number {
  const most = (openFilesAllowed() ?? Infinity) - OTHER_FILES;
  if (wanted <= most) return wanted;
  options.note(
    `only ${String(most)} sockets: a process may have ${String(most + OTHER_FILES)} open files here (ulimit -n)`,
  );
  return most;
}

function togetherOf(options: BenchOptions): Case {
  const sockets = maxSocketsOf(options, options.sockets);
  return {
    name: 'one view',
    sockets,
    principals: 1,
    credentialsEach: Math.ceil(sockets / SOCKETS_A_CREDENTIAL),
    each: false,
    flood: floodAll,
    latency: (side) => lastSocket(side, EVENTS_PACED),
  };
}

function apartOf(options: BenchOptions): Case {
  const sockets = maxSocketsOf(options, Math.ceil(options.sockets / 2));
  return {
    name: 'two of many',
    sockets,
    principals: sockets,
    credentialsEach: 1,
    each: true,
    flood: floodPairs,
    latency: (side) => pacedPairs(side, EVENTS_A_SECOND, options.seconds),
  };
}
