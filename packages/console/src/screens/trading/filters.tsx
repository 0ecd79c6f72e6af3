import { type InputHTMLAttributes, useEffect, useState } from 'react';
import { useFilters } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Field, Select } from '../../ui/field';
import { usePause } from './use-pause';

interface Filter {
  /** The name of the filter in the address of the page. */
  readonly name: string;
  readonly label: string;
}

/** The value of a filter, and a function that changes it and goes to the first page. */
export function useFilter(name: string): readonly [value: string, set: (value: string) => void] {
  const [filters, setFilters] = useFilters();
  return [filters[name] ?? '', (value) => setFilters({ after: undefined, [name]: value })];
}

/** A text filter. It writes to the address after a pause in typing. */
export function FilterText({
  name,
  label,
  ...rest
}: Filter & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>) {
  const [value, set] = useFilter(name);
  const [text, setText] = useState(value);
  const setLater = usePause(set);
  useEffect(() => setText(value), [value]);
  return (
    <Field
      label={label}
      value={text}
      onText={(typed) => {
        setText(typed);
        setLater(typed);
      }}
      {...rest}
    />
  );
}

type Choice = readonly [value: string, text: string];

/** A filter with few values. */
export function FilterSelect({ name, label, options }: Filter & { readonly options: readonly Choice[] }) {
  const [value, set] = useFilter(name);
  return <Select label={label} value={value} options={options} onText={set} />;
}

/** The choices of a filter by codes of the schema. The first one is for all. */
export function choicesOf(all: string, codes: readonly string[]): readonly Choice[] {
  return [['', all], ...codes.map((code) => [code, words(code)] as const)];
}

/** The choices of a filter by the side of a listing. */
export const SIDES: readonly Choice[] = [
  ['', 'Offers and requests'],
  ['PROVIDE', 'Offers'],
  ['CONSUME', 'Requests'],
];
