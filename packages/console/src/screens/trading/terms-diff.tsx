import { type Names, pathWords, type TermsChange, valueLines } from './terms-words';

/** The differences between two revisions: the old value struck out, then the new one. */
export function TermsDiff({ changes, names }: { readonly changes: readonly TermsChange[]; readonly names: Names }) {
  return (
    <dl className="divide-y divide-line rounded-md border border-line text-sm">
      {changes.map((change) => (
        <div key={change.path} className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[12rem_1fr]">
          <dt className="text-muted">{pathWords(change.path)}</dt>
          <dd className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1 break-words">
            <Change of={change} names={names} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ of: { path, before, after }, names }: { readonly of: TermsChange; readonly names: Names }) {
  const isPart = typeof (before ?? after) === 'object';
  return (
    <>
      {isPart && (
        <span className="font-medium">{before == null ? 'Added' : after == null ? 'Removed' : 'Replaced'}</span>
      )}
      {(!isPart || before != null) && (
        <del className="min-w-0 rounded bg-bad-soft px-1 text-bad">
          <span className="sr-only">before: </span>
          <Value lines={valueLines(path, before, names)} />
        </del>
      )}
      {!isPart && <span aria-hidden="true">→</span>}
      {(!isPart || after != null) && (
        <ins className="min-w-0 rounded bg-good-soft px-1 text-good no-underline">
          <span className="sr-only">now: </span>
          <Value lines={valueLines(path, after, names)} />
        </ins>
      )}
    </>
  );
}

function Value({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className={lines.length > 1 ? 'block' : ''}>
      {line}
    </span>
  ));
}
