import { policyStartError, policyWarning, type PolicyStatus } from '../../../src/domain/trades/policy-activation';

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
