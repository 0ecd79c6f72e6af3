/** Whether `If-None-Match` names the entity (RFC 9110 §13.1.2): a list, compared weakly, or anything at all. */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  const given = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return given.includes('*') || given.includes(etag);
}
