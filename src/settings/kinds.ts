import { compile } from '@fastify/proxy-addr';
import { parseDatabaseUrl } from '../database/connection/database-url';
import { ENCRYPTION_KEYS_FORM, parseEncryptionKeys } from '../domain/encryption-keys';

/** A parser of a variable. `parse` throws an Error whose message completes "NAME …". */
export interface Kind<T> {
  /** Description of the valid values. */
  readonly form: string;
  /** True: the value is never printed, logged or serialized. */
  readonly secret: boolean;
  parse(text: string): T;
}

function kind<T>(form: string, parse: (text: string) => T, secret = false): Kind<T> {
  return {
    form,
    secret,
    parse: (text) => {
      try {
        return parse(text);
      } catch {
        // An invalid secret may still be a secret, so it is not quoted.
        throw new Error(`must be ${form}${secret ? '' : `, not "${text}"`}`);
      }
    },
  };
}

function refuse(): never {
  throw new Error();
}

export function integer(min: number, max: number): Kind<number> {
  return kind(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : refuse();
    return value >= min && value <= max ? value : refuse();
  });
}

export function stamps(max: bigint): Kind<bigint> {
  return kind(`a whole number of stamps from 0 to ${max}`, (text) => {
    const value = /^\d{1,19}$/.test(text) ? BigInt(text) : refuse();
    return value <= max ? value : refuse();
  });
}

export function text(form: string): Kind<string> {
  return kind(form, (value) => value);
}

export function secret(form: string, shape = /\S/): Kind<string> {
  return kind(form, (value) => (shape.test(value) ? value : refuse()), true);
}

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return kind(values.join(', ').replace(/, ([^,]*)$/, ' or $1'), (text) => {
    return values.find((value) => value === text) ?? refuse();
  });
}

export const flag: Kind<boolean> = kind('true or false', (value) =>
  value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : refuse(),
);

/** An address with an optional path, without query, fragment and credentials. A slash at its end is removed. */
export const publicAddress: Kind<string> = kind(
  'an address such as https://trade.example or https://example.com/trading',
  (value) => {
    const url = new URL(value);
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
    const trimmed = value.replace(/\/$/, '');
    // The path must be in its only spelling, because signatures cover it as it is sent.
    const isPath = url.pathname === '/' || /^(\/[A-Za-z0-9._~-]+)+\/?$/.test(url.pathname);
    return isWeb && isPath && `${url.origin}${url.pathname.replace(/\/$/, '')}` === trimmed ? trimmed : refuse();
  },
);

export const webAddress: Kind<string> = kind('an http or https address', (value) => {
  const url = new URL(value);
  return url.protocol === 'http:' || url.protocol === 'https:' ? value : refuse();
});

/** A PostgreSQL URL. Its errors name the wrong part, and never the password. */
export const databaseUrl: Kind<string> = {
  form: 'an address such as postgres://user:password@host:5432/database',
  secret: true,
  parse: (value) => {
    parseDatabaseUrl(value);
    return value;
  },
};

/** A comma list of whole numbers within the bounds. */
export function integers(min: number, max: number): Kind<readonly number[]> {
  const item = integer(min, max);
  return kind(`a comma list of whole numbers from ${min} to ${max}`, (value) =>
    Object.freeze(value.split(',').map((text) => item.parse(text.trim()))),
  );
}

/** A comma list of addresses, networks and names of networks, as @fastify/proxy-addr reads them. */
export const networks: Kind<readonly string[]> = kind(
  'a comma list of addresses (10.0.0.7), networks (10.0.0.0/8), loopback, linklocal or uniquelocal',
  (value) => {
    const list = value.split(',').map((item) => item.trim());
    compile(list);
    return Object.freeze(list);
  },
);

/** A comma list of host names with optional ports. */
export const hosts: Kind<readonly string[]> = kind('a comma list of host names', (value) => {
  const list = value.split(',').map((item) => item.trim().toLowerCase());
  return list.every((item) => /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/.test(item))
    ? Object.freeze(list)
    : refuse();
});

/** A comma list of subjects, as the identity provider names humans. */
export const subjects: Kind<readonly string[]> = kind('a comma list of subjects', (value) => {
  const list = value.split(',').map((item) => item.trim());
  return list.every((item) => /^[\x21-\x7e]{1,255}$/.test(item)) ? Object.freeze(list) : refuse();
});

/** A comma list of `<key id>:<base64 of 32 bytes>`; the key id is optional. */
export const encryptionKeys: Kind<string> = {
  form: ENCRYPTION_KEYS_FORM,
  secret: true,
  parse: (text) => {
    parseEncryptionKeys(text);
    return text;
  },
};
