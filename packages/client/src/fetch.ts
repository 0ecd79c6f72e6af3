import { type Credential, signRequest, type Signer } from './sign';

/** Header that names the agent of a request. */
export const AGENT_HEADER = 'x-agent-id';

export type Fetch = typeof globalThis.fetch;

export interface SigningFetchOptions extends Signer {
  /** Sends the request; default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly clock?: (() => Date) | undefined;
}

/**
 * Creates a `fetch` that signs requests. It reads the whole body, because the signature covers its digest. It follows no
 * redirects by default, because a signature is valid for one authority and path. An `X-Agent-Id` of the request takes
 * precedence over the agent of the signer.
 */
export function createSigningFetch(options: SigningFetchOptions): Fetch {
  checkCredential(options.credential);
  const send = options.fetch ?? globalThis.fetch;
  const clock = options.clock ?? ((): Date => new Date());
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const headers = Object.fromEntries(request.headers.entries());
    const agentId = headers[AGENT_HEADER] ?? options.agentId;
    const signer = { ...options, agentId };
    const signed = signRequest({ method: request.method, url: request.url, headers, body }, signer, { now: clock() });
    return send(signed.url, {
      method: signed.method,
      headers: signed.headers,
      redirect: init?.redirect ?? 'manual',
      // The signal of a Request follows the caller's only while the Request is referenced.
      signal: init?.signal ?? request.signal,
      ...(body === undefined ? {} : { body }),
    });
  };
}

/** Programs without types can give anything. The secret is not in the message. */
function checkCredential(credential: Partial<Credential> | undefined): void {
  if (typeof credential?.apiKey === 'string' && typeof credential.signingSecret === 'string') return;
  throw new TypeError(
    'credential must be { apiKey, signingSecret }; parseCredentialFile returns it for the text of a credential file',
  );
}
