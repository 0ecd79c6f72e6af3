import { createHash } from 'node:crypto';
import { idempotencyScope, type Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import type { ErrorCode } from '../../domain/errors/catalogue';
import type { SecretBox } from '../../operations/ports';
import { NotBatchable } from '../../database/batching/batchable';
import { literal, type BeginCall, type Tx } from '../../database/transactions/database';
import type { HttpResponse } from '../responses/response';

/** How long the first request with a key is waited for before 409 (contract §4): wherever it waits, and run again or not. */
const MAX_KEY_WAIT_MS = 2_000;
/** Run again after a connection was lost, it meets its own lock for a moment; and to PostgreSQL 0 is for ever. */
const MIN_KEY_WAIT_MS = 100;
const RETENTION_HOURS = 72;
const SECRET_RETENTION_HOURS = 24;

/** A mutating request's claim on its key. */
export interface IdempotencyClaim {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly credentialId: string;
  /** Whether the credential is held from the claim on; else an operation of the request holds it, later. */
  readonly holds: boolean;
}

/** The key of the header: `"k"` and `k` are one key. @throws Refusal 400 `idempotency_key_required` */
export function idempotencyKey(header: string | undefined): string {
  const text = header?.trim() ?? '';
  const bare = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1]?.replace(/\\(["\\])/g, '$1') ?? text;
  if (!/^[\x21-\x7e]{1,255}$/.test(bare)) throw new Refusal('idempotency_key_required');
  return bare;
}

/** What a request must have in common with its first sending: method, path, query, body and for whom it acts. */
export function createClaim(
  caller: Caller,
  key: string,
  request: { readonly method: string; readonly target: string; readonly body: Buffer | undefined },
  holds = true,
): IdempotencyClaim {
  const hash = createHash('sha256');
  const acting = caller.kind === 'console' ? [caller.human?.provider ?? '', caller.human?.subject ?? ''] : ['', ''];
  for (const part of [request.method, request.target, ...acting, caller.agentText ?? '']) {
    hash.update(`${String(Buffer.byteLength(part))}:${part}`);
  }
  hash.update(request.body ?? '');
  const { credentialId } = caller;
  return { scope: idempotencyScope(caller), key, fingerprint: hash.digest(), credentialId, holds };
}

/**
 * The call that opens a mutating transaction; see sql/requests/claim_request.sql and try_claim_request.sql. Made when the
 * request begins to wait.
 */
export function claimCall(claim: IdempotencyClaim): BeginCall {
  const begun = performance.now();
  const left = (): number => Math.max(MIN_KEY_WAIT_MS, Math.round(MAX_KEY_WAIT_MS - (performance.now() - begun)));
  const fingerprint = `'\\x${claim.fingerprint.toString('hex')}'::bytea`;
  const values = [literal(claim.credentialId), literal(claim.scope), literal(claim.key), fingerprint].join(', ');
  return (now, waits) =>
    waits
      ? `claim_request(${values}, ${String(left())}, ${String(claim.holds)}, ${now})`
      : `try_claim_request(${values}, ${now})`;
}

/** One name of a request, for those who must know it again: the ledger, the payment processor. */
export function requestKey({ scope, key }: Pick<IdempotencyClaim, 'scope' | 'key'>): string {
  // A key has no line break, and neither have provider and subject: no two pairs are spelled alike.
  return `${scope}\n${key}`;
}

interface ClaimRow {
  verdict: 'go' | 'replay' | 'reused' | 'in_progress' | 'revoked' | 'busy';
  status: number | null;
  headers: Record<string, string> | null;
  body: string | null;
  body_ciphertext: Buffer | null;
  body_key_id: string | null;
}

/**
 * The kept answer of a literal replay, or undefined: go on.
 * @throws Refusal 422, 409, 401
 * @throws NotBatchable when a batch would have to wait for its key or credential
 */
export function resolveClaim(tx: Tx, claim: IdempotencyClaim, secrets: SecretBox): HttpResponse | undefined {
  const row = tx.beginResult as ClaimRow;
  switch (row.verdict) {
    case 'go':
      return undefined;
    case 'reused':
      throw new Refusal('idempotency_key_reused');
    case 'in_progress':
      throw new Refusal('idempotency_key_in_progress');
    case 'revoked':
      throw new Refusal('credential_invalid');
    case 'busy':
      throw new NotBatchable('its key or its credential is held by another');
    case 'replay':
      return {
        status: row.status ?? 500,
        headers: { ...row.headers, 'idempotency-replayed': 'true' },
        body: row.body ?? decryptBody(row, claim, secrets),
      };
  }
}

function decryptBody(row: ClaimRow, claim: IdempotencyClaim, secrets: SecretBox): string {
  return secrets.decrypt(
    { ciphertext: row.body_ciphertext ?? Buffer.alloc(0), keyId: row.body_key_id ?? '' },
    `answer:${claim.scope}\n${claim.key}`,
  );
}

/** Keeps the answer, in the round trip of COMMIT. */
export function storeResponse(
  tx: Tx,
  claim: IdempotencyClaim,
  answer: HttpResponse,
  secrets: SecretBox | undefined,
): void {
  const sealed = secrets?.encrypt(answer.body, `answer:${claim.scope}\n${claim.key}`);
  const hours = sealed ? SECRET_RETENTION_HOURS : RETENTION_HOURS;
  const values = [
    literal(claim.scope),
    literal(claim.key),
    `'\\x${claim.fingerprint.toString('hex')}'`,
    String(answer.status),
    literal(JSON.stringify(answer.headers)),
    sealed ? 'NULL' : literal(answer.body),
    sealed ? `'\\x${sealed.ciphertext.toString('hex')}'` : 'NULL',
    literal(sealed?.keyId ?? null),
    `'${tx.now.toISOString()}'`,
    String(hours),
  ];
  tx.beforeCommit(`SELECT keep_answer(${values.join(', ')})`);
}

/** Refusals that are not kept: the same key may be sent again once the request or the world is mended (contract §4). */
const NOT_STORED: ReadonlySet<ErrorCode> = new Set([
  'validation_failed',
  'query_refused',
  'acting_headers_required',
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_key_in_progress',
  'principal_access_denied',
  'principal_owner_required',
  'platform_only',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
]);

/** Whether a refusal is the answer of its key for good: a domain 4xx. */
export function isStorable(refusal: {
  readonly code: ErrorCode;
  readonly entry: { readonly status: number };
}): boolean {
  const { status } = refusal.entry;
  return status >= 400 && status < 500 && status !== 401 && !NOT_STORED.has(refusal.code);
}
