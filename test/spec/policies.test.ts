import { createHash } from 'node:crypto';
import { canonical } from '../../src/domain/canonical';
import type { PolicyText } from '../../src/domain/trades/policy-text';
import { startTestApp, type TestApp } from '../support/app';
import { createParty, type Party } from '../support/actors';
import { body, restOf } from '../support/rest';

let app: TestApp;
let party: Party;
beforeAll(async () => {
  app = await startTestApp({ ATS_POLICY_VERSION: 'slash_policy_v1' });
  party = await createParty(app, 'Reader');
});
afterAll(() => app.stop());

interface Policy {
  readonly version: string;
  readonly sha256: string;
  readonly text: PolicyText;
  readonly isCurrent: boolean;
}

// @spec SE49
test('Every caller can read the rules and the arithmetic of each policy, with their digest', async () => {
  const query = '{ policies { version ruleVersion sha256 text activeFrom isCurrent } }';
  const { policies } = await party.api.queryOrThrow<{ policies: Policy[] }>(query);
  expect(policies).toMatchObject([
    { version: 'slash_policy_v1', ruleVersion: 'rules_v1', activeFrom: null, isCurrent: true },
    { version: 'slash_policy_v1.1', ruleVersion: 'rules_v1.1', activeFrom: null, isCurrent: false },
  ]);
  for (const { sha256, text } of policies) {
    expect(createHash('sha256').update(canonical(text)).digest('hex')).toBe(sha256);
  }
  expect(policies[1]?.text.rules[0]).toEqual({
    rule: 1,
    condition: 'provider withdrew',
    results: [{ failure_class: 'F4', failure_cause: 'withdrew', role_at_fault: 'provider' }],
  });

  const { data } = body<{ data: Record<string, unknown>[] }>(await restOf(app, party).get('/policies'));
  expect(data).toEqual(
    policies.map(({ version, sha256, text, isCurrent }) => {
      const rule_version = text.rule_version;
      return { version, rule_version, sha256, text, active_from: null, is_current: isCurrent };
    }),
  );
});
