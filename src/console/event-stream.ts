import type { FastifyReply, FastifyRequest } from 'fastify';

/** A stream must end soon after its session. */
const HEARTBEAT_MS = 4_000;

/** One message of a stream: its id, by which the browser resumes, and its data. */
export interface StreamMessage {
  readonly id?: string;
  readonly data: object;
}

/** Follows something until the signal. It calls `ready` when it no longer misses messages. */
export type StreamSource = (signal: AbortSignal, ready: () => void) => AsyncIterable<StreamMessage>;

/**
 * Answers with server-sent events until the source, the browser or `isValid` ends the stream.
 *
 * `isValid` is asked at each heartbeat, so that a stream does not outlive its session.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  source: StreamSource,
  isValid: () => Promise<boolean>,
  heartbeatMs = HEARTBEAT_MS,
): Promise<void> {
  const closing = new AbortController();
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
    // nginx would collect the events before it sends them.
    'x-accel-buffering': 'no',
  });
  // The socket's own timeout is for answers that end.
  raw.setTimeout(0);
  raw.write('retry: 1000\n\n');
  raw.once('close', () => closing.abort());
  const check = async (): Promise<void> => {
    if (await isValid().catch(() => true)) raw.write(': \n\n');
    else {
      raw.write('event: ended\ndata: {}\n\n');
      closing.abort();
    }
  };
  // What happened since the page was read has no message, so the page is read again now.
  const ready = (): void => void raw.write('event: ready\ndata: {}\n\n');
  const heartbeat = setInterval(() => void check(), heartbeatMs);
  try {
    for await (const { id, data } of source(closing.signal, ready)) {
      raw.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
    }
  } catch {
    // The browser reconnects, and then gets the reason as the status of a new request.
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
}
