import { createHash } from 'node:crypto';
import { boundAgentOf, idempotencyScope, type Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import type { ErrorCode } from '../../domain/errors/catalogue';
import type { SecretBox } from '../../operations/ports';
import { NotBatchable } from '../../database/batching/batchable';
import { literal, type BeginCall, type Tx } from '../../database/transactions/database';
import type { HttpResponse } from '../responses/response';

/** How long a request waits for the first request with its key, retries included, before 409. */
const MAX_KEY_WAIT_MS = 2_000;
/** A retry can meet its own old lock, and PostgreSQL treats a lock timeout of 0 as "no limit". */
const MIN_KEY_WAIT_MS = 100;
const RETENTION_HOURS = 72;
const SECRET_RETENTION_HOURS = 24;

/** The claim of a mutating request on its idempotency key (docs/concepts/idempotency.md). */
export interface IdempotencyClaim {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly credentialId: string;
  /** Whether the claim locks the credential; otherwise the operation locks it later. */
  readonly locksCredential: boolean;
}

/** Creates a claim; its fingerprint covers method, path, query, body, agent and acting human. */
export function createClaim(
  caller: Caller,
  key: string,
  request: { readonly method: string; readonly target: string; readonly body: Buffer | string | undefined },
  locksCredential = true,
): IdempotencyClaim {
  const hash = createHash('sha256');
  const acting = caller.kind === 'console' ? [caller.human?.provider ?? '', caller.human?.subject ?? ''] : ['', ''];
  const boundAgentId = boundAgentOf(caller);
  // A credential of one agent never gets the answer to a credential of another agent, or of none.
  const bound = boundAgentId === undefined ? [] : ['bound', boundAgentId];
  for (const part of [request.method, request.target, ...acting, caller.agentText ?? '', ...bound]) {
    hash.update(`${String(Buffer.byteLength(part))}:${part}`);
  }
  hash.update(request.body ?? '');
  const { credentialId } = caller;
  return { scope: idempotencyScope(caller), key, fingerprint: hash.digest(), credentialId, locksCredential };
}

/**
 * Builds the SQL call that opens a mutating transaction; see sql/requests/claim_request.sql.
 * Call it when the request starts to wait, because the wait counts from then.
 */
export function claimCall(claim: IdempotencyClaim): BeginCall {
  const startedAt = performance.now();
  const remainingMs = (): number =>
    Math.max(MIN_KEY_WAIT_MS, Math.round(MAX_KEY_WAIT_MS - (performance.now() - startedAt)));
  const fingerprint = `'\\x${claim.fingerprint.toString('hex')}'::bytea`;
  const values = [literal(claim.credentialId), literal(claim.scope), literal(claim.key), fingerprint].join(', ');
  return (now, waits) =>
    waits
      ? `claim_request(${values}, ${String(remainingMs())}, ${String(claim.locksCredential)}, ${now})`
      : `try_claim_request(${values}, ${now})`;
}

/** Identifies a request in the ledger and at the payment processor. */
export function requestKey({ scope, key }: Pick<IdempotencyClaim, 'scope' | 'key'>): string {
  // A key, a provider and a subject have no line break, so the text is unique.
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
 * Returns the stored answer of a replay; undefined if the request must be executed.
 * @throws Refusal 422 for a reused key, 409 for a key in progress, 401 for a revoked credential
 * @throws NotBatchable if the batch would have to wait for the key or the credential
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
      throw new NotBatchable('another request holds its key or its credential');
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

/** Stores the response in the round trip of COMMIT. */
export function storeResponse(
  tx: Tx,
  claim: IdempotencyClaim,
  response: HttpResponse,
  secrets: SecretBox | undefined,
): void {
  const encrypted = secrets?.encrypt(response.body, `answer:${claim.scope}\n${claim.key}`);
  const hours = encrypted ? SECRET_RETENTION_HOURS : RETENTION_HOURS;
  const values = [
    literal(claim.scope),
    literal(claim.key),
    `'\\x${claim.fingerprint.toString('hex')}'`,
    String(response.status),
    literal(JSON.stringify(response.headers)),
    encrypted ? 'NULL' : literal(response.body),
    encrypted ? `'\\x${encrypted.ciphertext.toString('hex')}'` : 'NULL',
    literal(encrypted?.keyId ?? null),
    `'${tx.now.toISOString()}'`,
    String(hours),
  ];
  tx.beforeCommit(`SELECT keep_answer(${values.join(', ')})`);
}

/** Refusals that are not stored; a corrected request may use the same key again. */
const NOT_STORED: ReadonlySet<ErrorCode> = new Set([
  'validation_failed',
  'query_refused',
  'persisted_query_not_found',
  'acting_headers_required',
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_key_in_progress',
  'principal_access_denied',
  'principal_owner_required',
  'platform_only',
  'agent_mismatch',
  'insufficient_scope',
  'credential_restricted',
  'sandbox_only',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
]);

/** Tells whether a refusal is stored as the response of its key: a 4xx of the domain. */
export function isStorable(refusal: {
  readonly code: ErrorCode;
  readonly entry: { readonly status: number };
}): boolean {
  const { status } = refusal.entry;
  return status >= 400 && status < 500 && status !== 401 && !NOT_STORED.has(refusal.code);
}
