import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { SandboxAdvanceMutationVariables, SandboxPageQuery } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { Button } from '../../ui/button';
import { Card, Facts } from '../../ui/card';
import { Field } from '../../ui/field';
import { ProblemNotice } from '../../ui/notice';
import { Deadline, formatExact, useNow } from '../../ui/time';
import { formatSpan, instantOf } from '../trading/span';
import { SpanField } from '../trading/span-field';
import { SandboxAdvance } from './sandbox.documents';

type Sandbox = NonNullable<SandboxPageQuery['sandbox']>;
type Target = SandboxAdvanceMutationVariables['input'];

/** Moves that practice needs often. */
const STEPS = [
  ['1 minute', 60],
  ['1 hour', 3_600],
  ['1 day', 86_400],
] as const;

/** The test clock, the work that is due, and the ways to move the clock. */
export function ClockCard({ of: { clock, pending } }: { readonly of: Sandbox }) {
  const act = useAct(SandboxAdvance, 'advance the clock');
  const [reachedAt, setReachedAt] = useState<string>();
  const move = async (input: Target): Promise<void> => {
    setReachedAt(undefined);
    setReachedAt((await act.run({ input }))?.advanceClock.reachedAt);
  };
  return (
    <Card title="Test clock">
      <Facts rows={rowsOf(clock, pending)} />
      <div className="mt-4 flex flex-wrap gap-2">
        {STEPS.map(([name, seconds]) => (
          <Button key={name} isBusy={act.isRunning} onClick={() => void move({ seconds })}>
            Advance by {name}
          </Button>
        ))}
        {pending.nextAt !== null && (
          <Button isBusy={act.isRunning} onClick={() => void move({ toAt: pending.nextAt })}>
            Advance to the next work
          </Button>
        )}
      </div>
      <MoveForms isBusy={act.isRunning} onMove={(input) => void move(input)} />
      <div role="status" className="mt-3">
        {act.isRunning && (
          <p className="text-sm text-muted">The clock moves. It does the work of each time on its way.</p>
        )}
        {reachedAt !== undefined && (
          <p className="text-sm text-good">The clock has reached {formatExact(reachedAt)}.</p>
        )}
      </div>
      {act.problem && <ProblemNotice problem={act.problem} />}
      <p className="mt-3 text-sm text-muted">
        The clock is the same for all principals of this sandbox. It moves forward only, by 366 days at most in one
        call.
      </p>
    </Card>
  );
}

function rowsOf(
  { targetAt, advancedSeconds }: Sandbox['clock'],
  { trades, proposals, listings, events, webhooks, nextAt }: Sandbox['pending'],
): readonly (readonly [string, ReactNode])[] {
  const due = [
    [trades, 'trades'],
    [proposals, 'proposals'],
    [listings, 'listings'],
    [events, 'events'],
    [webhooks, 'webhooks'],
  ].flatMap(([count, noun]) => (count === 0 ? [] : [`${String(count)} ${String(noun)}`]));
  return [
    ['Time of the sandbox', <Now />],
    ['Ahead of the real time', advancedSeconds === 0 ? 'not at all' : formatAhead(advancedSeconds)],
    ['Work that is due', due.length === 0 ? 'none' : due.join(', ')],
    ['Next work', nextAt === null ? 'none' : <NextWork at={nextAt} />],
    ...(targetAt === null ? [] : [['On its way to', formatExact(targetAt)] as const]),
  ];
}

/** To the minute: the clock also moved on with the real time while the service moved it. */
function formatAhead(seconds: number): string {
  return formatSpan(seconds < 60 ? seconds : Math.round(seconds / 60) * 60);
}

function Now() {
  return <span className="tabular-nums">{formatExact(new Date(useNow()).toISOString())}</span>;
}

function NextWork({ at }: { readonly at: string }) {
  return (
    <>
      {formatExact(at)} (<Deadline at={at} />)
    </>
  );
}

interface FormsProps {
  readonly isBusy: boolean;
  readonly onMove: (input: Target) => void;
}

/** Moves the clock by a span, or to a time. */
function MoveForms({ isBusy, onMove }: FormsProps) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const [toAt, setToAt] = useState('');
  const send = (input: Target) => (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onMove(input);
  };
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 md:grid-cols-2">
      <form onSubmit={send({ seconds })} className="space-y-2">
        <SpanField label="Advance by" seconds={seconds} onChange={setSeconds} maxSeconds={366 * 86_400} isRequired />
        <Button type="submit" isBusy={isBusy}>
          Advance by this span
        </Button>
      </form>
      <form onSubmit={send({ toAt: instantOf(toAt) })} className="space-y-2">
        <Field label="Advance to" type="datetime-local" required value={toAt} onText={setToAt} />
        <Button type="submit" isBusy={isBusy}>
          Advance to this time
        </Button>
      </form>
    </div>
  );
}
