import { Watchers } from '../api/watchers';

/** The last act that ended on this page. Its dialog has closed, so the page says what happened. */
export interface Done {
  readonly title: string;
  /** It had taken effect with an earlier form, whose answer was lost. */
  readonly wasBefore: boolean;
}

let last: Done | undefined;
const watchers = new Watchers();

export const lastDone = (): Done | undefined => last;

export function setDone(done: Done | undefined): void {
  last = done;
  watchers.tell();
}

/** For React: calls back when another act has ended. */
export const watchDone = watchers.watch;
