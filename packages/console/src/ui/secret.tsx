import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { Copy } from './copy';
import { Dialog } from './dialog';
import { download } from './download';

/** A value of an issued secret: its label for people, and its name in a `.env` file. */
export interface SecretPart {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  /** Part of the file, and not on the screen. */
  readonly isHidden?: boolean;
}

interface Props {
  readonly title: string;
  /** What the secret is for. */
  readonly purpose: string;
  readonly parts: readonly SecretPart[];
  readonly fileName: string;
  readonly onClose: () => void;
}

/**
 * Shows an issued secret once. It exists only in the memory of the page, and is gone when the dialog closes.
 *
 * Escape closes it, and another page opens, only after a copy or a download. The service never shows the secret again.
 */
export function SecretOnce({ title, purpose, parts, fileName, onClose }: Props) {
  const [isSaved, setSaved] = useState(false);
  const [wasLeaving, setLeaving] = useState(false);
  useLeaveWarning(!isSaved);
  useBlocker({
    // A change of filters stays on the page, with the secret.
    shouldBlockFn: ({ current, next }) => {
      const isLeaving = current.pathname !== next.pathname;
      if (isLeaving) setLeaving(true);
      return isLeaving;
    },
    enableBeforeUnload: false,
    disabled: isSaved,
  });
  const save = (): void => {
    download(fileName, parts.map(({ name, value }) => `${name}=${value}\n`).join(''));
    setSaved(true);
  };
  return (
    <Dialog title={title} canClose={isSaved} onClose={onClose}>
      <div className="space-y-4">
        <p>{purpose}</p>
        <p className="rounded-md border border-warn bg-warn-soft p-3 text-sm text-warn">
          The service shows this secret only now. Store it where only your program can read it. If you lose it, you must
          issue a new one.
        </p>
        <dl className="space-y-3">
          {parts
            .filter(({ isHidden }) => isHidden !== true)
            .map(({ label, name, value }) => (
              <div key={name}>
                <dt className="mb-1 text-sm text-muted">{label}</dt>
                <dd className="flex flex-wrap items-center gap-2">
                  <code className="min-w-0 flex-1 basis-60 rounded bg-raised px-2 py-1.5 font-mono text-xs break-all">
                    {value}
                  </code>
                  <Copy text={value} onCopied={() => setSaved(true)} />
                </dd>
              </div>
            ))}
        </dl>
        {wasLeaving && !isSaved && (
          <p role="alert" className="text-sm text-bad">
            Store the secret before you leave this page.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={save}>Download as .env</Button>
          <Button kind="primary" onClick={onClose}>
            I stored the secret
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Lets the browser ask before the page is left. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOn]);
}
