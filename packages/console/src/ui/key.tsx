import { useState } from 'react';
import { copyText } from './clipboard';

const SHOWN_MS = 1_500;

/** A key in short form. A click copies the whole key. */
export function Key({ of }: { readonly of: string }) {
  const [said, setSaid] = useState<string>();
  const copy = async (): Promise<void> => {
    setSaid((await copyText(of)) ? 'copied' : 'not copied');
    setTimeout(() => setSaid(undefined), SHOWN_MS);
  };
  return (
    <button
      type="button"
      title={`Copy ${of}`}
      onClick={() => void copy()}
      className="rounded bg-raised px-1.5 py-0.5 font-mono text-xs text-muted hover:text-text"
    >
      <span className="sr-only">Copy the key </span>
      {said ?? `${of.slice(0, 4)}…${of.slice(-6)}`}
    </button>
  );
}
