import type { Socket } from 'node:net';
import { Refusal } from '../../domain/errors/errors';
import { problem } from './problem';
import { respondRaw } from '../responses/raw-response';

/** What Node's HTTP parser gave up on: nobody has read a request line, so there is no path and no language. */
interface UnparsedRequest {
  readonly status: number;
  readonly refusal: Refusal;
}

function parseFailure(code: string | undefined): UnparsedRequest {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        refusal: new Refusal('payload_too_large', 'The headers are too large; send fewer of them.'),
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, refusal: malformed('The request did not arrive in time; send it again at once.') };
    default:
      return { status: 400, refusal: malformed('The HTTP request is malformed.') };
  }
}

function malformed(detail: string): Refusal {
  return new Refusal('validation_failed', detail, { fields: [] });
}

/** Answers bytes that are no HTTP request, with a request id like everybody (contract §5), and ends the connection. */
export function rejectMalformedRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  requestId: string,
  publicUrl: string,
): void {
  // Whoever hung up, or was answered already and goes on sending, is told nothing.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, refusal } = parseFailure(error.code);
  const told = problem(refusal, requestId, '/', publicUrl);
  const body = JSON.stringify({ ...(JSON.parse(told.body) as object), status });
  respondRaw(socket, requestId, { status, headers: told.headers, body });
}
