import { rethrowFrom } from './connection-error';
import { errorOfProblem } from './errors';
import type { Fetch } from './fetch';

/** A request that another program signed for `POST …/sandbox/verify-signature`. */
export interface SignatureToCheck {
  /** The headers as signed. Default: the client signs the request itself. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The signature base that the program signed. The answer then has the first line that differs. */
  readonly signatureBase?: string;
  readonly signal?: AbortSignal;
}

export interface SignatureCheck {
  readonly valid: boolean;
  /** Why the signature is invalid; null if it is valid. */
  readonly detail: string | null;
  /** The signature base that the service built from the request as it arrived. */
  readonly signatureBase: string;
  /** Null: the bases are equal, or the request had no `signatureBase`. */
  readonly firstDifference: {
    readonly line: number;
    readonly server: string | null;
    readonly client: string | null;
  } | null;
}

/** The part of `ats.sandbox` that is no operation of GraphQL. */
export interface SandboxChecks {
  /**
   * Says whether the sandbox accepts a signature, and why not. Without `headers`, it checks the credential and the clock
   * of this client. A live service has no such path: it throws an ApiError of status 404.
   */
  verifySignature(request?: SignatureToCheck): Promise<SignatureCheck>;
}

interface Sender {
  /** The GraphQL endpoint. */
  readonly url: string;
  /** The signing `fetch` of the client. */
  readonly signed: Fetch;
  /** Sends a request as it is. */
  readonly plain: Fetch;
}

interface Answer {
  readonly valid: boolean;
  readonly detail: string | null;
  readonly signature_base: string;
  readonly first_difference: SignatureCheck['firstDifference'];
}

export async function verifySignature(
  { url, signed, plain }: Sender,
  { headers, body, signatureBase, signal }: SignatureToCheck = {},
): Promise<SignatureCheck> {
  const target = url.replace(/\/graphql$/, '/sandbox/verify-signature');
  const base = signatureBase === undefined ? {} : { 'x-signature-base': Buffer.from(signatureBase).toString('base64') };
  const response = await (headers ? plain : signed)(target, {
    method: 'POST',
    headers: { ...headers, ...base },
    redirect: 'manual',
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  }).catch(rethrowFrom(url));
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOfProblem(answer, response.status, response.headers);
  const { valid, detail, signature_base, first_difference } = answer as Answer;
  return { valid, detail, signatureBase: signature_base, firstDifference: first_difference };
}
