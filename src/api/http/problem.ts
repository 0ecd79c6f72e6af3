import { type FieldError, Refusal } from '../../domain/errors/errors';
import { pathPrefix } from '../../domain/url';
import { toJson } from '../../database/sql/codec';
import { type HttpResponse, refusalHeaders } from '../responses/response';

/** Formats a refusal as RFC 9457 problem details. */
export function problem(refusal: Refusal, requestId: string, instance: string, publicUrl: string): HttpResponse {
  return problemMembers(refusal, { instance: `${pathPrefix(publicUrl)}${instance}`, request_id: requestId }, publicUrl);
}

/** Formats a problem without members of the request, so that equal refusals have equal bytes. */
export function opaqueProblem(refusal: Refusal, publicUrl: string): HttpResponse {
  return problemMembers(refusal, {}, publicUrl);
}

function problemMembers(refusal: Refusal, requestMembers: object, publicUrl: string): HttpResponse {
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
      ...requestMembers,
      recovery,
      remedy: refusal.remedy,
      ...refusal.members,
      ...(Array.isArray(refusal.members['fields']) && {
        fields: restFields(refusal.members['fields'] as FieldError[]),
      }),
    }),
  };
}

/** Errors by their pointers: paths belong to GraphQL. */
function restFields(fields: readonly FieldError[]): FieldError[] {
  return fields.map(({ pointer, detail }) => ({ pointer, detail }));
}
