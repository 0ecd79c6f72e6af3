import type { ReactNode } from 'react';
import { servicePath } from '../api/base';
import type { Problem } from '../api/problem';
import type { Loaded } from '../api/hooks';

/** An error where it happened, with what to do. */
export function ProblemNotice({ problem }: { readonly problem: Problem }) {
  return (
    <div role="alert" className="rounded-md border border-bad bg-bad-soft p-3 text-sm">
      <p className="font-medium text-bad">{problem.title}</p>
      <p>{problem.detail}</p>
      {problem.fields.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {problem.fields.map(({ path, detail }) => (
            <li key={`${path} ${detail}`}>
              <code>{path}</code> {detail}
            </li>
          ))}
        </ul>
      )}
      {problem.remedy !== '' && <p className="mt-1 text-muted">{problem.remedy}</p>}
      {problem.code === 'session_invalid' && (
        <p className="mt-2">
          <a
            href={`${servicePath}/auth/login`}
            target="_blank"
            rel="noopener"
            className="font-medium text-accent underline"
          >
            Sign in again
          </a>{' '}
          in a new tab. This page keeps what you entered: then come back, and send it again.
        </p>
      )}
      {problem.requestId !== undefined && <p className="mt-1 text-xs text-muted">Request {problem.requestId}</p>}
    </div>
  );
}

/** A list without rows: why it is empty, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-line p-8 text-center">
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="mx-auto mt-1 max-w-prose text-muted">{children}</div>}
    </div>
  );
}

/** Placeholders of the size of what is being read. */
export function Skeleton({ lines = 4 }: { readonly lines?: number | undefined }) {
  return (
    <div role="status" aria-label="Loading" className="space-y-3">
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className={`h-5 animate-pulse rounded bg-raised ${at % 3 === 2 ? 'w-1/2' : 'w-full'}`} />
      ))}
    </div>
  );
}

/** Shows what was read, or its placeholder, or why it could not be read. */
export function Ready<Data>({
  of: { data, problem },
  lines,
  children,
}: {
  readonly of: Loaded<Data>;
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return <>{children(data)}</>;
  return problem ? <ProblemNotice problem={problem} /> : <Skeleton lines={lines} />;
}
