import { type InputHTMLAttributes, useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/field';

/** The pause in typing after which the filter changes. */
const PAUSE_MS = 350;

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  readonly label: string;
  readonly help?: string;
  /** The value in the address of the page. */
  readonly value: string | undefined;
  readonly onSet: (value: string | undefined) => void;
}

/** A text filter. It writes to the address after a pause in typing. */
export function FilterText({ label, value = '', onSet, ...rest }: Props) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSet(next === '' ? undefined : next), PAUSE_MS);
  };
  return <Field label={label} value={text} onChange={({ target }) => change(target.value)} {...rest} />;
}
