import { Refusal } from '../../../src/domain/errors/errors';
import { readAnchor } from '../../../src/domain/parties/principal-input';
import { assertDaily, assertPrincipals, assertQuota } from '../../../src/domain/parties/quotas';
import { nextMidnight } from '../../../src/domain/time';
import { ANN } from './market';

const NOON = new Date('2026-11-20T12:00:00.500Z');

function refusalOf(call: () => void): Refusal | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}

describe('A quota', () => {
  test('should admit the last one and refuse the next', () => {
    const principal = { principalId: ANN, maxAgents: 2 };
    expect(refusalOf(() => assertQuota(principal, 'maxAgents', 2))).toBeUndefined();
    expect(refusalOf(() => assertQuota(principal, 'maxAgents', 3))).toMatchObject({
      code: 'principal_quota_exceeded',
      message: 'The principal may have at most 2 agents (max_agents).',
      members: { limit: 'max_agents', maximum: 2 },
    });
  });

  // @spec E18
  test('should not advise to remove anything when it is 0', () => {
    const remedyOf = (maxAgents: number) =>
      refusalOf(() => assertQuota({ principalId: ANN, maxAgents }, 'maxAgents', maxAgents + 1))?.remedy;
    expect(remedyOf(1)).toMatch(/^Remove what you no longer need/);
    expect(remedyOf(0)).toMatch(/^No removal makes room: `maximum` is 0\. Ask an operator/);
  });

  // @spec E18
  test('should not advise to remove principals, which nothing removes', () => {
    const remedy = refusalOf(() => assertPrincipals(3, 2))?.remedy;
    expect(remedy).toMatch(/^Use a principal that you have, or ask an operator/);
  });

  test('should be an integer from 0 to 2,000,000,000 in the economic anchor', () => {
    expect(readAnchor({ max_agents: 0, kept_answer_bytes: 2_000_000_000 })).toEqual({
      maxAgents: 0,
      keptAnswerBytes: 2_000_000_000,
    });
    for (const max_agents of [-1, 1.5, 2_000_000_001]) {
      const refusal = refusalOf(() => readAnchor({ max_agents }));
      expect(refusal?.members['fields']).toMatchObject([{ pointer: '/max_agents' }]);
    }
  });
});

describe('A daily quota', () => {
  const refused = (used: number, isOwner: boolean, quota: 'matchRunsPerDay' | 'changesPerDay') =>
    refusalOf(() => {
      assertDaily(quota, { used, maximum: 10 }, { isOwner, now: NOON });
    });

  test('should refuse with the seconds until midnight UTC, rounded up', () => {
    expect(refused(10, false, 'matchRunsPerDay')).toBeUndefined();
    expect(refused(11, false, 'matchRunsPerDay')?.members).toMatchObject({
      limit: 'match_runs_per_day',
      maximum: 10,
      retry_after_seconds: 12 * 3600,
    });
  });

  // @spec E18
  test('should advise no wait when it is 0, except owners whose further changes return at midnight', () => {
    const none = (used: number, isOwner: boolean) =>
      refusalOf(() => assertDaily('changesPerDay', { used, maximum: 0 }, { isOwner, now: NOON }));
    expect(none(1, false)).toMatchObject({
      message: 'The principal may make no such calls (changes_per_day).',
      availableAt: null,
      members: { limit: 'changes_per_day', maximum: 0, retry_after_seconds: 12 * 3600 },
    });
    expect(none(1, false)?.remedy).toMatch(/^No wait makes room: `maximum` is 0\. Ask an operator/);
    const midnight = new Date('2026-11-21T00:00:00.000Z');
    for (const refusal of [none(101, true), refused(11, false, 'matchRunsPerDay')]) {
      expect(refusal?.remedy).toMatch(/^Wait for Retry-After seconds/);
      expect(refusal?.availableAt).toEqual(midnight);
    }
  });

  test('should leave 100 changes for owners, and no match runs', () => {
    expect(refused(110, true, 'changesPerDay')).toBeUndefined();
    expect(refused(111, true, 'changesPerDay')).toBeDefined();
    expect(refused(11, false, 'changesPerDay')).toBeDefined();
    expect(refused(11, true, 'matchRunsPerDay')).toBeDefined();
  });

  test('should begin again at the next midnight, also when it is midnight', () => {
    expect(nextMidnight(NOON)).toEqual(new Date('2026-11-21T00:00:00.000Z'));
    expect(nextMidnight(new Date('2026-11-20T00:00:00.000Z'))).toEqual(new Date('2026-11-21T00:00:00.000Z'));
  });
});
