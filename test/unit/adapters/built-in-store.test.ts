import { createBuiltInStore } from '../../../src/adapters/identity/built-in-store';

/** The members of oidc-provider's adapter that these tests call. */
interface Store {
  upsert(id: string, payload: object, expiresIn?: number): Promise<void>;
  find(id: string): Promise<object | undefined>;
  findByUid(uid: string): Promise<object | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

const newStores = (...models: string[]): Store[] => {
  const factory = createBuiltInStore();
  return models.map((model) => factory(model) as Store);
};

test('should keep the entries of each model and each provider apart', async () => {
  const [sessions, codes] = newStores('Session', 'AuthorizationCode') as [Store, Store];
  const [others] = newStores('Session') as [Store];
  await sessions.upsert('1', { uid: 'a' });
  await codes.upsert('1', { uid: 'a', grantId: 'g' });
  await codes.destroy('1');
  expect(await sessions.find('1')).toEqual({ uid: 'a' });
  expect(await sessions.findByUid('a')).toEqual({ uid: 'a' });
  expect([await codes.find('1'), await codes.findByUid('a'), await others.find('1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('should mark a consumed code and revoke all entries of a grant', async () => {
  const [codes, tokens] = newStores('AuthorizationCode', 'AccessToken') as [Store, Store];
  await codes.upsert('code', { grantId: 'g' }, 60);
  await tokens.upsert('token', { grantId: 'g' }, 60);
  await tokens.upsert('other', { grantId: 'h' }, 60);
  await codes.consume('code');
  expect(await codes.find('code')).toEqual({ grantId: 'g', consumed: expect.any(Number) as number });
  await tokens.revokeByGrantId('g');
  expect([await codes.find('code'), await tokens.find('token')]).toEqual([undefined, undefined]);
  expect(await tokens.find('other')).toEqual({ grantId: 'h' });
});
