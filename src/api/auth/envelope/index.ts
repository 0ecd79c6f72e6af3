/** The signed-request envelope: RFC 9421 and RFC 9530, HMAC-SHA256, profile `ats-v1` (contract §3). */
export { envelopeOfConnectionParams } from './connection-params';
export type { EnvelopeRequest } from './message';
export {
  acceptSignature,
  isMacValid as macFits,
  parseEnvelope,
  type EnvelopeOptions,
  type ParsedEnvelope,
} from './verify';
