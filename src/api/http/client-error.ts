import type { Socket } from 'node:net';
import { Refusal } from '../../domain/errors/errors';
import { problem } from './problem';
import { headersTooLarge } from './too-large';
import { respondRaw } from '../responses/raw-response';

/** The response to bytes that Node could not parse as a request. */
interface ParseErrorResponse {
  readonly status: number;
  readonly refusal: Refusal;
}

function responseTo(code: string | undefined): ParseErrorResponse {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, refusal: headersTooLarge() };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, refusal: malformed('The request did not arrive in time. Send it again.') };
    default:
      return { status: 400, refusal: malformed('The HTTP request is malformed.') };
  }
}

function malformed(detail: string): Refusal {
  return new Refusal('validation_failed', detail, { fields: [] });
}

/** Answers bytes that are not an HTTP request, and closes the connection. */
export function rejectMalformedRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  requestId: string,
  publicUrl: string,
): void {
  // A client that disconnected, or that already has a response, gets none.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, refusal } = responseTo(error.code);
  const response = problem(refusal, requestId, '/', publicUrl);
  const body = JSON.stringify({ ...(JSON.parse(response.body) as object), status });
  respondRaw(socket, requestId, { status, headers: response.headers, body }, publicUrl);
}

/** Answers a request that did not arrive completely, and closes the connection. */
export function rejectUnfinishedRequest(socket: Socket, refusal: Refusal, requestId: string, publicUrl: string): void {
  respondRaw(socket, requestId, problem(refusal, requestId, '/', publicUrl), publicUrl);
}
