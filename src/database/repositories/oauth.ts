import type { CredentialScope } from '../../domain/sessions/credential-limits';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** Records of the authorization server, and the connections of applications. Hand-written SQL, because it works with JSON. */

export interface OauthRecord {
  readonly model: string;
  readonly idHash: Buffer;
  readonly payload: object;
  readonly grantId: string | null;
  readonly expiresAt: Date;
}

const TOKENS = new Set(['AccessToken', 'RefreshToken']);

/** Inserts a record, or replaces the one with its id. */
export async function putOauthRecord(tx: Tx, row: OauthRecord): Promise<void> {
  await tx.query({
    name: 'oauth_record_put',
    text: `INSERT INTO oauth_record (model, id_hash, payload, grant_id, expires_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (id_hash, model) DO UPDATE
             SET payload = EXCLUDED.payload, grant_id = EXCLUDED.grant_id, expires_at = EXCLUDED.expires_at`,
    values: [row.model, row.idHash, JSON.stringify(row.payload), row.grantId, row.expiresAt],
  });
}

export async function findOauthRecord(db: Db, model: string, idHash: Buffer): Promise<object | undefined> {
  const [row] = await db.query<{ payload: object }>({
    name: 'oauth_record_find',
    text: 'SELECT payload FROM oauth_record WHERE id_hash = $1 AND model = $2',
    values: [idHash, model],
  });
  return row?.payload;
}

/** Marks a code or token as used. Returns false if it is used already, so that it works once. */
export async function consumeOauthRecord(tx: Tx, model: string, idHash: Buffer): Promise<boolean> {
  const rows = await tx.query({
    name: 'oauth_record_consume',
    // A used token only has to be known as used, so that its repetition is noticed.
    text: `UPDATE oauth_record
           SET payload = payload || jsonb_build_object('consumed', $3::bigint),
               expires_at = least(expires_at, to_timestamp($3::bigint) + interval '1 day')
           WHERE id_hash = $1 AND model = $2 AND NOT payload ? 'consumed' RETURNING model`,
    values: [idHash, model, Math.floor(tx.realNow.getTime() / 1000)],
  });
  return rows.length > 0;
}

/** Deletes a record. Returns the credential as which it acted, if it is a token. */
export async function deleteOauthRecord(tx: Tx, model: string, idHash: Buffer): Promise<readonly string[]> {
  const rows = await tx.query<{ credential_id: string }>({
    name: 'oauth_record_delete',
    text: `DELETE FROM oauth_record WHERE id_hash = $1 AND model = $2 RETURNING payload ->> 'accountId' AS credential_id`,
    values: [idHash, model],
  });
  return TOKENS.has(model) ? rows.map((row) => row.credential_id) : [];
}

/** Deletes the codes and tokens of one model that belong to a consent. Returns the credentials as which they acted. */
export async function deleteOauthRecordsOf(tx: Tx, model: string, grantId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ credential_id: string }>({
    name: 'oauth_record_delete_of_grant',
    text: `DELETE FROM oauth_record WHERE grant_id = $1 AND model = $2 RETURNING payload ->> 'accountId' AS credential_id`,
    values: [grantId, model],
  });
  return [...new Set(rows.map((row) => row.credential_id))];
}

export interface OauthConnection {
  readonly credentialId: string;
  readonly humanId: string;
  readonly sessionId: string;
  readonly clientId: string;
}

export async function insertOauthConnection(tx: Tx, row: OauthConnection): Promise<void> {
  await tx.query({
    name: 'oauth_connection_insert',
    text: `INSERT INTO oauth_connection (credential_id, human_id, session_id, client_id, created_at)
           VALUES ($1, $2, $3, $4, $5)`,
    values: [row.credentialId, row.humanId, row.sessionId, row.clientId, tx.now],
  });
}

/** A live connection, by what makes it equal to a later one. */
export interface ConnectionKey {
  readonly humanId: string;
  /** Undefined: of every principal. */
  readonly principalId?: string;
  /** Undefined: of every session, application and agent. */
  readonly of?: { readonly sessionId: string; readonly clientId: string; readonly agentId: string | null };
}

/** The live credentials of a human's connections. */
export async function connectedCredentials(db: Db, { humanId, principalId, of }: ConnectionKey): Promise<string[]> {
  const rows = await db.query<{ credential_id: string }>({
    name: 'oauth_connected_credentials',
    text: `SELECT o.credential_id FROM oauth_connection o JOIN credential c USING (credential_id)
           WHERE o.human_id = $1 AND ($2::uuid IS NULL OR c.principal_id = $2) AND c.revoked_at IS NULL
             AND ($3::uuid IS NULL OR (o.session_id = $3 AND o.client_id = $4 AND c.agent_id IS NOT DISTINCT FROM $5::uuid))
           ORDER BY o.credential_id`,
    values: [humanId, principalId ?? null, of?.sessionId ?? null, of?.clientId ?? null, of?.agentId ?? null],
  });
  return rows.map((row) => row.credential_id);
}

