import { useState } from 'react';

const SHOWN_MS = 1_500;

/** A key in short form. A click copies the whole key. */
export function Key({ of }: { readonly of: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(of);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button
      type="button"
      title={`Copy ${of}`}
      onClick={() => void copy()}
      className="rounded bg-raised px-1.5 py-0.5 font-mono text-xs text-muted hover:text-text"
    >
      <span className="sr-only">Copy the key </span>
      {isCopied ? 'copied' : `${of.slice(0, 4)}…${of.slice(-6)}`}
    </button>
  );
}
