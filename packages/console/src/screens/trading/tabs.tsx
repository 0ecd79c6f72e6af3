import { Go } from '../../shell/principal';

/** A view of a list, with the number of its rows. */
export interface Tab {
  /** The value of `view` in the address; empty: the first view. */
  readonly view: string;
  readonly name: string;
  readonly count?: number | undefined;
  /** Marks a number that asks for an act. */
  readonly isUrgent?: boolean;
}

/** Links to the views of a list. */
export function Tabs({
  path,
  label,
  tabs,
  current,
}: {
  /** The path of the page below the principal. */
  readonly path: string;
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
}) {
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-x-1 border-b border-line">
      {tabs.map(({ view, name, count, isUrgent }) => (
        <Go
          key={view}
          to={path}
          search={view === '' ? {} : { view }}
          aria-current={view === current ? 'page' : undefined}
          activeOptions={{ includeSearch: true, exact: true }}
          className={`-mb-px inline-flex min-h-9 items-center gap-2 border-b-2 px-3 py-1.5 text-sm ${view === current ? 'border-accent font-medium text-text' : 'border-transparent text-muted hover:text-text'}`}
        >
          {name}
          {count !== undefined && (
            <span
              className={`rounded-full px-2 text-xs tabular-nums ${isUrgent === true && count > 0 ? 'bg-warn-soft font-medium text-warn' : 'bg-raised text-muted'}`}
            >
              {count}
            </span>
          )}
        </Go>
      ))}
    </nav>
  );
}
