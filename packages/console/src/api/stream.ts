import { consolePath } from './base';
import { refreshSession } from './session-fetch';
import { Watchers } from './watchers';

/** An event of the principal of the stream, as the backend sends it. */
export interface LiveEvent {
  readonly type: string;
  readonly subjectKey: string;
  readonly tradeKey: string | null;
}

export type Connection = 'connecting' | 'open' | 'lost' | 'limited' | 'refused';

type Listener = (event: LiveEvent) => void;

/** Changes may have no event, because the stream was not connected. Everything on the page is read again. */
const READY: LiveEvent = { type: 'READY', subjectKey: '', tradeKey: null };

const RETRY_MS = 1_000;
const MOST_RETRY_MS = 8_000;
/** The browser itself reconnects this often, each time after a second. */
const QUICK_RETRIES = 3;
/** A stream that ends sooner counts as a failure. */
const LASTING_MS = 5_000;
/** Longer than the service takes to begin a subscription. */
const SETTLE_MS = 2_000;
/** A page that replaces another one keeps its stream. */
const UNUSED_MS = 2_000;

/**
 * One stream of server-sent events.
 *
 * States: connecting → open ⇄ lost or limited; refused. It is open when the service says that it is ready. A lost or
 * limited stream reconnects with the cursor of its last event, so no event is missed. A limited one met a limit of the
 * service. A refused one is opened again by the next listener only.
 */
export class LiveStream {
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Watchers();
  /** For React: calls back when the state has changed. */
  readonly watch = this.watchers.watch;
  private source: EventSource | undefined;
  private cursor: string | undefined;
  private wasLost = false;
  /** Attempts in a row without a stream that lasted. */
  private failures = 0;
  private readyAt: number | undefined;
  state: Connection = 'connecting';
  /** Whether something may have changed between the first read of the page and the first subscription. */
  hasGap: () => Promise<boolean> = () => Promise.resolve(true);

  constructor(private readonly path: string) {}

  /** Calls the listener for each event, until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    if (!this.source) this.open();
    return () => {
      this.listeners.delete(listener);
      // Browsers allow few connections at once, so a stream without listeners gives its connection back.
      setTimeout(() => this.closeIfUnused(), UNUSED_MS);
    };
  }

  private closeIfUnused(): void {
    if (this.listeners.size > 0) return;
    this.source?.close();
    this.source = undefined;
  }

  private open(): void {
    const after = this.cursor === undefined ? '' : `?after=${encodeURIComponent(this.cursor)}`;
    const source = new EventSource(`${consolePath}/${this.path}${after}`);
    this.source = source;
    let isLimited = false;
    source.addEventListener('limited', () => (isLimited = true));
    source.addEventListener('ready', () => {
      this.readyAt = performance.now();
      this.setState('open');
      this.settle();
    });
    source.addEventListener('refused', () => this.endRefused(source));
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      if (lastEventId !== '') this.cursor = lastEventId;
      this.publish(JSON.parse(data) as LiveEvent);
    };
    source.addEventListener('ended', () => void this.renew(source));
    source.onerror = () => {
      this.countFailure(isLimited ? 'limited' : 'lost');
      isLimited = false;
      // The browser reconnects itself, unless the answer was no stream.
      if (source.readyState === EventSource.CLOSED || this.failures > QUICK_RETRIES) this.renewLater(source);
    };
  }

  /** Another attempt would be refused too, so only a new listener makes one. The page says why when it reads. */
  private endRefused(source: EventSource): void {
    source.close();
    if (this.source === source) this.source = undefined;
    this.setState('refused');
  }

  /** After an outage the page is old. A stream without a cursor can have missed events while it began. */
  private settle(): void {
    if (this.wasLost) this.publish(READY);
    this.wasLost = false;
    if (this.cursor !== undefined) return;
    setTimeout(() => {
      const check = this.hasGap().catch(() => true);
      void check.then((isGap) => {
        if (isGap) this.publish(READY);
      });
    }, SETTLE_MS);
  }

  private countFailure(state: 'lost' | 'limited'): void {
    this.setState(state);
    const hasLasted = this.readyAt !== undefined && performance.now() - this.readyAt > LASTING_MS;
    this.failures = hasLasted ? 1 : this.failures + 1;
    this.readyAt = undefined;
  }

  /** Renews a stream at once after the first failure, and ever later after the next ones. */
  private renewLater(source: EventSource): void {
    source.close();
    const delay = this.failures < 2 ? 0 : Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** (this.failures - 2));
    setTimeout(() => void this.renew(source), delay);
  }

  /** Opens a new stream after a refresh of the session, or later if there is no answer. */
  private async renew(source: EventSource): Promise<void> {
    source.close();
    const isRefreshed = await refreshSession().catch(() => false);
    // Nothing on the page follows it any more.
    if (this.source !== source) return;
    if (isRefreshed) this.open();
    else {
      this.countFailure('lost');
      this.renewLater(source);
    }
  }

  private publish(event: LiveEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  private setState(state: Connection): void {
    if (state !== 'connecting' && state !== 'open') this.wasLost = true;
    if (this.state === state) return;
    this.state = state;
    this.watchers.tell();
  }
}

const streams = new Map<string, LiveStream>();

/** The stream of a path. All parts of a page share it. */
export function streamOf(path: string): LiveStream {
  const found = streams.get(path);
  if (found) return found;
  const stream = new LiveStream(path);
  streams.set(path, stream);
  return stream;
}
