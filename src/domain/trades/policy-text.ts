import { rulesOf } from './evaluation';
import type { ArithmeticText, Policy } from './policy-types';

/** A policy and its rule set as public data, with REST names. */
export interface PolicyText extends ArithmeticText {
  readonly version: string;
  readonly rule_version: string;
  /** The first rule that holds decides. Each rule lists its possible results. */
  readonly rules: readonly {
    readonly rule: number;
    readonly condition: string;
    readonly results: readonly ('pass_step' | FaultText)[];
  }[];
  readonly record_window_days: number;
}

interface FaultText {
  readonly failure_class: string;
  readonly failure_cause: string;
  /** Null if no principal is at fault. */
  readonly role_at_fault: string | null;
}

/** The text of a policy, from the tables that the code itself uses. */
export function policyText({ version, ruleVersion, recordWindowDays, arithmetic }: Policy): PolicyText {
  const rules = rulesOf(ruleVersion).table.map(({ rule, condition, results }) => ({
    rule,
    condition,
    results: results.map((result) => {
      if (result === 'pass_step') return result;
      const { failureClass, failureCause, role } = result;
      return { failure_class: failureClass, failure_cause: failureCause, role_at_fault: role };
    }),
  }));
  return { ...arithmetic, version, rule_version: ruleVersion, rules, record_window_days: recordWindowDays };
}
