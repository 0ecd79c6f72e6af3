import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Dialog } from '../ui/dialog';
import type { MenuGroup } from './menu';

interface Props {
  readonly groups: readonly (readonly [base: string, group: MenuGroup])[];
}

interface Target {
  readonly to: string;
  readonly name: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** Pages of objects by the prefix of their keys. */
const OBJECT_PAGES: Readonly<Record<string, string>> = {
  trd: 'trades',
  prp: 'proposals',
  lst: 'listings',
  agt: 'agents',
  apr: 'approvals',
  prn: 'counterparties',
};

/** The page of an object. Operators have pages of trades and of principals only. */
function objectOf(base: string, key: string): Target | undefined {
  if (!/^[a-z]{3}_[a-z0-9]{26}$/.test(key)) return undefined;
  const prefix = key.slice(0, 3);
  if (base === '/operator') {
    if (prefix === 'prn') return { to: '/operator/principals', search: { principal: key }, name: key };
    return prefix === 'trd' ? { to: `/operator/trades/${key}`, name: key } : undefined;
  }
  const page = OBJECT_PAGES[prefix];
  return page === undefined ? undefined : { to: `${base}/${page}/${key}`, name: key };
}

/** Goes to a page by its name, or to an object by its key. Ctrl+K or ⌘K opens it. */
export function CommandPalette({ groups }: Props) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // A form or a secret would stay open on another page.
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? <Palette groups={groups} onClose={() => setOpen(false)} /> : null;
}

function targetsOf(groups: Props['groups'], text: string): readonly Target[] {
  const wanted = text.trim().toLowerCase();
  const [base] = groups[0] ?? [''];
  const object = objectOf(base, wanted);
  const pages = groups.flatMap(([root, { name: group, items }]) =>
    items.map(({ path, name }) => ({ to: path === '' ? root : `${root}/${path}`, name: `${group}: ${name}` })),
  );
  return [...(object ? [object] : []), ...pages.filter(({ name }) => name.toLowerCase().includes(wanted))];
}

/** Scrolls to the choice of the arrow keys, so that the human sees what Enter opens. */
const showSelected = (element: HTMLLIElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function Palette({ groups, onClose }: Props & { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const navigate = useNavigate();
  const id = useId();
  const targets = targetsOf(groups, text);
  const go = (target: Target | undefined): void => {
    if (!target) return;
    onClose();
    void navigate({ to: target.to, search: target.search ?? {} });
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setSelected((at) => (at + step + targets.length) % Math.max(1, targets.length));
    }
    if (event.key === 'Enter') go(targets[selected]);
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={targets[selected] && `${id}-${String(selected)}`}
        aria-label="Page or key"
        placeholder="Page, or a key such as trd_…"
        value={text}
        onKeyDown={onKey}
        onChange={({ target }) => {
          setText(target.value);
          setSelected(0);
        }}
        className="mb-2 min-h-10 w-full rounded-md border border-line bg-ground px-3"
      />
      <ul id={id} role="listbox" aria-label="Pages" className="max-h-80 overflow-y-auto">
        {targets.map((target, at) => (
          <li
            key={target.to}
            id={`${id}-${String(at)}`}
            role="option"
            aria-selected={at === selected}
            ref={at === selected ? showSelected : undefined}
            onClick={() => go(target)}
            className={`rounded-md px-3 py-1.5 text-sm ${at === selected ? 'bg-accent-soft' : 'hover:bg-raised'}`}
          >
            {target.name}
          </li>
        ))}
        {targets.length === 0 && <li className="px-3 py-1.5 text-sm text-muted">No page has this name.</li>}
      </ul>
    </Dialog>
  );
}
