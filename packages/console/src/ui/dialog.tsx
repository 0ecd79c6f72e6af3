import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  readonly title: string;
  /** Whether Escape closes the dialog. */
  readonly canClose?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog. The browser keeps the focus inside, and Escape closes it unless it must stay. */
export function Dialog({ title, canClose = true, onClose, children }: Props) {
  useEscapeIgnored(!canClose);
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it is still in the page: only then the browser gives the focus back to the button that opened it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className="w-[min(36rem,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-5 shadow-xl"
      onCancel={(event) => {
        event.preventDefault();
        if (canClose) onClose();
      }}
    >
      <h2 id={id} className="mb-3 text-lg font-semibold break-words">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** Ignores Escape on the whole page: a browser closes a dialog at the second press, even if it refuses the first. */
function useEscapeIgnored(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const ignore = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.preventDefault();
    };
    addEventListener('keydown', ignore, true);
    return () => removeEventListener('keydown', ignore, true);
  }, [isOn]);
}
