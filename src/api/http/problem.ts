import { Refusal } from '../../domain/errors/errors';
import { toJson } from '../../database/sql/codec';
import { type HttpResponse, refusalHeaders } from '../responses/response';

/** RFC 9457 problem details (contract §5); `type` is relative to the service's public address. */
export function problem(refusal: Refusal, requestId: string, instance: string, publicUrl: string): HttpResponse {
  return problemMembers(refusal, { instance, request_id: requestId }, publicUrl);
}

/** One that is the same bytes whatever was asked, and by whom: without what a request has of its own. */
export function opaqueProblem(refusal: Refusal, publicUrl: string): HttpResponse {
  return problemMembers(refusal, {}, publicUrl);
}

function problemMembers(refusal: Refusal, own: object, publicUrl: string): HttpResponse {
  const { status, title, recovery } = refusal.entry;
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...refusalHeaders(refusal) },
    body: toJson({
      type: `${publicUrl}/errors/${refusal.code}`,
      title,
      status,
      detail: refusal.message,
      code: refusal.code,
      ...own,
      recovery,
      ...refusal.members,
    }),
  };
}
