import { LRUCache } from 'lru-cache';

/** A session, form, code or token of the built-in identity provider, with the property names of oidc-provider. */
interface Payload {
  readonly uid?: string;
  readonly userCode?: string;
  readonly grantId?: string;
  consumed?: number;
}

const MAX_ENTRIES = 1_000;

/**
 * Creates the store of the built-in identity provider: the `adapter` of oidc-provider, in memory.
 * The package has such a store too, but does not export it. Searches by a property scan all entries, which are few.
 */
export function createBuiltInStore(): (model: string) => object {
  const entries = new LRUCache<string, Payload>({ max: MAX_ENTRIES });
  return (model) => {
    const prefix = `${model}:`;
    const findBy = (property: 'uid' | 'userCode', value: string): Promise<Payload | undefined> =>
      Promise.resolve(entries.find((payload, key) => key.startsWith(prefix) && payload[property] === value));
    return {
      upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
        entries.set(prefix + id, payload, { ttl: (expiresIn ?? 0) * 1000 });
        return Promise.resolve();
      },
      find: (id: string) => Promise.resolve(entries.get(prefix + id)),
      findByUid: (uid: string) => findBy('uid', uid),
      findByUserCode: (userCode: string) => findBy('userCode', userCode),
      consume(id: string): Promise<void> {
        const payload = entries.get(prefix + id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
        return Promise.resolve();
      },
      destroy(id: string): Promise<void> {
        entries.delete(prefix + id);
        return Promise.resolve();
      },
      /** Removes the codes and tokens of the grant, of every model. */
      revokeByGrantId(grantId: string): Promise<void> {
        for (const [key, payload] of entries.entries()) if (payload.grantId === grantId) entries.delete(key);
        return Promise.resolve();
      },
    };
  };
}
