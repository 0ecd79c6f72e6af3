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

/** The part of a record that the store itself reads. */
interface Payload {
  readonly jti?: string;
  readonly grantId?: string;
}

const hash = (id: string): Buffer => createHash('sha256').update(id).digest();

/**
 * The storage of oidc-provider (its `adapter`): rows of `oauth_record`, so that every API node knows every token.
 *
 * An id is a code or a token, so only its hash is stored. A client is not stored: its id contains its metadata.
 * @param usedTwice makes the error of a code or token that is used a second time
 */
export function createRecords(store: Database, usedTwice: () => Error): (model: string) => object {
  return (model) => (model === 'Client' ? clients : recordsOf(store, model, usedTwice));
}

const clients = {
  upsert: (): Promise<void> => Promise.resolve(),
  find: (id: string): Promise<ClientMetadata | undefined> => Promise.resolve(decodeClient(id)),
};

function recordsOf(store: Database, model: string, usedTwice: () => Error): object {
  return {
    async upsert(id: string, { jti: _, ...payload }: Payload, expiresIn: number): Promise<void> {
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
      return payload && { ...payload, jti: id };
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
