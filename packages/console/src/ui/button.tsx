import type { ButtonHTMLAttributes } from 'react';

const KINDS = {
  primary: 'bg-accent text-on-accent border-transparent hover:opacity-90',
  plain: 'bg-surface text-text border-line hover:bg-raised',
  danger: 'bg-surface text-bad border-bad hover:bg-bad-soft',
  quiet: 'bg-transparent text-accent border-transparent hover:bg-raised',
} as const;

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: keyof typeof KINDS;
  readonly isBusy?: boolean;
  /** The button opens a dialog, which a screen reader then says before it is pressed. */
  readonly opensDialog?: boolean;
}

/** A button. While its act runs it cannot be pressed again. */
export function Button({
  kind = 'plain',
  isBusy = false,
  opensDialog = false,
  className = '',
  disabled,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      className={`inline-flex min-h-9 items-center justify-center gap-2 rounded-md border px-3 py-1.5 text-sm font-medium disabled:cursor-not-allowed disabled:opacity-55 ${KINDS[kind]} ${className}`}
      {...rest}
    />
  );
}
