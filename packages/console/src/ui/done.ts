/** The last act that ended on this page. Its dialog has closed, so the page says what happened. */
export interface Done {
  readonly title: string;
  /** It had taken effect with an earlier form, whose answer was lost. */
  readonly wasBefore: boolean;
}

let last: Done | undefined;
const watchers = new Set<() => void>();

export const lastDone = (): Done | undefined => last;

export function setDone(done: Done | undefined): void {
  last = done;
  for (const watcher of watchers) watcher();
}

/** For React: calls back when another act has ended. */
export function watchDone(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
