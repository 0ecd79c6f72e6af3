import { createHash } from 'node:crypto';
import { canonical } from '../../src/domain/canonical';
import type { PolicyText } from '../../src/domain/trades/policy-text';
import { newUuidV7 } from '../../src/adapters/ids';
import { openDatabase } from '../../src/database/connection/open';
import { idOf } from '../../src/domain/keys';
import { adoptPolicy } from '../../src/operations/commands/policy';
import { readSettings } from '../../src/settings/settings';
import { useTestApp } from '../support/app';
import {
  accept,
  createTrade,
  mutate,
  principal,
  propose,
  startTrade,
  type Party,
  type StartedTrade,
} from '../support/actors';
import { refusal } from '../support/exchange';
import { body, restOf } from '../support/rest';
import { twoParties } from '../support/trades';

const DAY = 86_400;

const app = useTestApp({ ATS_ROLE: 'api', ATS_POLICY_VERSION: 'slash_policy_v1' });
let provider: Party;
let consumer: Party;
beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

interface Policy {
  readonly version: string;
  readonly sha256: string;
  readonly text: PolicyText;
  readonly activeFrom: string | null;
  readonly isCurrent: boolean;
}

// @spec SE49
test('Every caller can read the rules and the arithmetic of each policy, with their digest', async () => {
  const query = '{ policies { version ruleVersion sha256 text activeFrom isCurrent } }';
  const { policies } = await provider.api.queryOrThrow<{ policies: Policy[] }>(query);
  expect(policies).toMatchObject([
    { version: 'slash_policy_v1', ruleVersion: 'rules_v1', activeFrom: expect.any(String) as string, isCurrent: true },
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

  const { data } = body<{ data: Record<string, unknown>[] }>(await restOf(app, provider).get('/policies'));
  expect(data).toEqual(
    policies.map(({ version, sha256, text, activeFrom, isCurrent }) => {
      const rule_version = text.rule_version;
      return { version, rule_version, sha256, text, active_from: activeFrom, is_current: isCurrent };
    }),
  );
});

describe('The activation of a policy by an operator', () => {
  const announce = (policyVersion: string, effectiveAt: string) =>
    mutate<{ policy: Policy }>(
      app.operator,
      'activatePolicy',
      { policyVersion, effectiveAt },
      'policy { version activeFrom isCurrent }',
    );
  const inSeconds = (seconds: number): string =>
    new Date(Date.now() + app.clock.offsetMs() + seconds * 1000).toISOString();
  async function policyOf({ tradeKey }: StartedTrade): Promise<unknown> {
    const text = 'SELECT policy_version FROM trade WHERE trade_id = $1';
    const [row] = await app.sql<{ policy_version: string }>(text, [idOf('trd', tradeKey)]);
    return row?.policy_version;
  }

  // @spec SE53
  it('needs a released policy and 24 hours of notice', async () => {
    const early = await refusal(announce('slash_policy_v1.1', inSeconds(DAY - 60)), 'validation_failed');
    expect(early).toMatchObject({ fields: [{ pointer: '/effective_at' }] });
    const unknown = await refusal(announce('slash_policy_v9', inSeconds(2 * DAY)), 'validation_failed');
    expect(unknown).toMatchObject({ fields: [{ pointer: '/policy_version' }] });
  });

  // @spec SE53, SE54
  // @id policy-activation
  it('takes effect by the clock, and open trades keep their policy', async () => {
    const before = await startTrade(provider, consumer);
    const effectiveAt = inSeconds(DAY + 60);
    const { policy } = await announce('slash_policy_v1.1', effectiveAt);
    expect(policy).toEqual({ version: 'slash_policy_v1.1', activeFrom: effectiveAt, isCurrent: false });
    const during = await startTrade(provider, consumer);

    app.clock.advance(DAY + 61);
    const { service } = await provider.api.queryOrThrow<{ service: object }>(
      '{ service { policyVersion ruleVersion } }',
    );
    expect(service).toEqual({ policyVersion: 'slash_policy_v1.1', ruleVersion: 'rules_v1.1' });
    const after = await startTrade(provider, consumer);
    expect(await Promise.all([before, during, after].map(policyOf))).toEqual([
      'slash_policy_v1',
      'slash_policy_v1',
      'slash_policy_v1.1',
    ]);
  });

  // @spec SE55
  it('is in the operator log, and principals in the market get an event', async () => {
    const { operatorLog } = await app.operator.queryOrThrow<{ operatorLog: { nodes: Record<string, unknown>[] } }>(
      '{ operatorLog(subjectKey: "slash_policy_v1.1") { nodes { operation before after } } }',
    );
    const [activation] = await app.sql<{ effective_at: Date }>(
      'SELECT effective_at FROM policy_activation WHERE act_id IS NOT NULL',
    );
    const effectiveAt = activation?.effective_at.toISOString();
    expect(operatorLog.nodes).toEqual([
      {
        operation: 'ACTIVATE_POLICY',
        before: { policyVersion: 'slash_policy_v1' },
        after: { policyVersion: 'slash_policy_v1.1', effectiveAt },
      },
    ]);
    const events = await app.sql<{ data: object }>("SELECT data FROM event WHERE type = 'policy.announced'");
    expect(events.map(({ data }) => data)).toEqual(
      expect.arrayContaining(
        [provider, consumer].map(({ principalKey }) => ({
          principal_key: principalKey,
          policy_version: 'slash_policy_v1.1',
          rule_version: 'rules_v1.1',
          effective_at: effectiveAt,
        })),
      ),
    );
  });

  it('is no finding of the audit', async () => {
    expect(await app.sql('SELECT detail FROM audit_a7_activations')).toEqual([]);
  });

  // @spec SE54
  it('keeps the start of the current policy when an operator announces it again', async () => {
    const [activation] = await app.sql<{ effective_at: Date }>(
      'SELECT effective_at FROM policy_activation WHERE act_id IS NOT NULL',
    );
    const { policy } = await announce('slash_policy_v1.1', inSeconds(2 * DAY));
    expect(policy).toEqual({
      version: 'slash_policy_v1.1',
      activeFrom: activation?.effective_at.toISOString(),
      isCurrent: true,
    });
    app.clock.advance(2 * DAY + 1);
    const { policies } = await provider.api.queryOrThrow<{ policies: object[] }>(
      '{ policies { version activeFrom isCurrent } }',
    );
    expect(policies).toContainEqual(policy);
  });

  // @spec PR25
  // @id policy-without-agreed-terms
  it('starts no trade whose terms the active policy lacks, and says which terms', async () => {
    const items = [{ itemId: 'core', description: 'The data set', weight: 1000, must: true }];
    await announce('slash_policy_v1', inSeconds(DAY + 60));
    const steps = [{ title: 'One', shareBps: 10_000, items }];
    const [agreed, open] = [await propose(provider, consumer, { steps }), await propose(provider, consumer, { steps })];
    await accept(agreed, provider, consumer);
    app.clock.advance(DAY + 61);

    const detail = 'The active policy slash_policy_v1 does not have these terms: the acceptance items of step 1.';
    await refusal(createTrade(consumer, agreed.proposalKey), 'proposal_state_conflict');
    await refusal(accept(open, provider), 'proposal_state_conflict');
    const acts = `allowedActions { operation input } blockedActions { operation input code detail }`;
    const blocked = { code: 'PROPOSAL_STATE_CONFLICT', detail };
    expect(await principal(consumer.api, `proposal(proposalKey: "${agreed.proposalKey}") { ${acts} }`)).toMatchObject({
      proposal: {
        blockedActions: expect.arrayContaining([{ operation: 'createTrade', input: null, ...blocked }]) as unknown,
      },
    });
    const { proposal } = await principal<{ proposal: { allowedActions: { input: { decision: string } }[] } }>(
      provider.api,
      `proposal(proposalKey: "${open.proposalKey}") { ${acts} }`,
    );
    expect(proposal.allowedActions.map(({ input }) => input.decision)).toEqual(['COUNTER', 'REJECT']);
  });
});

describe('ATS_POLICY_VERSION on a database with trades', () => {
  async function adopt(
    env: 'production' | 'test',
    policyVersion: 'slash_policy_v1' | 'slash_policy_v1.1' | undefined,
  ): Promise<void> {
    const store = await openDatabase({ url: app.ownerUrl, poolSize: 1 });
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const settings = { ...readSettings({ ATS_ENV: 'test' }), env, policyVersion } as const;
    try {
      await adoptPolicy(store, { settings, newId: newUuidV7, log });
    } finally {
      await store.close();
    }
  }
  const current = async (): Promise<unknown> => (await app.sql('SELECT active_policy(now()) AS active'))[0]?.['active'];

  // @spec SE56
  // @id policy-of-another-setting
  it('ends a start in production if it is not the active policy, and takes effect at once elsewhere', async () => {
    expect(await current()).toBe('slash_policy_v1');
    await expect(adopt('production', 'slash_policy_v1.1')).rejects.toThrow(
      'ATS_POLICY_VERSION is slash_policy_v1.1, but the active policy is slash_policy_v1: unset it',
    );
    await adopt('production', 'slash_policy_v1');
    await adopt('production', undefined);
    expect(await current()).toBe('slash_policy_v1');
    await adopt('test', 'slash_policy_v1.1');
    expect(await current()).toBe('slash_policy_v1.1');
  });
});
