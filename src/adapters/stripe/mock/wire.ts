/** An error in Stripe's format: `{"error": {type, code, param, message}}`. */
export class StripeMockError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly members: { readonly type?: string; readonly code?: string; readonly param?: string } = {},
  ) {
    super(message);
  }

  get body(): object {
    return { error: { type: 'invalid_request_error', ...this.members, message: this.message } };
  }
}

/** Parameters by their full form name: `line_items[0][price_data][currency]`. */
export type Params = ReadonlyMap<string, string>;

/** Parses form-encoded parameters. @throws StripeMockError for a parameter that matches no pattern */
export function paramsFrom(body: string, patterns: readonly RegExp[]): Params {
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (!patterns.some((pattern) => pattern.test(name))) {
      const param = name.replace(/\[.*$/, '');
      throw new StripeMockError(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
    }
    params.set(name, value);
  }
  return params;
}

export function required(params: Params, name: string): string {
  const value = params.get(name);
  if (value === undefined || value === '') {
    throw new StripeMockError(400, `Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  }
  return value;
}

export function wholeNumber(params: Params, name: string, min: number): number {
  const text = required(params, name);
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < min) {
    throw new StripeMockError(400, `Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: name });
  }
  return value;
}

/** Checks for an absolute http(s) URL, which may become a link or a redirect. */
export function webAddress(value: string, name: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new StripeMockError(400, 'Not a valid URL', { code: 'url_invalid', param: name });
  }
  return value;
}

/** Collects the members of a hash parameter: `metadata[pack]=starter` → `{pack: 'starter'}`. */
export function hash(params: Params, name: string): Readonly<Record<string, string>> {
  const prefix = `${name}[`;
  return Object.fromEntries(
    [...params]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length, -1), value] as const),
  );
}
