import { useState } from 'react';
import { Button } from './button';
import { copyText } from './clipboard';

const SHOWN_MS = 2_000;

interface Props {
  /** The text that is copied. */
  readonly text: string;
  readonly label?: string;
  readonly onCopied?: () => void;
}

/** A button that copies a text, and says whether it did. */
export function Copy({ text, label = 'Copy', onCopied }: Props) {
  const [said, setSaid] = useState<string>();
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    setSaid(isCopied ? 'Copied' : 'Select and copy the text');
    if (isCopied) onCopied?.();
    setTimeout(() => setSaid(undefined), SHOWN_MS);
  };
  return (
    <Button onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </Button>
  );
}
