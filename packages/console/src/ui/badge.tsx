const TONES = {
  good: { style: 'bg-good-soft text-good', shape: '●' },
  warn: { style: 'bg-warn-soft text-warn', shape: '▲' },
  bad: { style: 'bg-bad-soft text-bad', shape: '■' },
  active: { style: 'bg-accent-soft text-accent', shape: '◆' },
  neutral: { style: 'bg-raised text-muted', shape: '○' },
} as const;

export type Tone = keyof typeof TONES;

/** Tones of states, outcomes and results. Others are neutral. */
const STATES: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  COMPLETED: 'good',
  PASSED: 'good',
  CONFIRMED: 'good',
  ACCEPTED: 'good',
  CREDITED: 'good',
  DELIVERED: 'good',
  SETTLED: 'good',
  EXECUTING: 'active',
  CONFIRMING: 'active',
  BOND_RESERVED: 'active',
  PROPOSED: 'active',
  COUNTERED: 'active',
  PENDING: 'warn',
  OPEN: 'warn',
  CONTESTED: 'warn',
  AWAITING_EVALUATION: 'warn',
  COMPENSATED: 'warn',
  FAILED: 'bad',
  REJECTED: 'bad',
  DEAD: 'bad',
  REVOKED: 'bad',
  EXPIRED: 'neutral',
  CLOSED: 'neutral',
};

/** Writes a code of the schema as words: `BOND_RESERVED` becomes “Bond reserved”. */
export function words(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A state, told by colour, shape and word. */
export function State({ code, tone }: { readonly code: string; readonly tone?: Tone }) {
  const { style, shape } = TONES[tone ?? STATES[code.toUpperCase()] ?? 'neutral'];
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${style}`}
    >
      <span aria-hidden="true" className="text-[0.6rem]">
        {shape}
      </span>
      {words(code)}
    </span>
  );
}
