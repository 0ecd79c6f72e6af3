import { idOf, keyOf } from '../../src/domain/keys';
import type { Client } from '../../src/client';
import { useTestApp } from '../support/app';
import { newId } from '../support/ledger';
import { callProvision, codeOf, mutate, type ProvisionedParty, provisioned, refusalOf } from '../support/parties';
import { until } from '../support/actors';
import { WAITING } from '../support/waiting';

/** Bindings of humans to principals, and the principals that a human acts for. */
const app = useTestApp({ ATS_ROLE: 'api' });

interface Binding {
  readonly bindingId: string;
  readonly provider: string;
  readonly subject: string;
  readonly role: 'OWNER' | 'VIEWER';
  readonly createdAt: string;
}

const BINDING = 'binding { bindingId provider subject role createdAt }';
let subjects = 0;
const someone = (): string => `bound-${String((subjects += 1))}`;

async function put(owner: Client, principalKey: string, subject: string, role: string, provider = 'test') {
  const input = { principalKey, provider, subject, role };
  return (await mutate<{ binding: Binding }>(owner, 'putBinding', input, BINDING)).binding;
}
async function remove(owner: Client, principalKey: string, bindingId: string) {
  return (await mutate<{ binding: Binding }>(owner, 'removeBinding', { principalKey, bindingId }, BINDING)).binding;
}
async function bindings({
  principalKey,
}: ProvisionedParty): Promise<Pick<Binding, 'bindingId' | 'subject' | 'role'>[]> {
  const { principal } = await app.operator.queryOrThrow<{ principal: { bindings: { nodes: Binding[] } } }>(
    `{ principal(principalKey: "${principalKey}") { bindings { nodes { bindingId subject role } } } }`,
  );
  return principal.bindings.nodes;
}
const rolesOf = async (party: ProvisionedParty) => (await bindings(party)).map(({ role }) => role);

// @spec C7, C15
describe('An owner', () => {
  // @spec C8
  test('binds a viewer, who reads everything and mutates nothing', async () => {
    const ann = await provisioned(app);
    const subject = someone();
    const viewer = app.consoleFor(subject);
    const read = () => viewer.queryOrThrow(`{ principal(principalKey: "${ann.principalKey}") { principalKey } }`);
    expect(await codeOf(read())).toBe('principal_access_denied');
    const binding = await put(ann.owner, ann.principalKey, subject, 'VIEWER');
    expect(binding).toMatchObject({ provider: 'test', subject, role: 'VIEWER' });
    expect(await read()).toEqual({ principal: { principalKey: ann.principalKey } });
    const rename = { principalKey: ann.principalKey, displayName: 'Mine now' };
    expect(await codeOf(mutate(viewer, 'renamePrincipal', rename, 'principal { id }'))).toBe(
      'principal_owner_required',
    );
    expect(await codeOf(put(viewer, ann.principalKey, subject, 'OWNER'))).toBe('principal_owner_required');
  });

  test('creates the human if the subject is new; the human owns nothing else', async () => {
    const ann = await provisioned(app);
    const subject = someone();
    await put(ann.owner, ann.principalKey, subject, 'VIEWER', 'elsewhere');
    const human = app.consoleFor(subject, 'elsewhere');
    expect(await human.queryOrThrow('{ wallet { balanceStamps } actingPrincipals { id } }')).toEqual({
      wallet: { balanceStamps: 0 },
      actingPrincipals: [],
    });
    expect(await codeOf(human.queryOrThrow('{ actingPrincipal { id } }'))).toBe('principal_not_found');
    const { principal } = await callProvision(human);
    expect(principal.principalKey).not.toBe(ann.principalKey);
  });

  test('changes a role by putting the binding again; a repetition changes nothing', async () => {
    const ann = await provisioned(app);
    const subject = someone();
    const viewer = await put(ann.owner, ann.principalKey, subject, 'VIEWER');
    const owner = await put(ann.owner, ann.principalKey, subject, 'OWNER');
    expect(owner).toEqual({ ...viewer, role: 'OWNER' });
    expect(await put(ann.owner, ann.principalKey, subject, 'OWNER')).toEqual(owner);
    expect((await rolesOf(ann)).sort()).toEqual(['OWNER', 'OWNER']);
    expect(await put(app.consoleFor(subject), ann.principalKey, subject, 'VIEWER')).toEqual(viewer);
  });

  test('removes a binding, and the human’s access ends with it', async () => {
    const ann = await provisioned(app);
    const subject = someone();
    const { bindingId } = await put(ann.owner, ann.principalKey, subject, 'OWNER');
    const other = app.consoleFor(subject);
    const rename = (displayName: string) =>
      codeOf(mutate(other, 'renamePrincipal', { principalKey: ann.principalKey, displayName }, 'principal { id }'));
    expect(await rename('Ours')).toBe('done');
    expect(await remove(ann.owner, ann.principalKey, bindingId)).toMatchObject({ bindingId, subject, role: 'OWNER' });
    expect(await rename('Not ours')).toBe('principal_access_denied');
    expect(await codeOf(remove(ann.owner, ann.principalKey, bindingId))).toBe('binding_not_found');
  });

  test('gets 404 binding_not_found for a binding of another principal and for an unknown key', async () => {
    const ann = await provisioned(app);
    const bob = await provisioned(app);
    const foreign = (await bindings(bob))[0]?.bindingId ?? '';
    for (const bindingId of [foreign, keyOf('bnd', newId()), keyOf('prn', newId()), 'nonsense']) {
      expect(await refusalOf(remove(ann.owner, ann.principalKey, bindingId))).toMatchObject({
        status: 404,
        code: 'binding_not_found',
      });
    }
    expect(await rolesOf(bob)).toEqual(['OWNER']);
  });

  test.each([
    ['provider', { provider: '' }],
    ['provider', { provider: 'with space' }],
    ['provider', { provider: 'x'.repeat(256) }],
    ['subject', { subject: '' }],
    ['subject', { subject: 'ünicode' }],
    ['subject', { subject: 'x'.repeat(256) }],
  ])('gets 400 for a %s that no acting header could carry: %j', async (member, part) => {
    const ann = await provisioned(app);
    const input = { principalKey: ann.principalKey, provider: 'test', subject: 'x', role: 'VIEWER', ...part };
    expect(await refusalOf(mutate(ann.owner, 'putBinding', input, BINDING))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      fields: [{ pointer: `/${member}` }],
    });
  });
});

