import { createHash } from 'node:crypto';
import type { Database } from '../../../database/transactions/database';
import {
  consumeOauthRecord,
  deleteOauthRecord,
  deleteOauthRecordsOf,
  findOauthRecord,
  putOauthRecord,
} from '../../../database/repositories/oauth';
import { addSeconds } from '../../../domain/time';
import { disconnect } from '../../../operations/commands/oauth-connection';
import { type ClientMetadata, decodeClient } from './clients';
import { OAUTH_PATHS } from './paths';

/** The part of a record that the store itself reads. */
interface Payload {
  readonly jti?: string;
  readonly grantId?: string;
  /** The address that continues an open consent. It contains the id. */
  readonly returnTo?: string;
}

/** The parts of the server that the storage uses. */
interface RecordsDeps {
  readonly store: Database;
  readonly publicUrl: string;
  /** Makes the error of a code or token that is used a second time. */
  readonly usedTwice: () => Error;
}

const hash = (id: string): Buffer => createHash('sha256').update(id).digest();

/**
 * The storage of oidc-provider (its `adapter`): rows of `oauth_record`, so that every API node knows every token.
 *
 * An id is a code, a token or the cookie of an open consent, so only its hash is stored. A client is not stored: its id
 * contains its metadata.
 */
export function createRecords(deps: RecordsDeps): (model: string) => object {
  return (model) => (model === 'Client' ? clients : recordsOf(deps, model));
}

const clients = {
  upsert: (): Promise<void> => Promise.resolve(),
  find: (id: string): Promise<ClientMetadata | undefined> => Promise.resolve(decodeClient(id)),
};

function recordsOf({ store, publicUrl, usedTwice }: RecordsDeps, model: string): object {
  // The library sends the browser there after the decision.
  const addressesOf = (id: string): Payload =>
    model === 'Interaction' ? { returnTo: `${publicUrl}${OAUTH_PATHS.authorization}/${id}` } : {};
  return {
    async upsert(id: string, { jti: _, returnTo: __, ...payload }: Payload, expiresIn: number): Promise<void> {
      await store.inTransaction((tx) =>
        putOauthRecord(tx, {
          model,
          idHash: hash(id),
          payload,
          grantId: payload.grantId ?? null,
          expiresAt: addSeconds(tx.realNow, expiresIn),
        }),
      );
    },
    async find(id: string): Promise<object | undefined> {
      const payload = await findOauthRecord(store, model, hash(id));
      return payload && { ...payload, ...addressesOf(id), jti: id };
    },
    // oidc-provider needs it only for parts that are off here.
    findByUid: (): Promise<undefined> => Promise.resolve(undefined),
    async consume(id: string): Promise<void> {
      // Two requests may have found the code at the same time.
      if (!(await store.inTransaction((tx) => consumeOauthRecord(tx, model, hash(id))))) throw usedTwice();
    },
    // The library deletes a token that is revoked or used twice, which may be the last record of its connection.
    destroy: (id: string): Promise<void> =>
      store.inTransaction(async (tx) => disconnect(tx, await deleteOauthRecord(tx, model, hash(id)))),
    // The library deletes the tokens of a consent that was revoked, or whose code or token was used twice.
    revokeByGrantId: (grantId: string): Promise<void> =>
      store.inTransaction(async (tx) => disconnect(tx, await deleteOauthRecordsOf(tx, model, grantId))),
  };
}
