import { type Names, pathWords, type TermsChange, valueWords } from './terms-words';

/** The differences between two revisions: the old value struck out, then the new one. */
export function TermsDiff({ changes, names }: { readonly changes: readonly TermsChange[]; readonly names: Names }) {
  return (
    <dl className="divide-y divide-line rounded-md border border-line text-sm">
      {changes.map(({ path, before, after }) => (
        <div key={path} className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[14rem_1fr]">
          <dt className="text-muted">{pathWords(path)}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 break-words">
            <del className="rounded bg-bad-soft px-1 text-bad">
              <span className="sr-only">before: </span>
              {valueWords(path, before, names)}
            </del>
            <span aria-hidden="true">→</span>
            <ins className="rounded bg-good-soft px-1 text-good no-underline">
              <span className="sr-only">now: </span>
              {valueWords(path, after, names)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
