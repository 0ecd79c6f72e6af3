import type { Adapter } from 'oidc-provider';

interface StoredEntry {
  readonly payload: Record<string, unknown>;
  readonly until: number;
}

/** So many sign-ins are on their way at once in no development; the oldest makes room. */
const MAX_ENTRIES = 1_000;

/** What the built-in provider remembers: in memory, for as long as each thing lives. One for all its models. */
export function memoryStore(): (model: string) => Adapter {
  const kept = new Map<string, StoredEntry>();

  const take = (key: string): Record<string, unknown> | undefined => {
    const found = kept.get(key);
    if (found && found.until > Date.now()) return found.payload;
    kept.delete(key);
    return undefined;
  };
  const findBy = (model: string, member: string, value: string): Record<string, unknown> | undefined => {
    for (const key of kept.keys()) {
      const payload = key.startsWith(`${model}:`) ? take(key) : undefined;
      if (payload?.[member] === value) return payload;
    }
    return undefined;
  };

  return (model) => ({
    upsert(id, payload, expiresIn) {
      const key = `${model}:${id}`;
      kept.delete(key);
      kept.set(key, { payload: { ...payload }, until: Date.now() + expiresIn * 1000 });
      const oldest = kept.size > MAX_ENTRIES ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(take(`${model}:${id}`)),
    findByUid: (uid) => Promise.resolve(findBy(model, 'uid', uid)),
    findByUserCode: (userCode) => Promise.resolve(findBy(model, 'userCode', userCode)),
    consume(id) {
      const payload = take(`${model}:${id}`);
      if (payload) payload['consumed'] = Math.floor(Date.now() / 1000);
      return Promise.resolve();
    },
    destroy(id) {
      kept.delete(`${model}:${id}`);
      return Promise.resolve();
    },
    revokeByGrantId(grantId) {
      for (const [key, { payload }] of kept) if (payload['grantId'] === grantId) kept.delete(key);
      return Promise.resolve();
    },
  });
}
