import { policyStartError, policyWarning, type PolicyData } from '../../../src/domain/trades/policy-activation';

const [OLD, NEW] = ['slash_policy_v1', 'slash_policy_v1.1'];
const data: PolicyData = { active: OLD, hasTrades: true, next: null };

describe('A start with ATS_POLICY_VERSION', () => {
  it('should fail only in production, with trades, and with another policy than the active one', () => {
    const isError = (setting: string | undefined, over: Partial<PolicyData>, isProduction: boolean) =>
      policyStartError(setting, { ...data, ...over }, isProduction) !== null;
    expect(isError(NEW, {}, true)).toBe(true);
    expect(isError(NEW, {}, false)).toBe(false);
    expect(isError(NEW, { hasTrades: false }, true)).toBe(false);
    expect(isError(NEW, { active: null }, true)).toBe(false);
    expect(isError(OLD, {}, true)).toBe(false);
    expect(isError(undefined, {}, true)).toBe(false);
  });

  it('should warn before the next activation makes the setting wrong', () => {
    const next = { policyVersion: NEW, effectiveAt: new Date('2026-12-01T00:00:00Z') };
    expect(policyWarning(OLD, { ...data, next })).toBe(
      `ATS_POLICY_VERSION is ${OLD}, but ${NEW} takes effect at 2026-12-01T00:00:00.000Z: unset it before`,
    );
    expect(policyWarning(NEW, { ...data, next })).toBeNull();
    expect(policyWarning(undefined, { ...data, next })).toBeNull();
    expect(policyWarning(OLD, data)).toBeNull();
  });
});
