import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useConnection } from '../api/hooks';
import { useMe } from '../api/me';
import { Button } from '../ui/button';
import { CommandPalette } from './command-palette';
import { DoneNotice } from './done-notice';
import { type MenuGroup, operatorMenu, principalMenu } from './menu';
import { PendingCount } from './pending';
import { SandboxBar } from './sandbox-bar';
import { SignOut } from './sign-out';
import { setTheme, themes, useTheme } from './theme';

/** A principal of the human, for the switcher. */
export interface Choice {
  readonly principalKey: string;
  readonly displayName: string;
}

interface Props {
  readonly choices: readonly Choice[];
  /** The principal of the page; undefined on pages of operators. */
  readonly current: string | undefined;
  /** Null in a live service. */
  readonly sandbox: { readonly clock: { readonly advancedSeconds: number } } | null;
  readonly children?: ReactNode;
}

/** The frame of every page of a signed-in human: menu, switcher, state of the connection. */
export function Shell({ choices, current, sandbox, children }: Props) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setOpen(false), [path]);
  const groups: readonly [string, MenuGroup][] = [
    ...(current === undefined
      ? []
      : principalMenu.map((group): [string, MenuGroup] => [`/${current}`, shownOf(group, sandbox !== null)])),
    ...(me.isOperator ? [['/operator', operatorMenu] as [string, MenuGroup]] : []),
  ];
  return (
    <div className="min-h-screen lg:grid lg:grid-cols-[15rem_1fr]">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-surface focus:p-2">
        Skip to the content
      </a>
      <header className="flex items-center justify-between border-b border-line bg-surface px-4 py-2 lg:hidden">
        <span className="font-semibold">Agent Trading</span>
        <Button aria-expanded={isOpen} aria-controls="menu" onClick={() => setOpen(!isOpen)}>
          Menu
        </Button>
      </header>
      <aside
        id="menu"
        aria-label="Menu"
        className={`${isOpen ? 'block' : 'hidden'} border-e border-line bg-surface p-4 lg:sticky lg:top-0 lg:block lg:h-screen lg:overflow-y-auto`}
      >
        <p className="mb-4 hidden text-lg font-semibold tracking-tight lg:block">Agent Trading</p>
        <Switcher choices={choices} current={current} />
        <nav aria-label="Pages">
          {groups.map(([base, group]) => (
            <MenuSection key={group.name} base={base} group={group} current={current} />
          ))}
        </nav>
        <Account subject={me.account.subject} />
      </aside>
      <div className="min-w-0">
        {sandbox && <SandboxBar current={current} advancedSeconds={sandbox.clock.advancedSeconds} />}
        <main id="main" className="p-4 pb-16 lg:p-8">
          <ConnectionBanner />
          <DoneNotice />
          {children ?? <Outlet />}
        </main>
      </div>
      <CommandPalette groups={groups} />
    </div>
  );
}

const shownOf = (group: MenuGroup, isSandbox: boolean): MenuGroup => ({
  ...group,
  items: group.items.filter(({ isOfSandbox }) => isSandbox || isOfSandbox !== true),
});

function MenuSection({
  base,
  group,
  current,
}: Pick<Props, 'current'> & { readonly base: string; readonly group: MenuGroup }) {
  return (
    <section className="mb-4">
      <h2 className="mb-1 px-2 text-xs font-semibold tracking-wide text-muted uppercase">{group.name}</h2>
      <ul>
        {group.items.map(({ path, name, counts }) => (
          <li key={path}>
            <Link
              to={path === '' ? base : `${base}/${path}`}
              search={{}}
              activeOptions={{ exact: path === '', includeSearch: false }}
              className="block rounded-md px-2 py-1.5 text-sm text-text hover:bg-raised"
              activeProps={{ className: 'bg-accent-soft font-medium', 'aria-current': 'page' }}
            >
              {name}
              {counts === 'approvals' && current !== undefined && <PendingCount key={current} principalKey={current} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Switcher({ choices, current }: Pick<Props, 'choices' | 'current'>) {
  const navigate = useNavigate();
  if (choices.length === 0) return null;
  return (
    <label className="mb-4 block">
      <span className="mb-1 block text-xs font-semibold tracking-wide text-muted uppercase">Principal</span>
      <select
        value={current ?? ''}
        onChange={({ target }) =>
          void navigate({ to: target.value === 'new' ? '/welcome' : `/${target.value}`, search: {} })
        }
        className="min-h-9 w-full rounded-md border border-line bg-ground px-2 text-sm"
      >
        {current === undefined && <option value="">Choose a principal</option>}
        {choices.map(({ principalKey, displayName }) => (
          <option key={principalKey} value={principalKey}>
            {displayName}
          </option>
        ))}
        <option value="new">New principal …</option>
      </select>
    </label>
  );
}

function Account({ subject }: { readonly subject: string }) {
  const theme = useTheme();
  return (
    <div className="border-t border-line pt-4 text-sm">
      <p className="mb-2 break-words">
        <span className="text-muted">Signed in as</span> <strong className="font-medium">{subject}</strong>
      </p>
      <label className="mb-3 flex items-center justify-between gap-2">
        <span className="text-muted">Colours</span>
        <select
          value={theme}
          onChange={({ target }) => setTheme(target.value as (typeof themes)[number])}
          className="min-h-8 rounded-md border border-line bg-ground px-2"
        >
          {themes.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p className="mb-3 text-muted">
        <kbd className="rounded border border-line px-1">Ctrl</kbd>{' '}
        <kbd className="rounded border border-line px-1">K</kbd> goes anywhere
      </p>
      <SignOut />
    </div>
  );
}

/** The stream may reconnect within this time without a word. */
const QUIET_MS = 1_500;

const BANNERS = {
  lost: 'No connection to the service. The page shows the last known state, and continues by itself.',
  limited: 'Too many pages of the console are open. Close some of them. The page continues by itself.',
  refused: 'The service sends no changes to this page. Load the page again to see the current state.',
} as const;

/** Says that the page may be out of date, while it receives no changes. */
function ConnectionBanner() {
  const connection = useConnection();
  const banner = connection === 'connecting' || connection === 'open' ? undefined : BANNERS[connection];
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (banner === undefined) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [banner]);
  return (
    <div role="status">
      {isShown && (
        <p className="mb-4 rounded-md border border-warn bg-warn-soft px-3 py-2 text-sm text-warn">{banner}</p>
      )}
    </div>
  );
}
