import { useEffect, useRef, useState } from 'react';
import { Field } from '../../../ui/field';
import { useDebounced } from './use-debounced';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** The text in the address. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** A text of a search. The address gets it when the human stops typing. */
export function SearchField({ label, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const wanted = useDebounced(text.trim());
  const latest = useRef({ value, onSearch });
  latest.current = { value, onSearch };
  useEffect(() => {
    if (wanted !== latest.current.value) latest.current.onSearch(wanted);
  }, [wanted]);
  // A link, or going back, changes the address.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  return <Field label={label} placeholder={placeholder} type="search" value={text} onText={setText} />;
}
