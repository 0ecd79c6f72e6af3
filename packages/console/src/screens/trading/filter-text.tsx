import { type InputHTMLAttributes, useEffect, useState } from 'react';
import { Field } from '../../ui/field';
import { usePause } from './use-pause';

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
  const set = usePause(onSet);
  useEffect(() => setText(value), [value]);
  return (
    <Field
      label={label}
      value={text}
      onText={(typed) => {
        setText(typed);
        set(typed === '' ? undefined : typed);
      }}
      {...rest}
    />
  );
}
