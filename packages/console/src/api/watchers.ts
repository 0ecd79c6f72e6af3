interface Watcher {
  readonly onChange: () => void;
}

/** Those who want to know of a change. `watch` has the form that React's `useSyncExternalStore` needs. */
export class Watchers {
  private readonly watchers = new Set<Watcher>();

  /** Calls back after each change, until the returned function is called. Each call counts, also with the same function. */
  readonly watch = (onChange: () => void): (() => void) => {
    const watcher = { onChange };
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  readonly tell = (): void => {
    for (const { onChange } of this.watchers) onChange();
  };
}
