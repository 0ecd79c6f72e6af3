import type { TradeSettings } from '../domain/trades/fact-types';
import { rulesOf } from '../domain/trades/evaluation';
import { DEFAULT_POLICY, ruleVersionOf } from '../domain/trades/policy';
import type { Settings } from '../settings/settings';

/**
 * The settings that every new trade stores.
 *
 * `active` is the policy by the recorded activations. Without one, the setting counts.
 */
export function tradeSettings(settings: Settings, active: string | null | undefined): TradeSettings {
  const policyVersion = active ?? settings.policyVersion ?? DEFAULT_POLICY;
  const ruleVersion = ruleVersionOf(policyVersion);
  return {
    activationFeeBps: settings.activationFeeBps,
    idleWindowSeconds: settings.idleWindowSeconds,
    rebuttalWindowSeconds: settings.rebuttalWindowSeconds,
    evaluationWindowSeconds: settings.evaluationWindowSeconds ?? rulesOf(ruleVersion).evaluationWindowSeconds,
    policyVersion,
    ruleVersion,
  };
}
