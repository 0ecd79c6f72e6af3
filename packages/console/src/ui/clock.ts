import { Watchers } from '../api/watchers';

/**
 * The clock of the service, as the browser knows it.
 *
 * The test clock of a sandbox is ahead of the real time. A live service has the real time.
 */

let aheadMs = 0;
const watchers = new Watchers();

/** How far the clock of the service is ahead of the real time, in milliseconds. */
export const ahead = (): number => aheadMs;

/** The current time of the service in milliseconds. */
export const serviceNow = (): number => Date.now() + aheadMs;

/** Sets how far the clock of the service is ahead of the real time. */
export function setAhead(seconds: number): void {
  if (aheadMs === seconds * 1_000) return;
  aheadMs = seconds * 1_000;
  watchers.tell();
}

/** Calls back when the clock has moved, until the returned function is called. */
export const watchClock = watchers.watch;
