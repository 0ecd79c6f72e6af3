import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { ats } from './connect.mjs';

interface Evidence {
  readonly policy_version: string;
  readonly terms: { readonly coverage_threshold_bps: number; readonly dispute_burn_bps: number };
  readonly steps: readonly { readonly price_stamps: number; readonly coverage_bps: number }[];
}
interface PolicyText {
  readonly amounts: readonly { readonly causes: readonly string[]; to_provider: string; burnt_by_side: string }[];
}

/** Canonical JSON (RFC 8785) of data without fractions. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

// The newest dispute that no operator ruled, with the evidence of its settlement.
const { nodes } = await ats.trades.list({ filter: { states: ['FAILED'] }, first: 1 });
const tradeKey = nodes[0]?.tradeKey ?? '';
const settlement = await ats.trades.settlement({ tradeKey });
const stored = await ats.trades.evidence({ tradeKey });
if (settlement?.failureCause !== 'UNRULED' || !settlement.own || !stored)
  throw new Error('run the program of the dispute first');

// 1. The digest commits the service to this evidence.
const digest = createHash('sha256').update(canonical(stored.evidence)).digest('hex');
console.log(digest === stored.evidenceSha256 ? 'the digest matches' : 'the digest differs');

// 2. The formula of the policy, with the numbers of the evidence.
const { policy_version, terms, steps } = stored.evidence as unknown as Evidence;
const policy = (await ats.service.policies()).find(({ version }) => version === policy_version);
const row = (policy?.text as unknown as PolicyText).amounts.find(({ causes }) => causes.includes('unruled'));
const [step] = steps;
if (!row || !step) throw new Error('the policy has no formula for this end');
const [p, t] = [step.price_stamps, terms.coverage_threshold_bps];
const c = Math.min(step.coverage_bps, t);
const names = { p, t, c, burn: terms.dispute_burn_bps, floor: Math.floor, ceil: Math.ceil };
const burnt = Number(runInNewContext(row.burnt_by_side, names));
const amount = Number(runInNewContext(row.to_provider, { ...names, burnt }));
console.log(`${row.to_provider} = ${amount}`);

// 3. It is what you got.
const { receivedStamps, burntStamps } = settlement.own;
console.log(`${receivedStamps} received - ${burntStamps} burnt = ${receivedStamps - burntStamps}`);
