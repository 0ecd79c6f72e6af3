import { fetchFailure } from './connection-error';

/** Limits of a stream that reconnects, and what it reports. */
export interface OutageOptions {
  /** Failures in a row, without a result between them, before the stream throws; default: no limit. */
  readonly maximumFailures?: number | undefined;
  /** Called once in each outage, with its first error. Default: a warning of the process. */
  readonly onInterruption?: ((error: Error) => void) | undefined;
}

// A handshake ends sooner, so a socket of this age was connected.
const CONNECTED_MS = 60_000;

/**
 * The outages of one stream: `connected → interrupted`, and back after a result or a socket that lasted.
 * A stream without a maximum of failures retries for ever, and would look like one without events.
 */
export class Outages {
  private isReported = false;
  private openedAt = 0;

  constructor(private readonly onInterruption: (error: Error) => void = warn) {}

  /** Call it before each socket. */
  open(): void {
    this.openedAt = performance.now();
  }

  /** Call it with each result. */
  end(): void {
    this.isReported = false;
  }

  /** Reports the end of a socket, unless the outage has been reported. */
  report(error: Error): void {
    // A server can also accept each socket and close it at once.
    if (performance.now() - this.openedAt > CONNECTED_MS) this.end();
    if (this.isReported) return;
    this.isReported = true;
    this.onInterruption(error);
  }
}

function warn(error: Error): void {
  const { text } = fetchFailure(error);
  process.emitWarning(
    `events are interrupted, and the client retries until they come again: ${text}`,
    'EventsInterrupted',
  );
}
