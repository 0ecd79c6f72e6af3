/** The signed-request envelope: profile `ats-v1` of RFC 9421 and RFC 9530 (docs/guides/signing.md). */
export { envelopeOfConnectionParams } from './connection-params';
export type { EnvelopeRequest } from './message';
export {
  acceptSignature,
  isMacValid,
  signedBase,
  parseEnvelope,
  type Aliases,
  type EnvelopeOptions,
  type ParsedEnvelope,
} from './verify';
