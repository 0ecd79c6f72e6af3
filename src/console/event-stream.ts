import type { FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from '../api/responses/security-headers';

/** A stream must end soon after its session. */
const HEARTBEAT_MS = 4_000;

const MAX_UNREAD_BYTES = 256 * 1024;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would collect the events before it sends them.
  'x-accel-buffering': 'no',
};

/** One message of a stream: its id, by which the browser resumes, and its data. */
export interface StreamMessage {
  readonly id?: string;
  readonly data: object;
}

/** The service refuses the subscription, and would refuse it again. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
}

/** The caller is at a limit of the service. Another attempt may succeed later. */
export class StreamLimited extends Error {
  override readonly name = 'StreamLimited';
}

/** Follows something until the signal. It calls `ready` when it is connected. @throws StreamRefused, StreamLimited */
export type StreamSource = (signal: AbortSignal, ready: () => void) => AsyncIterable<StreamMessage>;

export interface StreamOptions {
  /** The public address of the service, which decides the headers of every answer. */
  readonly publicUrl: string;
  /** Called at each heartbeat, so that a stream does not outlive its session. */
  readonly isValid: () => Promise<boolean>;
}

/** Answers with server-sent events until the source, the browser or `isValid` ends the stream. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  source: StreamSource,
  { publicUrl, isValid }: StreamOptions,
): Promise<void> {
  const closing = new AbortController();
  reply.hijack();
  const { raw } = reply;
  raw.once('close', () => closing.abort());
  // The browser may have left during the check of the session.
  if (raw.destroyed) return;
  // No hook of the server adds headers to a hijacked reply.
  raw.writeHead(200, { ...HEADERS, ...securityHeaders(publicUrl), 'x-request-id': request.id });
  // The socket's own timeout is for answers that end.
  raw.setTimeout(0);
  const write = (text: string): void => {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    // A browser that does not read gets a new stream later, and continues after its last event.
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  };
  write('retry: 1000\n\n');
  const beating = heartbeat(isValid, write, closing);
  // Changes before have no message, so the browser reads the page again.
  const ready = (): void => write('event: ready\ndata: {}\n\n');
  try {
    for await (const { id, data } of source(closing.signal, ready)) {
      write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
    }
  } catch (error) {
    // After any other error the browser reconnects.
    if (error instanceof StreamRefused) write('event: refused\ndata: {}\n\n');
    if (error instanceof StreamLimited) write('event: limited\ndata: {}\n\n');
  } finally {
    clearInterval(beating);
    raw.end();
  }
}

/** Checks the session at each beat, one check at a time, and ends the stream of an ended session. */
function heartbeat(
  isValid: () => Promise<boolean>,
  write: (text: string) => void,
  closing: AbortController,
): NodeJS.Timeout {
  let isChecking = false;
  const beat = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    const isAlive = await isValid();
    isChecking = false;
    write(isAlive ? ': \n\n' : 'event: ended\ndata: {}\n\n');
    if (!isAlive) closing.abort();
  };
  return setInterval(() => void beat(), HEARTBEAT_MS);
}
