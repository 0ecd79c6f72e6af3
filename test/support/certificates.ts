import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/**
 * A private certificate authority (RFC 5280), created for each run with ECDSA and P-256.
 * Nothing expires, the repository holds no key, and the machine needs no extra program.
 */

export interface Issued {
  /** PEM. */
  readonly certificate: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

export interface Authority {
  /** PEM. */
  readonly certificate: string;
  /** Issues a server certificate for this name only. */
  issue(name: string): Issued;
}

const DAY_MS = 86_400_000;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 0x100), length % 0x100];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const explicit = (number: number, part: Buffer): Buffer => der(0xa0 + number, part);
const bits = (bytes: Buffer): Buffer => der(0x03, Buffer.from([0]), bytes);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const TRUE = der(0x01, Buffer.from([0xff]));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const SUBJECT_ALT_NAME = oid('551d11');
const BASIC_CONSTRAINTS = oid('551d13');

const nameOf = (common: string): Buffer => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(common)))));

/** UTCTime: `YYMMDDHHMMSSZ`. */
function utc(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

interface Content {
  readonly issuer: string;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

function certificate({ issuer, subject, publicKey, extensions }: Content, by: KeyObject): string {
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const content = sequence(
    explicit(0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(utc(Date.now() - DAY_MS), utc(Date.now() + DAY_MS)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions)),
  );
  const signed = sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, by)));
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export function newAuthority(issuer: string): Authority {
  const own = newKeys();
  const constraints = sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(TRUE)));
  return {
    certificate: certificate(
      { issuer, subject: issuer, publicKey: own.publicKey, extensions: [constraints] },
      own.privateKey,
    ),
    issue(name) {
      const { publicKey, privateKey } = newKeys();
      const names = sequence(SUBJECT_ALT_NAME, der(0x04, sequence(der(0x82, Buffer.from(name)))));
      return {
        certificate: certificate({ issuer, subject: name, publicKey, extensions: [names] }, own.privateKey),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      };
    },
  };
}
