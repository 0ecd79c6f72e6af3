import { signRequest, type Signer } from './sign';

export type Fetch = typeof globalThis.fetch;

export interface SigningFetchOptions extends Signer {
  /** Sends the request; default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly clock?: (() => Date) | undefined;
}

/**
 * Creates a `fetch` that signs requests. It reads the whole body, because the signature covers its digest. It follows no
 * redirects by default, because a signature is valid for one authority and path.
 */
export function createSigningFetch(options: SigningFetchOptions): Fetch {
  const send = options.fetch ?? globalThis.fetch;
  const clock = options.clock ?? ((): Date => new Date());
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const headers = Object.fromEntries(request.headers.entries());
    const signed = signRequest({ method: request.method, url: request.url, headers, body }, options, { now: clock() });
    return send(signed.url, {
      method: signed.method,
      headers: signed.headers,
      redirect: init?.redirect ?? 'manual',
      signal: request.signal,
      ...(body === undefined ? {} : { body }),
    });
  };
}
