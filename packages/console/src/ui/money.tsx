const whole = new Intl.NumberFormat('en', { useGrouping: true });

/** An amount with thin spaces between thousands: “12 500”. */
export function formatStamps(stamps: number): string {
  return whole.format(stamps).replaceAll(',', '\u202f').replace('-', '−');
}

interface Props {
  readonly stamps: number;
  /** Shows a plus before a positive amount. */
  readonly isChange?: boolean;
  /** Leaves out the unit, for columns whose head says it. */
  readonly isBare?: boolean;
}

/** An amount in stamps, in digits of equal width. */
export function Money({ stamps, isChange = false, isBare = false }: Props) {
  const sign = isChange && stamps > 0 ? '+' : '';
  const tone = isChange ? (stamps > 0 ? 'text-good' : stamps < 0 ? 'text-bad' : '') : '';
  return (
    <span className={`whitespace-nowrap tabular-nums ${tone}`}>
      {sign}
      {formatStamps(stamps)}
      {!isBare && <span className="text-muted"> stamps</span>}
    </span>
  );
}

/** A share in basis points as a percentage: 2500 is “25 %”. */
export function formatBps(bps: number): string {
  return `${String(bps / 100)}\u202f%`;
}
