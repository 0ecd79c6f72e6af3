import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

interface Props {
  readonly title?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A titled part of a page. */
export function Card({ title, actions, children, className = '' }: Props) {
  return (
    <section className={`rounded-lg border border-line bg-surface p-4 ${className}`}>
      {(title !== undefined || actions !== undefined) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-base font-semibold">{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** The path of the page before. The first page of a visit leaves the focus to the browser. */
let lastPath: string | undefined;

/** Names the window after the page. After a change of path it moves the focus to the heading, where readers by ear begin. */
function useHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const name = heading.current?.textContent ?? '';
    if (document.title !== titleOf(name)) document.title = titleOf(name);
  });
  useEffect(() => {
    const { pathname } = location;
    const isNew = lastPath !== undefined && lastPath !== pathname;
    lastPath = pathname;
    // A human who already works in the content keeps the place, and the switcher of principals keeps its arrow keys.
    if (isNew && document.activeElement?.closest('main, dialog, select') == null) heading.current?.focus();
    return () => {
      document.title = WITHOUT_NAME;
    };
  }, []);
  return heading;
}

const WITHOUT_NAME = 'Console · Agent Trading Service';
const titleOf = (name: string): string => `${name} · Agent Trading Service`;

/** The head of a page: its title, what it is about, and its main acts. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const heading = useHeading();
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h1 ref={heading} className="text-2xl font-semibold tracking-tight break-words" tabIndex={-1}>
          {title}
        </h1>
        {children !== undefined && <div className="mt-1 text-muted">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

/** Names with their values, in columns where there is room. */
export function Facts({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-6 gap-y-3">
      {rows.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
