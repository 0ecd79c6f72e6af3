/** Colours and shapes: full circle, triangle, square, diamond, ring. */
const TONES = {
  good: { style: 'bg-good-soft text-good', shape: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1' },
  warn: { style: 'bg-warn-soft text-warn', shape: 'M6 1l5.5 10H.5z' },
  bad: { style: 'bg-bad-soft text-bad', shape: 'M1.5 1.5h9v9h-9z' },
  active: { style: 'bg-accent-soft text-accent', shape: 'M6 .5L11.5 6 6 11.5.5 6z' },
  neutral: {
    style: 'bg-raised text-muted',
    shape: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1M6 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  },
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
      <svg aria-hidden="true" viewBox="0 0 12 12" className="size-2 fill-current">
        <path fillRule="evenodd" d={shape} />
      </svg>
      {words(code)}
    </span>
  );
}