// @id removed-owner-mutations
test.each([
  ['createCredential', 'credential { credentialId }', {}],
  ['rotateCredential', 'credential { credentialId }', {}],
  ['renamePrincipal', 'principal { displayName }', { displayName: 'Not theirs' }],
  ['registerAgent', 'agent { agentKey }', { card: { name: 'Not theirs', capabilities: {} } }],
  ['updateAgentNotificationUrl', 'agent { agentKey }', { agentKey: '', notificationUrl: 'https://93.184.215.14/hook' }],
  ['setAgentEventTypes', 'agent { agentKey }', { agentKey: '', eventTypes: ['TRADE_COMPLETED'] }],
  ['rotateWebhookSigningKey', 'webhookSigningKey { version }', { agentKey: '' }],
])(
  'should refuse a mutation with lasting effect when its owner is removed during the request: %s',
  async (field, selection, rest) => {
    const ann = await provisioned(app);
    const { principalKey } = ann;
    const card = { name: 'Hers', capabilities: {} };
    const { agent } = await mutate<{ agent: { agentKey: string } }>(
      ann.owner,
      'registerAgent',
      { principalKey, card },
      'agent { agentKey }',
    );
    const input = { ...rest, principalKey, ...('agentKey' in rest && agent) };
    const subject = someone();
    const { bindingId } = await put(ann.owner, principalKey, subject, 'OWNER');
    await app.sql('BEGIN');
    await app.sql('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', [idOf('prn', principalKey)]);
    const outcome = codeOf(mutate(app.consoleFor(subject), field, input, selection));
    await until(
      () => app.sql(WAITING),
      (locks) => locks.length > 0,
    );
    await app.sql('DELETE FROM binding WHERE binding_id = $1', [idOf('bnd', bindingId)]);
    await app.sql('COMMIT');
    expect(await outcome).toBe('principal_access_denied');
  },
);

// @spec C17
describe('The last owner stays', () => {
  const conflict = { status: 409, code: 'binding_state_conflict' };

  test('should refuse to remove or demote the last owner, for every caller', async () => {
    const ann = await provisioned(app, someone());
    await put(ann.owner, ann.principalKey, someone(), 'VIEWER');
    const own = (await bindings(ann)).find(({ role }) => role === 'OWNER');
    expect(await refusalOf(remove(ann.owner, ann.principalKey, own?.bindingId ?? ''))).toMatchObject(conflict);
    expect(await refusalOf(put(ann.owner, ann.principalKey, own?.subject ?? '', 'VIEWER'))).toMatchObject(conflict);
    expect((await rolesOf(ann)).sort()).toEqual(['OWNER', 'VIEWER']);
  });

  test('should let one of two owners leave', async () => {
    const ann = await provisioned(app, someone());
    const own = (await bindings(ann))[0]?.bindingId ?? '';
    await put(ann.owner, ann.principalKey, someone(), 'OWNER');
    expect(await remove(ann.owner, ann.principalKey, own)).toMatchObject({ bindingId: own });
    expect(await codeOf(ann.owner.queryOrThrow(`{ principal(principalKey: "${ann.principalKey}") { id } }`))).toBe(
      'principal_access_denied',
    );
    expect(await rolesOf(ann)).toEqual(['OWNER']);
  });

  // @id last-owner-races
  test('should keep one owner when two owners remove themselves or each other at once', async () => {
    for (const whom of ['themselves', 'each other'] as const) {
      for (let round = 0; round < 5; round += 1) {
        const ann = await provisioned(app, someone());
        const first = (await bindings(ann))[0]?.bindingId ?? '';
        const subject = someone();
        const second = (await put(ann.owner, ann.principalKey, subject, 'OWNER')).bindingId;
        const [mine, theirs] = whom === 'themselves' ? [first, second] : [second, first];
        const codes = await Promise.all([
          codeOf(remove(ann.owner, ann.principalKey, mine)),
          codeOf(remove(app.consoleFor(subject), ann.principalKey, theirs)),
        ]);
        // A removed human has no access to the principal, so the answer differs from a conflict.
        const lost = whom === 'themselves' ? 'binding_state_conflict' : 'principal_access_denied';
        expect(codes.sort()).toEqual(['done', lost].sort());
        expect(await rolesOf(ann)).toEqual(['OWNER']);
      }
    }
  });

  test('should keep one owner when both become viewers at once', async () => {
    const ann = await provisioned(app, someone());
    const own = (await bindings(ann))[0]?.subject ?? '';
    const subject = someone();
    await put(ann.owner, ann.principalKey, subject, 'OWNER');
    const codes = await Promise.all([
      codeOf(put(ann.owner, ann.principalKey, own, 'VIEWER')),
      codeOf(put(app.consoleFor(subject), ann.principalKey, subject, 'VIEWER')),
    ]);
    expect(codes.sort()).toEqual(['binding_state_conflict', 'done']);
    expect((await rolesOf(ann)).sort()).toEqual(['OWNER', 'VIEWER']);
  });
});

