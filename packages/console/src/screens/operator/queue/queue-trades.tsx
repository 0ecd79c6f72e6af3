import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { QueueScreenQuery } from '../../../api/document-types';
import { State } from '../../../ui/badge';
import { formatBps, Money } from '../../../ui/money';
import { type Column, Table } from '../../../ui/table';
import { Deadline } from '../../../ui/time';
import { contestedStamps } from '../parts/contested';
import { OperatorLink } from '../parts/operator-link';
import { offerTitle } from '../parts/title';
import type { QueueName } from '../parts/queues';

type Trade = NonNullable<QueueScreenQuery['operatorTrades']>['nodes'][number];

function TradeCell(trade: Trade) {
  const { activeStep: step, participants } = trade;
  const names = step
    ? `${step.provider.displayName} delivers to ${step.consumer.displayName}`
    : participants.map(({ principal }) => principal.displayName).join(', ');
  return (
    <div className="max-w-96 min-w-48">
      <OperatorLink to={`trades/${trade.tradeKey}`}>
        <span className="font-medium break-words">{offerTitle(trade, trade.activeStep)}</span>
      </OperatorLink>
      <p className="break-words text-muted">{names}</p>
    </div>
  );
}

function ContestedCell({ activeStep: step, proposal }: Trade) {
  if (!step) return '–';
  const threshold = proposal.currentRevision.terms.coverageThresholdBps;
  return (
    <>
      <Money stamps={contestedStamps(step, threshold)} isBare />
      <p className="whitespace-nowrap text-muted">
        of <Money stamps={step.priceStamps} isBare />
      </p>
    </>
  );
}

function ClaimCell({ activeStep: step, proposal }: Trade) {
  if (step?.checkpointStatus == null) return '–';
  return (
    <>
      {formatBps(step.coverageBps ?? 0)}
      <p className="text-muted whitespace-nowrap">
        of {formatBps(proposal.currentRevision.terms.coverageThresholdBps)} needed
      </p>
    </>
  );
}

const left: Column<Trade> = {
  head: 'Time left',
  cell: ({ nextDeadlineAt }) => (nextDeadlineAt === null ? '–' : <Deadline at={nextDeadlineAt} />),
};
const trade: Column<Trade> = { head: 'Trade', cell: TradeCell };
const columns: Readonly<Record<QueueName, readonly Column<Trade>[]>> = {
  VERDICT: [
    trade,
    {
      head: 'Rebuttal',
      cell: ({ activeStep }) =>
        activeStep?.rebuttalFiledAt == null ? (
          <State code="none yet" tone="neutral" />
        ) : (
          <State code="rebutted" tone="warn" />
        ),
    },
    { head: 'Coverage', cell: ClaimCell },
    { head: 'Contested stamps', cell: ContestedCell, isAmount: true },
    left,
  ],
  SETTLEMENT: [
    trade,
    {
      head: 'Why it failed',
      cell: ({ settlementError }) => <span className="break-words">{settlementError ?? '–'}</span>,
    },
    left,
  ],
  OVERDUE: [
    trade,
    { head: 'State', cell: ({ state }) => <State code={state} /> },
    {
      head: 'Quarantined',
      cell: ({ settlementError }) => (settlementError === null ? 'No' : <State code="quarantined" tone="bad" />),
    },
    left,
  ],
};

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** Whether a key belongs to a text field. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]');
}

interface Props {
  readonly queue: QueueName;
  readonly trades: readonly Trade[];
}

/** The trades of a queue. J and K move between them, and Enter opens one. */
export function QueueTrades({ queue, trades }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const move = (step: number): void => {
    const links = [...(ref.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = at === -1 ? (step > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + step, 0), links.length - 1);
    links[next]?.focus();
  };
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isLetter = event.key === 'j' || event.key === 'k';
      if (!isLetter || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      move(STEPS[event.key] ?? 0);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const onArrow = (event: KeyboardEvent): void => {
    const step = event.key.startsWith('Arrow') ? STEPS[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    move(step);
  };
  return (
    <div ref={ref} onKeyDown={onArrow} className="[&_tbody_tr:focus-within]:bg-accent-soft">
      <Table
        caption="Trades in this queue, the most urgent first"
        columns={columns[queue]}
        rows={trades}
        keyOf={({ tradeKey }) => tradeKey}
      />
      <p className="mt-2 text-sm text-muted">
        <kbd className="rounded border border-line px-1">J</kbd> and{' '}
        <kbd className="rounded border border-line px-1">K</kbd> move between the trades.{' '}
        <kbd className="rounded border border-line px-1">Enter</kbd> opens one.
      </p>
    </div>
  );
}
