import { invalidMember } from '../../../domain/errors/errors';
import type { ApiAdapter, IncomingRequest } from '../api-adapter';
import { refuseMediaType } from '../media-type';
import { problem } from '../problem';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The HTTP side of MCP: its refusals are problem documents, as those of REST. */
export function mcpFormat(publicUrl: () => string): Pick<ApiAdapter, 'checkHeaders' | 'respondRefused'> {
  return {
    checkHeaders: refuseMediaType,
    respondRefused: ({ requestId, target }, refusal) => problem(refusal, requestId, target, publicUrl()),
  };
}

/** Parses the JSON-RPC message of a body. @throws Refusal 400 `validation_failed` */
export function readMessage({ body }: IncomingRequest): object {
  const json = parseJson(body);
  if (Array.isArray(json)) throw invalidMember('', 'must be one JSON-RPC message: batches are not supported');
  if (typeof json !== 'object' || json === null) throw invalidMember('', 'must be a JSON-RPC message');
  return json;
}

function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(UTF8.decode(body));
  } catch {
    throw invalidMember('', 'must be a JSON-RPC message in UTF-8');
  }
}
