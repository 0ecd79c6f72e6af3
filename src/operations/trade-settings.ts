import type { TradeSettings } from '../domain/trades/fact-types';
import { rulesOf } from '../domain/trades/evaluation';
import { ruleVersionOf } from '../domain/trades/policy';
import type { Settings } from '../settings/settings';

/** The settings that every new trade stores. */
export function tradeSettings(settings: Settings): TradeSettings {
  const ruleVersion = ruleVersionOf(settings.policyVersion);
  return {
    activationFeeBps: settings.activationFeeBps,
    idleWindowSeconds: settings.idleWindowSeconds,
    rebuttalWindowSeconds: settings.rebuttalWindowSeconds,
    evaluationWindowSeconds: settings.evaluationWindowSeconds ?? rulesOf(ruleVersion).evaluationWindowSeconds,
    policyVersion: settings.policyVersion,
    ruleVersion,
  };
}
