import { Copy } from './copy';

interface Props {
  /** What the text is, for readers of the page by ear. */
  readonly label: string;
  readonly text: string;
}

/** A text in a typewriter face, with a button that copies it. */
export function Code({ label, text }: Props) {
  return (
    <div className="relative">
      <div className="absolute end-3 top-2">
        <Copy text={text} />
      </div>
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-md border border-line bg-ground p-3 pt-12 font-mono text-xs leading-relaxed sm:pt-3"
      >
        {text}
      </pre>
    </div>
  );
}
