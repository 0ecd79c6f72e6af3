import { useEffect, useRef, useState } from 'react';
import { Field } from '../../../ui/field';
import { useFilter } from '../../trading/filters';
import { useDebounced } from './use-debounced';

interface Props {
  /** The name of the text in the address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
}

/** A text of a search. The address gets it when the human stops typing. */
export function SearchField({ name, label, placeholder }: Props) {
  const [value, search] = useFilter(name);
  const [text, setText] = useState(value);
  const wanted = useDebounced(text.trim());
  const latest = useRef({ value, search });
  latest.current = { value, search };
  useEffect(() => {
    if (wanted !== latest.current.value) latest.current.search(wanted);
  }, [wanted]);
  // A link, or going back, changes the address.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  return <Field label={label} placeholder={placeholder} type="search" value={text} onText={setText} />;
}
