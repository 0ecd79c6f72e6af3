import { useState } from 'react';
import { Field, Select } from '../../ui/field';
import { type SpanUnit, unitOf, unitSeconds } from './span';

const UNITS = [
  ['second', 'seconds'],
  ['minute', 'minutes'],
  ['hour', 'hours'],
  ['day', 'days'],
] as const;

/** The longest window of the service: 30 days. */
const MAX_WINDOW_SECONDS = 2_592_000;

interface Props {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  /** Null: no value, if the field may be empty. */
  readonly seconds: number | null;
  readonly onChange: (seconds: number | null) => void;
  readonly isRequired?: boolean;
  readonly maxSeconds?: number;
}

/** A length of time: a number and its unit. */
export function SpanField(props: Props) {
  const { label, help, error, seconds, onChange, isRequired = false, maxSeconds = MAX_WINDOW_SECONDS } = props;
  const [unit, setUnit] = useState<SpanUnit>(seconds === null ? 'hour' : unitOf(seconds));
  const size = unitSeconds[unit];
  const set = (count: string, next: SpanUnit): void =>
    onChange(count === '' ? null : Math.round(Number(count) * unitSeconds[next]));
  const count = seconds === null ? '' : String(seconds / size);
  return (
    <div className="grid grid-cols-[1fr_7rem] items-start gap-2">
      <Field
        label={label}
        help={help}
        error={error}
        type="number"
        min={0}
        max={maxSeconds / size}
        step="any"
        required={isRequired}
        value={count}
        onText={(text) => set(text, unit)}
      />
      <Select
        label="Unit"
        aria-label={`Unit of: ${label}`}
        value={unit}
        options={UNITS}
        onText={(next) => {
          setUnit(next);
          set(count, next);
        }}
      />
    </div>
  );
}
