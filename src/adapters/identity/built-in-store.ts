import { LRUCache } from 'lru-cache';
import type { Adapter } from 'oidc-provider';

type Payload = Record<string, unknown>;

/** Development has fewer sign-ins than this at once. */
const MAX_ENTRIES = 1_000;

/** Creates the built-in provider's storage: in memory, one for all models of oidc-provider. */
export function memoryStore(): (model: string) => Adapter {
  const entries = new LRUCache<string, Payload>({ max: MAX_ENTRIES });

  const findBy = (model: string, member: string, value: string): Payload | undefined => {
    for (const [key, payload] of entries.entries()) {
      if (key.startsWith(`${model}:`) && payload[member] === value) return payload;
    }
    return undefined;
  };

  return (model) => ({
    upsert(id, payload, expiresIn) {
      entries.set(`${model}:${id}`, { ...payload }, { ttl: expiresIn * 1_000 });
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(entries.get(`${model}:${id}`)),
    findByUid: (uid) => Promise.resolve(findBy(model, 'uid', uid)),
    findByUserCode: (userCode) => Promise.resolve(findBy(model, 'userCode', userCode)),
    consume(id) {
      const payload = entries.get(`${model}:${id}`);
      if (payload) payload['consumed'] = Math.floor(Date.now() / 1000);
      return Promise.resolve();
    },
    destroy(id) {
      entries.delete(`${model}:${id}`);
      return Promise.resolve();
    },
    revokeByGrantId(grantId) {
      for (const [key, payload] of [...entries.entries()]) if (payload['grantId'] === grantId) entries.delete(key);
      return Promise.resolve();
    },
  });
}
