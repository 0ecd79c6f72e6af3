import type { Connection, LiveStream } from './stream';
import { Watchers } from './watchers';

/** From the least to the most serious for the reader of a page. */
const SEVERITY: readonly Connection[] = ['open', 'connecting', 'lost', 'limited', 'refused'];

/** The streams that the page follows: that of its principal, or those of the queues of operators. */
class FollowedStreams {
  private readonly streams: LiveStream[] = [];
  private readonly watchers = new Watchers();
  /** For React: calls back when the state may have changed. */
  readonly watch = this.watchers.watch;

  /** Counts a stream until the returned function is called. */
  add(stream: LiveStream): () => void {
    this.streams.push(stream);
    const unwatch = stream.watch(this.watchers.tell);
    this.watchers.tell();
    return () => {
      this.streams.splice(this.streams.indexOf(stream), 1);
      unwatch();
      this.watchers.tell();
    };
  }

  /** The most serious state of all of them; `open` on a page without one. */
  readonly state = (): Connection =>
    SEVERITY.findLast((state) => this.streams.some((stream) => stream.state === state)) ?? 'open';
}

export const followedStreams = new FollowedStreams();
