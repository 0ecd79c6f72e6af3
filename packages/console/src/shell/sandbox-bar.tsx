import { Link } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { useLive } from '../api/hooks';
import { useEvery, useReread } from '../api/polling';
import { setAhead } from '../ui/clock';
import { formatExact, useNow } from '../ui/time';
import { Switcher } from './switcher.documents';

/** The clock moves without an event if no work is due. */
const READ_MS = 10_000;

interface Props {
  /** The principal of the page; undefined on pages of operators. */
  readonly current: string | undefined;
  readonly advancedSeconds: number;
}

/** Marks every page of a sandbox, and keeps the times of the page at its test clock. */
export function SandboxBar({ current, advancedSeconds }: Props) {
  useLive(Switcher, {});
  useEvery(useReread(Switcher, {}), READ_MS);
  useLayoutEffect(() => setAhead(advancedSeconds), [advancedSeconds]);
  const now = useNow();
  const name = 'Sandbox';
  return (
    <p className="flex flex-wrap gap-x-3 border-b border-warn bg-warn-soft px-4 py-1.5 text-sm text-warn lg:px-8">
      {current === undefined ? (
        <strong>{name}</strong>
      ) : (
        <Link to={`/${current}/sandbox`} search={{}} className="font-semibold underline">
          {name}
        </Link>
      )}
      <span className="tabular-nums">Test clock: {formatExact(new Date(now).toISOString())}</span>
    </p>
  );
}
