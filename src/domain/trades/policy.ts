import { assert } from '../errors/errors';
import { slashPolicyV1 } from './policy-v1';
import { slashPolicyV11 } from './policy-v1-1';
import type { Policy } from './policy-types';

/** All released policies by version. A new version is a new file and a line here. */
export const policies: Readonly<Record<string, Policy>> = Object.freeze({
  [slashPolicyV1.version]: slashPolicyV1,
  [slashPolicyV11.version]: slashPolicyV11,
});

/** The policy of new trades on a database without a recorded activation. */
export const DEFAULT_POLICY = slashPolicyV11.version;

export function policyOf(version: string): Policy {
  const policy = policies[version];
  assert(policy, `settlement policy ${version} exists`);
  return policy;
}

/** The rule set that belongs to a policy. */
export function ruleVersionOf(policyVersion: string): string {
  return policyOf(policyVersion).ruleVersion;
}
