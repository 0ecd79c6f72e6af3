import { Copy } from './copy';

interface Props {
  /** What the text is, for readers of the page by ear. */
  readonly label: string;
  readonly text: string;
  /** Leaves out the button. */
  readonly isPlain?: boolean;
}

/** A text in a typewriter face, with a button that copies it. */
export function Code({ label, text, isPlain = false }: Props) {
  return (
    <div>
      {!isPlain && (
        <div className="mb-2 flex justify-end">
          <Copy text={text} />
        </div>
      )}
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-md border border-line bg-ground p-3 font-mono text-xs leading-relaxed"
      >
        {text}
      </pre>
    </div>
  );
}