/** The live credentials of the connections of a session. */
export async function credentialsOfSession(db: Db, sessionId: string): Promise<string[]> {
  const rows = await db.query<{ credential_id: string }>({
    name: 'oauth_credentials_of_session',
    text: `SELECT o.credential_id FROM oauth_connection o JOIN credential c USING (credential_id)
           WHERE o.session_id = $1 AND c.revoked_at IS NULL ORDER BY o.credential_id`,
    values: [sessionId],
  });
  return rows.map((row) => row.credential_id);
}

/** Lets the connections of a human's session go on with the session that replaces it. */
export async function moveOauthConnections(tx: Tx, fromSessionId: string, toSessionId: string): Promise<void> {
  await tx.query({
    name: 'oauth_connection_move',
    text: 'UPDATE oauth_connection SET session_id = $2 WHERE session_id = $1',
    values: [fromSessionId, toSessionId],
  });
}

/**
 * Joins of a connection `o`. It lives while its credential is live, its human owns the principal, and the session of its
 * human has not ended. $2 is the time.
 */
const LIVE = `JOIN credential c USING (credential_id)
  JOIN human h ON h.human_id = o.human_id AND h.closed_at IS NULL
  JOIN refresh_session s ON s.session_id = o.session_id AND s.ended_at IS NULL AND s.expires_at > $2
  JOIN binding b ON b.human_id = o.human_id AND b.principal_id = c.principal_id AND b.role = 'owner'
  WHERE c.revoked_at IS NULL AND c.expires_at > $2`;

/** The session of a live connection; undefined: the connection has ended. */
export async function liveOauthSession(db: Db, credentialId: string, at: Date): Promise<string | undefined> {
  const [row] = await db.query<{ session_id: string }>({
    name: 'oauth_connection_live',
    text: `SELECT o.session_id FROM oauth_connection o ${LIVE} AND o.credential_id = $1`,
    values: [credentialId, at],
  });
  return row?.session_id;
}

/** An access token as each request looks it up. */
export interface AccessTokenRow {
  readonly token_hash: Buffer;
  readonly credential_id: string;
  readonly principal_id: string;
  readonly agent_id: string | null;
  readonly token_scope: string;
  readonly credential_scopes: readonly CredentialScope[];
  readonly audience: string;
}

/** Finds valid access tokens of live connections by their hashes. */
export async function accessTokens(db: Db, tokenHashes: readonly Buffer[], at: Date): Promise<AccessTokenRow[]> {
  return db.query<AccessTokenRow>({
    name: 'oauth_access_tokens',
    text: `SELECT t.id_hash AS token_hash, c.credential_id, c.principal_id, c.agent_id,
             coalesce(t.payload ->> 'scope', '') AS token_scope,
             c.scopes AS credential_scopes, coalesce(t.payload ->> 'aud', '') AS audience
           FROM oauth_record t JOIN oauth_connection o ON o.credential_id = (t.payload ->> 'accountId')::uuid ${LIVE}
             AND t.id_hash = ANY ($1) AND t.model = 'AccessToken' AND t.expires_at > $2`,
    values: [[...tokenHashes], at],
  });
}

/** An agent that an owner can connect an application to. */
export interface ConnectionChoice {
  readonly principalId: string;
  readonly principalName: string;
  /** Whether the human agreed to be an owner. Others can bind any human. */
  readonly isAccepted: boolean;
  /** null: the principal has no agent. */
  readonly agentId: string | null;
  readonly agentName: string | null;
}

/** The principals that a human owns, each with its active agents. Accepted ones come first, in the order of `firstOwned`. */
export async function connectionChoices(db: Db, humanId: string, limit: number): Promise<ConnectionChoice[]> {
  const rows = await db.query<{
    principal_id: string;
    display_name: string;
    is_accepted: boolean;
    agent_id: string | null;
    agent_name: string | null;
  }>({
    name: 'oauth_connection_choices',
    text: `SELECT p.principal_id, p.display_name, b.accepted_at IS NOT NULL AS is_accepted, a.agent_id, a.card ->> 'name' AS agent_name
           FROM binding b JOIN principal p USING (principal_id)
           LEFT JOIN agent a ON a.principal_id = p.principal_id AND a.retired_at IS NULL
           WHERE b.human_id = $1 AND b.role = 'owner' ORDER BY b.accepted_at NULLS LAST, b.binding_id, a.agent_id LIMIT $2`,
    values: [humanId, limit],
  });
  return rows.map((row) => ({
    principalId: row.principal_id,
    principalName: row.display_name,
    isAccepted: row.is_accepted,
    agentId: row.agent_id,
    agentName: row.agent_name,
  }));
}
