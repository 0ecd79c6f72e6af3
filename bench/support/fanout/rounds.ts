import { setTimeout as pause } from 'node:timers/promises';
import { type CpuUse, difference } from '../cpu';
import type { Load } from './children';
import { now } from './load';

/** One server with its sockets. */
export interface Side {
  readonly load: Load;
  readonly sockets: number;
  /** Starts these events. Each goes to all sockets or to the numbered ones. */
  emit(to: readonly (readonly number[] | 'all')[]): Promise<void>;
  /** Commits events first and numbers them later. Undefined if the side commits nothing. */
  readonly ahead?: {
    commit(to: readonly (readonly number[])[]): Promise<void>;
    number(): void;
  };
  readonly cpu: () => CpuUse | undefined;
  /** Number of events for all sockets so far. */
  publishedCount: number;
}

export interface Round {
  readonly deliveries: number;
  readonly seconds: number;
  readonly cpu?: CpuUse | undefined;
}

// Events published before all sockets have them. With this number the side never waits for the next event.
const EVENTS_AHEAD = 8;

/** Sends events to every socket, one after the other without a pause. */
export async function floodAll(side: Side, seconds: number): Promise<Round> {
  const before = side.publishedCount;
  const used = side.cpu();
  const start = now();
  const more = (): void => {
    side.publishedCount += 1;
    void side.emit(['all']);
  };
  const end = await new Promise<number>((resolve) => {
    side.load.onAll((event, at) => {
      if (at - start < seconds * 1000) more();
      else if (event === side.publishedCount - 1) resolve(at);
    });
    for (let n = 0; n < EVENTS_AHEAD; n += 1) more();
  });
  const cpu = difference(used, side.cpu());
  return { deliveries: (side.publishedCount - before) * side.sockets, seconds: (end - start) / 1000, cpu };
}

const BETWEEN_MS = 150;

/** Milliseconds from publishing an event to its arrival at the last socket, with pauses in between. */
export async function lastSocket(side: Side, events: number): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < events; n += 1) {
    const arrival = new Promise<number>((resolve) => {
      side.load.onAll((_event, at) => resolve(at));
    });
    const sentAt = now();
    side.publishedCount += 1;
    await side.emit(['all']);
    took.push((await arrival) - sentAt);
    await pause(BETWEEN_MS);
  }
  return took;
}

const PAIRS_AHEAD = 400;
const PAIRS_A_BATCH = 20;
const PAIRS_A_SECOND = 3_000;
const PAIRS_A_COMMIT = 250;

function pair(sockets: number): [number, number] {
  const one = Math.floor(Math.random() * sockets);
  return [one, (one + 1 + Math.floor(Math.random() * (sockets - 1))) % sockets];
}

const pairs = (count: number, sockets: number): [number, number][] =>
  Array.from({ length: count }, () => pair(sockets));

/** Sends events to two sockets each, as many as the side takes. */
export async function floodPairs(side: Side, seconds: number): Promise<Round> {
  return side.ahead ? floodAhead(side, side.ahead, seconds) : floodWindow(side, seconds);
}

/** Sends events one after the other, a few of them in advance. */
async function floodWindow(side: Side, seconds: number): Promise<Round> {
  const used = side.cpu();
  const start = now();
  let publishedCount = 0;
  let arrivals = 0;
  const more = (): void => {
    publishedCount += 2 * PAIRS_A_BATCH;
    void side.emit(pairs(PAIRS_A_BATCH, side.sockets));
  };
  const end = await new Promise<number>((resolve) => {
    side.load.onEach((_socket, at) => {
      arrivals += 1;
      if (at - start < seconds * 1000) {
        if (publishedCount - arrivals <= 2 * (PAIRS_AHEAD - PAIRS_A_BATCH)) more();
      } else if (arrivals === publishedCount) resolve(at);
    });
    for (let n = 0; n < PAIRS_AHEAD / PAIRS_A_BATCH; n += 1) more();
  });
  return { deliveries: publishedCount, seconds: (end - start) / 1000, cpu: difference(used, side.cpu()) };
}

/** Commits about as much beforehand as the given seconds take. Measures from then until all have arrived. */
async function floodAhead(side: Side, ahead: NonNullable<Side['ahead']>, seconds: number): Promise<Round> {
  const count = seconds * PAIRS_A_SECOND;
  for (let left = count; left > 0; left -= PAIRS_A_COMMIT) {
    await ahead.commit(pairs(Math.min(left, PAIRS_A_COMMIT), side.sockets));
  }
  const used = side.cpu();
  const start = now();
  let arrivals = 0;
  const end = await new Promise<number>((resolve) => {
    side.load.onEach((_socket, at) => {
      arrivals += 1;
      if (arrivals === 2 * count) resolve(at);
    });
    ahead.number();
  });
  return { deliveries: 2 * count, seconds: (end - start) / 1000, cpu: difference(used, side.cpu()) };
}

/** Milliseconds from publishing an event to its arrival at each of two sockets, at a fixed rate per second. */
export async function pacedPairs(side: Side, eventsASecond: number, seconds: number): Promise<number[]> {
  const waiting = new Map<number, number[]>();
  const took: number[] = [];
  let left = eventsASecond * seconds * 2;
  const done = new Promise<void>((resolve) => {
    side.load.onEach((socket, at) => {
      took.push(at - (waiting.get(socket)?.shift() ?? at));
      left -= 1;
      if (left === 0) resolve();
    });
  });
  const start = now();
  for (let n = 0; n < eventsASecond * seconds; n += 1) {
    const due = start + (n * 1000) / eventsASecond;
    if (due > now()) await pause(due - now());
    const to = pair(side.sockets);
    const at = now();
    for (const socket of to) waiting.set(socket, [...(waiting.get(socket) ?? []), at]);
    void side.emit([to]);
  }
  await done;
  return took;
}
