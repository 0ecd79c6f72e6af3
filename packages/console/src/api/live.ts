import { consolePath } from './base';
import { refreshSession } from './session-fetch';

/** What changed: an event of a principal, as the backend sends it. */
export interface LiveEvent {
  readonly type: string;
  readonly subjectKey: string;
  readonly principalKey: string;
  readonly tradeKey: string | null;
}

export type Connection = 'connecting' | 'open' | 'lost';

type Listener = (event: LiveEvent) => void;

const RETRY_MS = 1_000;

/**
 * One stream of server-sent events.
 *
 * States: connecting → open ⇄ lost. A lost stream reconnects with the cursor of its last event, so no event is missed.
 */
export class LiveStream {
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<() => void>();
  private source: EventSource | undefined;
  private cursor: string | undefined;
  state: Connection = 'connecting';

  constructor(private readonly path: string) {}

  /** Calls the listener for each event, until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    if (!this.source) this.open();
    return () => {
      this.listeners.delete(listener);
      // Browsers allow few connections at once, so a stream without listeners gives its connection back.
      if (this.listeners.size === 0) this.close();
    };
  }

  /** For React: calls back when the state has changed. */
  readonly watch = (onChange: () => void): (() => void) => {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  };

  private open(): void {
    const after = this.cursor === undefined ? '' : `?after=${encodeURIComponent(this.cursor)}`;
    const source = new EventSource(`${consolePath}/${this.path}${after}`);
    this.source = source;
    source.onopen = () => {
      const wasLost = this.state === 'lost';
      this.setState('open');
      // The time without a connection may have changed anything that has no event.
      if (wasLost) this.publish({ type: 'RECONNECTED', subjectKey: '', principalKey: '', tradeKey: null });
    };
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      if (lastEventId !== '') this.cursor = lastEventId;
      this.publish(JSON.parse(data) as LiveEvent);
    };
    source.addEventListener('ended', () => void this.renew(source));
    source.onerror = () => {
      this.setState('lost');
      // The browser reconnects itself, unless the answer was no stream.
      if (source.readyState === EventSource.CLOSED) void this.renew(source);
    };
  }

  private close(): void {
    this.source?.close();
    this.source = undefined;
  }

  /** Opens a new stream after a refresh of the session, or later if there is no answer. */
  private async renew(source: EventSource): Promise<void> {
    source.close();
    const isRefreshed = await refreshSession().catch(() => false);
    if (this.source !== source) return;
    if (isRefreshed) this.open();
    else {
      this.setState('lost');
      setTimeout(() => void this.renew(source), RETRY_MS);
    }
  }

  private publish(event: LiveEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  private setState(state: Connection): void {
    if (this.state === state) return;
    this.state = state;
    for (const watcher of this.watchers) watcher();
  }
}

/** The events of all principals of the human. */
export const events = new LiveStream('events');
