import { Refusal } from '../../../domain/errors/errors';
import type { EnvelopeRequest } from './message';

/** The headers that a WebSocket client may send in `connectionParams`. */
const FIELDS = ['signature-input', 'signature', 'x-agent-id', 'x-acting-provider', 'x-acting-subject'] as const;

/**
 * Builds the envelope of a WebSocket that is signed in `connectionParams`.
 * The method is GET; authority, path and query come from the upgrade request. Only `Host` is copied from its headers,
 * because the others are unsigned. Unknown members are ignored.
 * @throws Refusal 401 `signature_missing` if `params` is not an object; `signature_malformed` if a member is not text
 */
export function envelopeOfConnectionParams(
  upgrade: Pick<EnvelopeRequest, 'target' | 'rawHeaders'>,
  params: unknown,
): EnvelopeRequest {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) throw new Refusal('signature_missing');
  const members = new Map<string, unknown>(Object.entries(params));
  const rawHeaders: string[] = [];
  for (let at = 0; at + 1 < upgrade.rawHeaders.length; at += 2) {
    const name = upgrade.rawHeaders[at] ?? '';
    if (name.toLowerCase() === 'host') rawHeaders.push(name, upgrade.rawHeaders[at + 1] ?? '');
  }
  for (const field of FIELDS) {
    const value = members.get(field);
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string')
      throw new Refusal('signature_malformed', `connectionParams: ${field} must be a string`);
    rawHeaders.push(field, value);
  }
  return { method: 'GET', target: upgrade.target, rawHeaders, body: undefined };
}
