import type { PoliciesScreenQuery } from '../../../api/document-types';

export type Policy = PoliciesScreenQuery['policies'][number];

interface Fault {
  readonly failure_class: string;
  readonly failure_cause: string;
  readonly role_at_fault: string | null;
}

/** The rules and the arithmetic of a policy, as `Policy.text` has them. */
export interface PolicyText {
  readonly symbols: Readonly<Record<string, string>>;
  readonly amounts: readonly {
    readonly causes: readonly string[];
    readonly condition: string;
    readonly to_provider: string;
    readonly burnt_by_side: string;
    readonly slash: string;
  }[];
  readonly rules: readonly {
    readonly rule: number;
    readonly condition: string;
    readonly results: readonly (string | Fault)[];
  }[];
  readonly discount: string;
  readonly compensation: string;
  readonly record_window_days: number;
}

export const textOf = ({ text }: Policy): PolicyText => text as unknown as PolicyText;

/** A result of a rule in words. */
export function resultText(result: string | Fault): string {
  if (typeof result === 'string') return 'the step passes';
  const { failure_class: failureClass, failure_cause: cause, role_at_fault: role } = result;
  return `${failureClass} ${cause.replaceAll('_', ' ')}, ${role === null ? 'no party' : role} at fault`;
}

/** How a policy stands towards new trades. */
export type Standing = 'current' | 'announced' | 'released';

export function standingOf({ isCurrent, activeFrom }: Policy, now: number): Standing {
  if (activeFrom !== null && new Date(activeFrom).getTime() > now) return 'announced';
  return isCurrent ? 'current' : 'released';
}