test('Ten concurrent puts of one new human make one human and one binding', async () => {
  const ann = await provisioned(app);
  const subject = someone();
  const made = await Promise.all(Array.from({ length: 10 }, () => put(ann.owner, ann.principalKey, subject, 'VIEWER')));
  expect(new Set(made.map(({ bindingId }) => bindingId)).size).toBe(1);
  expect(await app.sql('SELECT 1 FROM human WHERE subject = $1', [subject])).toHaveLength(1);
});

test('A human with several principals acts for the oldest; the others are listed, and viewed principals are not', async () => {
  const ann = await provisioned(app, someone());
  const bob = await provisioned(app);
  const cem = await provisioned(app);
  const dee = await provisioned(app);
  const annSubject = (await bindings(ann))[0]?.subject ?? '';
  for (const [party, role] of [
    [bob, 'OWNER'],
    [dee, 'VIEWER'],
    [cem, 'OWNER'],
  ] as const) {
    await put(party.owner, party.principalKey, annSubject, role);
  }
  expect(
    await ann.owner.queryOrThrow('{ actingPrincipal { principalKey } actingPrincipals { principalKey } }'),
  ).toEqual({
    actingPrincipal: { principalKey: ann.principalKey },
    actingPrincipals: [{ principalKey: bob.principalKey }, { principalKey: cem.principalKey }],
  });
  const nobody = app.consoleFor(someone());
  expect(await nobody.queryOrThrow('{ actingPrincipals { principalKey } }')).toEqual({ actingPrincipals: [] });
  expect(await codeOf(ann.agent.queryOrThrow('{ actingPrincipals { id } }'))).toBe('platform_only');
});

describe('A human whom others made an owner', () => {
  const ACTING = '{ actingPrincipal { principalKey } }';
  const OTHERS = '{ actingPrincipals { principalKey } }';

  // @spec C19
  test('gets a principal of its own by provisioning, and keeps it', async () => {
    const ann = await provisioned(app);
    const subject = someone();
    const human = app.consoleFor(subject);
    await put(ann.owner, ann.principalKey, subject, 'OWNER');
    expect(await codeOf(human.queryOrThrow(ACTING))).toBe('principal_not_found');
    expect(await human.queryOrThrow(OTHERS)).toEqual({ actingPrincipals: [{ principalKey: ann.principalKey }] });
    const own = await callProvision(human);
    expect(own.credential).not.toBeNull();
    const acting = { actingPrincipal: { principalKey: own.principal.principalKey } };
    expect(await human.queryOrThrow(ACTING)).toEqual(acting);
    await rename(human, ann.principalKey);
    expect(await human.queryOrThrow(ACTING)).toEqual(acting);
    expect(await human.queryOrThrow(OTHERS)).toEqual({ actingPrincipals: [{ principalKey: ann.principalKey }] });
  });

  // @spec C19
  test('acts for their principal, once it has acted as an owner and has none of its own', async () => {
    const ann = await provisioned(app);
    const subject = someone();
    const human = app.consoleFor(subject);
    await put(ann.owner, ann.principalKey, subject, 'VIEWER');
    await put(ann.owner, ann.principalKey, subject, 'OWNER');
    await rename(human, ann.principalKey);
    expect(await human.queryOrThrow(ACTING)).toEqual({ actingPrincipal: { principalKey: ann.principalKey } });
    expect(await callProvision(human)).toMatchObject({
      principal: { principalKey: ann.principalKey },
      credential: null,
    });
  });

  const rename = (human: Client, principalKey: string) =>
    mutate(human, 'renamePrincipal', { principalKey, displayName: 'Renamed' }, 'principal { principalKey }');
});
