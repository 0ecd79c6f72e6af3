import { useEffect, useRef } from 'react';
import type { CombinedError } from 'urql';
import { problemOf } from './problem';
import { Watchers } from './watchers';

const FIRST_MS = 2_000;
const MOST_MS = 30_000;

/** The reads of the page that failed and are tried again. While there is one, the page may be out of date. */
class FailedReads {
  private count = 0;
  private readonly watchers = new Watchers();
  /** For React: calls back when the number has changed. */
  readonly watch = this.watchers.watch;

  /** Counts a failed read until the returned function is called. */
  add(): () => void {
    this.change(1);
    return () => this.change(-1);
  }

  readonly isAny = (): boolean => this.count > 0;

  private change(by: number): void {
    this.count += by;
    this.watchers.tell();
  }
}

export const failedReads = new FailedReads();

/**
 * Reads again after an error that can pass, ever more rarely. No event would cause the read.
 *
 * @param error the error of the last read; each read has a new one
 */
export function useRetry(error: CombinedError | undefined, reread: () => void): void {
  const latest = useRef(reread);
  latest.current = reread;
  const attempts = useRef(0);
  const isTransient = error !== undefined && problemOf(error).isTransient;
  useEffect(() => (isTransient ? failedReads.add() : undefined), [isTransient]);
  useEffect(() => {
    if (!isTransient) {
      attempts.current = 0;
      return undefined;
    }
    const delay = Math.min(MOST_MS, FIRST_MS * 2 ** attempts.current);
    const timer = setTimeout(() => {
      attempts.current += 1;
      latest.current();
    }, delay);
    return () => clearTimeout(timer);
  }, [error, isTransient]);
}
