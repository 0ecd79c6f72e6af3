/** How the text of a variable becomes a value. `parse` throws an Error whose message completes "NAME …". */
export interface Kind<T> {
  /** What may be written, for people. */
  readonly form: string;
  /** Never printed, logged or serialised. */
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
        // A secret that cannot be read may still be one: it is not repeated.
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
  return kind(values.join(', ').replace(/, ([^,]*)$/, ' or $1'), (given) => {
    return values.find((value) => value === given) ?? refuse();
  });
}

export const flag: Kind<boolean> = kind('true or false', (value) =>
  value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : refuse(),
);

/** An address without path, query, fragment or credentials: an origin. */
export const origin: Kind<string> = kind('an address such as https://trade.example', (value) => {
  const url = new URL(value);
  const plain = (url.protocol === 'http:' || url.protocol === 'https:') && url.origin === value.replace(/\/$/, '');
  return plain ? url.origin : refuse();
});

export const webAddress: Kind<string> = kind('an http or https address', (value) => {
  const url = new URL(value);
  return url.protocol === 'http:' || url.protocol === 'https:' ? value : refuse();
});

export const databaseUrl: Kind<string> = kind(
  'an address such as postgres://user:password@host:5432/database',
  (value) => (/^postgres(ql)?:$/.test(new URL(value).protocol) ? value : refuse()),
  true,
);

/** Comma list of whole numbers, each within the bounds. */
export function integers(min: number, max: number): Kind<readonly number[]> {
  const one = integer(min, max);
  return kind(`a comma list of whole numbers from ${min} to ${max}`, (value) =>
    Object.freeze(value.split(',').map((item) => one.parse(item.trim()))),
  );
}

/** Comma list of host names, without port or with one. */
export const hosts: Kind<readonly string[]> = kind('a comma list of host names', (value) => {
  const list = value.split(',').map((item) => item.trim().toLowerCase());
  return list.every((item) => /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/.test(item))
    ? Object.freeze(list)
    : refuse();
});

/** `<key id>:<base64 of 32 bytes>` or the bare base64, comma separated: contract §3. */
export const encryptionKeys: Kind<string> = kind(
  'a comma list of <key id>:<base64 of 32 bytes> (or only the base64); the first one encrypts',
  (value) => {
    const sound = value.split(',').every((item) => {
      const [, id, encoded = ''] = /^(?:([^:]*):)?(.*)$/.exec(item.trim()) ?? [];
      const bytes = Buffer.from(encoded, 'base64');
      const same = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
      return bytes.length === 32 && same && (id === undefined || /^[A-Za-z0-9._-]{1,32}$/.test(id));
    });
    return sound ? value : refuse();
  },
  true,
);
