import { createHash } from 'node:crypto';
import { canonical } from '../../domain/canonical';
import { policies as released } from '../../domain/trades/policy';
import { policyText, type PolicyText } from '../../domain/trades/policy-text';

export interface PublicPolicy {
  readonly version: string;
  readonly ruleVersion: string;
  /** SHA-256 of the canonical JSON of the text, in hex. */
  readonly sha256: string;
  readonly text: PolicyText;
  /** Null: no activation is recorded. */
  readonly activeFrom: Date | null;
  /** Whether new trades have this policy. */
  readonly isCurrent: boolean;
}

/** Released policies never change, so their texts are hashed once a process. */
const texts = Object.values(released).map((policy) => {
  const text = policyText(policy);
  const sha256 = createHash('sha256').update(canonical(text)).digest('hex');
  return { version: policy.version, ruleVersion: policy.ruleVersion, sha256, text, activeFrom: null };
});

/** All released policies, oldest first. */
export function publicPolicies(currentVersion: string): PublicPolicy[] {
  return texts.map((policy) => ({ ...policy, isCurrent: policy.version === currentVersion }));
}
