import type { RulingScreenQuery } from '../../../api/document-types';
import type { Outcome, RuledStep } from './money';

const FULL_BPS = 10_000;

/** The coverage of a text in percent, in basis points. Undefined if it is none. */
export function bpsOf(percent: string): number | undefined {
  const bps = Math.round(Number(percent) * 100);
  return percent.trim() !== '' && bps >= 0 && bps <= FULL_BPS ? bps : undefined;
}

function lapseName(step: RuledStep | undefined): string {
  if (step?.verdict) return 'By the verdict';
  return step?.rebuttalFiledAt == null ? 'No act before the deadline' : 'No ruling in time';
}

/**
 * The outcomes that can follow now.
 *
 * @param coverageBps the coverage of the operator; undefined while it is not chosen or its preview is not read
 */
export function outcomesOf(
  previews: NonNullable<RulingScreenQuery['previews']>,
  step: RuledStep | undefined,
  canRule: boolean,
  coverageBps: number | undefined,
): readonly Outcome[] {
  const { pass, fail, partial, lapse } = previews;
  const rulings: Outcome[] = [
    { id: 'PASS', name: 'Passed', ruledBps: FULL_BPS, preview: pass },
    { id: 'FAIL', name: 'Checkpoint stands', ruledBps: 0, preview: fail },
  ];
  if (coverageBps !== undefined && partial.ruleVersion !== 'rules_v1') {
    const name = `Own coverage, ${String(coverageBps / 100)}\u202f%`;
    rulings.push({ id: 'PARTIAL', name, ruledBps: coverageBps, preview: partial });
  }
  return [
    ...(canRule ? rulings : []),
    { id: 'LAPSE', name: lapseName(step), ruledBps: step?.verdict?.coverageBps ?? null, preview: lapse },
  ];
}
