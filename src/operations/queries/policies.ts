import { createHash } from 'node:crypto';
import { canonical } from '../../domain/canonical';
import { activePolicy, databaseTime, policyActivations, policyStatus } from '../../database/repositories/policies';
import type { Db } from '../../database/transactions/statement';
import { DEFAULT_POLICY, policies as released } from '../../domain/trades/policy';
import type { PolicyActivation, PolicyStatus } from '../../domain/trades/policy-activation';
import { policyText, type PolicyText } from '../../domain/trades/policy-text';

export interface PublicPolicy {
  readonly version: string;
  readonly ruleVersion: string;
  /** SHA-256 of the canonical JSON of the text, in hex. */
  readonly sha256: string;
  readonly text: PolicyText;
  /** The start of the current policy; the next or last activation of another one. Null: none is recorded. */
  readonly activeFrom: Date | null;
  /** Whether new trades have this policy. */
  readonly isCurrent: boolean;
}

/** Released policies never change, so their texts are hashed once a process. */
const texts = Object.values(released).map((policy) => {
  const text = policyText(policy);
  const sha256 = createHash('sha256').update(canonical(text)).digest('hex');
  return { version: policy.version, ruleVersion: policy.ruleVersion, sha256, text };
});

export { databaseTime };

/** The policy of a trade that is created at this time. */
export async function currentPolicy(db: Db, now: Date, setting: string | undefined): Promise<string> {
  return (await activePolicy(db, now)) ?? setting ?? DEFAULT_POLICY;
}

/** The status that decides whether a process may start, by the clock of the database. */
export async function readPolicyStatus(db: Db): Promise<PolicyStatus> {
  return policyStatus(db, await databaseTime(db));
}

/** All released policies, oldest first. */
export async function publicPolicies(db: Db, now: Date, setting: string | undefined): Promise<PublicPolicy[]> {
  const [current, activations] = [await currentPolicy(db, now, setting), await policyActivations(db)];
  return texts.map((policy) => {
    const isCurrent = policy.version === current;
    const start = isCurrent ? startOfCurrent(activations, current, now) : nextOrLast(activations, policy.version, now);
    return { ...policy, isCurrent, activeFrom: start ?? null };
  });
}

/** The first activation after that of another policy. The current policy can be activated again. */
function startOfCurrent(activations: readonly PolicyActivation[], current: string, now: Date): Date | undefined {
  const past = activations.filter(({ effectiveAt }) => effectiveAt <= now);
  return past[past.findLastIndex(({ policyVersion }) => policyVersion !== current) + 1]?.effectiveAt;
}

function nextOrLast(activations: readonly PolicyActivation[], version: string, now: Date): Date | undefined {
  const own = activations.filter(({ policyVersion }) => policyVersion === version);
  return (own.find(({ effectiveAt }) => effectiveAt > now) ?? own.at(-1))?.effectiveAt;
}
