import {
  isAnnouncedSince,
  policyStartError,
  policyWarning,
  type PolicyStatus,
} from '../../../src/domain/trades/policy-activation';

const [OLD, NEW] = ['slash_policy_v1', 'slash_policy_v1.1'];
const status: PolicyStatus = { active: OLD, hasTrades: true, next: null };

describe('A start with ATS_POLICY_VERSION', () => {
  it('should fail only in production, with trades, and with another policy than the active one', () => {
    const isError = (setting: string | undefined, over: Partial<PolicyStatus>, isProduction: boolean) =>
      policyStartError(setting, { ...status, ...over }, isProduction) !== null;
    expect(isError(NEW, {}, true)).toBe(true);
    expect(isError(NEW, {}, false)).toBe(false);
    expect(isError(NEW, { hasTrades: false }, true)).toBe(false);
    expect(isError(NEW, { active: null }, true)).toBe(false);
    expect(isError(OLD, {}, true)).toBe(false);
    expect(isError(undefined, {}, true)).toBe(false);
  });

  it('should warn before the next activation makes the setting wrong', () => {
    const next = { policyVersion: NEW, effectiveAt: new Date('2026-12-01T00:00:00Z') };
    expect(policyWarning(OLD, { ...status, next })).toBe(
      `ATS_POLICY_VERSION is ${OLD}, but ${NEW} takes effect at 2026-12-01T00:00:00.000Z: unset it before`,
    );
    expect(policyWarning(NEW, { ...status, next })).toBeNull();
    expect(policyWarning(undefined, { ...status, next })).toBeNull();
    expect(policyWarning(OLD, status)).toBeNull();
  });
});

describe('A policy that is active now', () => {
  const day = (n: number): Date => new Date(Date.UTC(2026, 11, n));
  const activation = (policyVersion: string, announced: number, effective: number, actId: string | null = 'act') => ({
    ...{
      activationId: String(effective),
      policyVersion,
      announcedAt: day(announced),
      effectiveAt: day(effective),
      actId,
    },
  });
  const first = activation(OLD, 1, 1, null);
  const isNew = (activations: ReturnType<typeof activation>[], since: number, now = 20): boolean =>
    isAnnouncedSince([first, ...activations], day(since), day(now));

  // @spec PR27
  it('should count as announced since a time only if another policy was active then', () => {
    const next = activation(NEW, 5, 7);
    expect([4, 5, 6, 8].map((since) => isNew([next], since))).toEqual([true, false, false, false]);
    expect(isNew([next], 4, 6)).toBe(false);
    expect(isNew([], 4)).toBe(false);
    expect(isAnnouncedSince([], day(4), day(20))).toBe(false);
  });

  it('should not count as announced since a time if only its announcement was repeated', () => {
    expect(isNew([activation(OLD, 5, 7)], 4)).toBe(false);
    const next = activation(NEW, 3, 7);
    expect(isNew([next, activation(NEW, 5, 8)], 4)).toBe(false);
    // The announcement was withdrawn: the present policy was announced for the same time.
    expect(isNew([next, activation(OLD, 5, 7)], 4)).toBe(false);
  });

  it('should count as announced since a time if it was active only before another one', () => {
    const returned = [activation(NEW, 3, 5), activation(OLD, 7, 9)];
    expect([4, 6, 8].map((since) => isNew(returned, since))).toEqual([false, true, false]);
  });

  it('should count as announced if a setting made it active, because only a market without trades allows that', () => {
    expect(isNew([activation(NEW, 7, 7, null)], 4)).toBe(false);
    expect(isAnnouncedSince([first], new Date(0), day(20))).toBe(false);
  });
});
