import { useState } from 'react';
import { usePrincipal } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Deadline, Time } from '../../ui/time';
import { ActForm } from './act-form';
import { EffectOf } from './effect';
import { SettlementCard } from './settlement';
import type { AllowedAction, Trade } from './types';

/** Names of the acts, as buttons say them. Operators' acts are elsewhere. */
const NAMES: Readonly<Record<string, string>> = {
  activateTrade: 'Activate the next step',
  publishDeliveryContract: 'Publish the delivery contract',
  submitCheckpoint: 'Submit the checkpoint',
  fileRebuttal: 'File the rebuttal',
  withdrawFromTrade: 'Withdraw from the trade',
};

/** The act whose form is open. The form belongs to one step, and never becomes that of another. */
interface Opened {
  readonly operation: string;
  readonly stepNo: number;
}

/** The acts that are possible now, or how the trade ended. The form of an act stays when others have acted. */
export function Acts({ trade }: { readonly trade: Trade }) {
  const [open, setOpen] = useState<Opened>();
  const step = trade.steps.find(({ stepNo }) => stepNo === open?.stepNo);
  return (
    <div>
      {trade.settlement ? <SettlementCard settlement={trade.settlement} /> : <Offered trade={trade} onOpen={setOpen} />}
      {open && step && (
        <ActForm
          key={`${open.operation} ${String(open.stepNo)}`}
          name={NAMES[open.operation] ?? words(open.operation)}
          operation={open.operation}
          actions={offersOf(trade).filter(
            (action) => action.operation === open.operation && stepNoOf(action, trade) === open.stepNo,
          )}
          trade={trade}
          step={step}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

/** The acts that change something. */
const offersOf = ({ allowedActions }: Trade): readonly AllowedAction[] =>
  allowedActions.filter(({ hasEffect }) => hasEffect);

/** The step of an act. An activation or a withdrawal does not name it: it is the active step, else the next one. */
function stepNoOf({ input: { stepNo } }: AllowedAction, { steps }: Trade): number {
  if (typeof stepNo === 'number') return stepNo;
  const current = steps.find(({ state }) => state === 'ACTIVE') ?? steps.find(({ state }) => state === 'PENDING');
  return current?.stepNo ?? steps.length;
}

interface OfferedProps {
  readonly trade: Trade;
  readonly onOpen: (act: Opened) => void;
}

/** Each possible act with its cost and consequence, and why others are not possible. */
function Offered({ trade, onOpen }: OfferedProps) {
  const { isOwner } = usePrincipal();
  const offers = offersOf(trade).filter(({ operation }) => operation in NAMES);
  const operations = [...new Set(offers.map(({ operation }) => operation))];
  return (
    <Card title="What you can do now">
      {offers.length === 0 && (
        <p className="text-muted">
          {isOwner
            ? 'Nothing waits for you. The page shows the next change by itself.'
            : 'You are a viewer, so you cannot act.'}
        </p>
      )}
      <ul className="space-y-3">
        {operations.map((operation, at) => {
          const actions = offers.filter((action) => action.operation === operation);
          const open = (): void => actions[0] && onOpen({ operation, stepNo: stepNoOf(actions[0], trade) });
          return <ActRow isFirst={at === 0} key={operation} operation={operation} actions={actions} onOpen={open} />;
        })}
      </ul>
      <Blocked acts={trade.blockedActions.filter(({ operation }) => operation in NAMES)} />
    </Card>
  );
}

function Blocked({ acts }: { readonly acts: Trade['blockedActions'] }) {
  if (acts.length === 0) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer text-muted">Not possible now ({acts.length})</summary>
      <ul className="mt-2 space-y-1">
        {acts.map(({ operation, input, detail, availableAt, missingStamps }) => (
          <li key={`${operation} ${JSON.stringify(input)}`}>
            <span className="font-medium">{NAMES[operation]}:</span> {input && <VariantName of={input} />}
            {detail}
            {missingStamps !== null && (
              <>
                {' '}
                <Money stamps={missingStamps} /> are missing.
              </>
            )}
            {availableAt !== null && (
              <>
                {' '}
                Possible <Time at={availableAt} />.
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface RowProps {
  readonly operation: string;
  readonly actions: readonly AllowedAction[];
  /** Whether the service names the act first, because it is the next one. */
  readonly isFirst: boolean;
  readonly onOpen: () => void;
}

function ActRow({ operation, actions, isFirst, onOpen }: RowProps) {
  const [first] = actions;
  const isDanger = operation === 'withdrawFromTrade';
  return (
    <li className="flex flex-wrap items-start justify-between gap-3">
      <div className="max-w-prose min-w-0 text-sm">
        {actions.map((action) => (
          <div key={action.consequence.summary} className="mb-1">
            <p>
              {actions.length > 1 && <VariantName of={action.input} />}
              {action.consequence.summary}
            </p>
            <EffectOf action={action} />
          </div>
        ))}
        {first?.ifNotDone && (
          <p className="text-muted">
            Otherwise: {first.ifNotDone.summary}
            {first.closesAt !== null && (
              <>
                {' '}
                <Deadline at={first.closesAt} />
              </>
            )}
          </p>
        )}
      </div>
      <Button kind={isDanger ? 'danger' : isFirst ? 'primary' : 'plain'} opensDialog onClick={onOpen}>
        {NAMES[operation]}
      </Button>
    </li>
  );
}

/** The variant of an act, by its input. */
function VariantName({ of: { status } }: { readonly of: AllowedAction['input'] }) {
  return typeof status === 'string' ? <strong className="font-semibold">{words(status)}: </strong> : null;
}
