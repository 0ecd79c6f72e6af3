import type { Connection, LiveStream } from './stream';

/** From the least to the most serious for the reader of a page. */
const SEVERITY: readonly Connection[] = ['open', 'connecting', 'lost', 'limited', 'refused'];

/** The streams that the page follows: that of its principal, or those of the queues of operators. */
class FollowedStreams {
  private readonly streams: LiveStream[] = [];
  private readonly watchers = new Set<() => void>();

  /** Counts a stream until the returned function is called. */
  add(stream: LiveStream): () => void {
    this.streams.push(stream);
    const unwatch = stream.watch(this.tell);
    this.tell();
    return () => {
      this.streams.splice(this.streams.indexOf(stream), 1);
      unwatch();
      this.tell();
    };
  }

  /** The most serious state of all of them; `open` on a page without one. */
  readonly state = (): Connection =>
    SEVERITY.findLast((state) => this.streams.some((stream) => stream.state === state)) ?? 'open';

  /** For React: calls back when the state may have changed. */
  readonly watch = (onChange: () => void): (() => void) => {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  };

  private readonly tell = (): void => {
    for (const watcher of this.watchers) watcher();
  };
}

export const followedStreams = new FollowedStreams();
