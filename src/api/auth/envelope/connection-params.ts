import { Refusal } from '../../../domain/errors/errors';
import type { EnvelopeRequest } from './message';

/** What a WebSocket client that cannot set headers may send instead of them (contract §3). */
const FIELDS = ['signature-input', 'signature', 'x-agent-id', 'x-acting-provider', 'x-acting-subject'] as const;

/**
 * The envelope of a WebSocket whose proof is in `connectionParams`, to be read by `parseEnvelope`: the method is GET,
 * authority, path and query are the upgrade request's, the fields are those given and no header's beside `Host`, so
 * that nothing unsigned is mixed in. Take agent and acting human from the values of the parsed envelope, not from the
 * upgrade. Members it does not know are left alone. Throws 401 `signature_missing` where there is nothing to read,
 * `signature_malformed` where a member is no string.
 */
export function envelopeOfConnectionParams(
  upgrade: Pick<EnvelopeRequest, 'target' | 'rawHeaders'>,
  params: unknown,
): EnvelopeRequest {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) throw new Refusal('signature_missing');
  const given = new Map<string, unknown>(Object.entries(params));
  const rawHeaders: string[] = [];
  for (let at = 0; at + 1 < upgrade.rawHeaders.length; at += 2) {
    const name = upgrade.rawHeaders[at] ?? '';
    if (name.toLowerCase() === 'host') rawHeaders.push(name, upgrade.rawHeaders[at + 1] ?? '');
  }
  for (const field of FIELDS) {
    const value = given.get(field);
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string')
      throw new Refusal('signature_malformed', `connectionParams: ${field} must be a string`);
    rawHeaders.push(field, value);
  }
  return { method: 'GET', target: upgrade.target, rawHeaders, body: undefined };
}
