import { LRUCache } from 'lru-cache';
import type { Adapter } from 'oidc-provider';

type Payload = Record<string, unknown>;

/** More than enough for development; the oldest entry is evicted. */
const MAX_ENTRIES = 1_000;

/** Creates the in-memory store of the built-in provider, shared by all its models. */
export function memoryStore(): (model: string) => Adapter {
  const entries = new LRUCache<string, Payload>({ max: MAX_ENTRIES });
  const findBy = (model: string, member: string, value: string): Promise<Payload | undefined> => {
    const matches = entries.find((payload, key) => key.startsWith(`${model}:`) && payload[member] === value);
    return Promise.resolve(matches);
  };

  return (model) => ({
    upsert(id, payload, expiresIn) {
      entries.set(`${model}:${id}`, { ...payload }, { ttl: expiresIn * 1000 });
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(entries.get(`${model}:${id}`)),
    findByUid: (uid) => findBy(model, 'uid', uid),
    findByUserCode: (userCode) => findBy(model, 'userCode', userCode),
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
      for (const [key, payload] of entries) if (payload['grantId'] === grantId) entries.delete(key);
      return Promise.resolve();
    },
  });
}
