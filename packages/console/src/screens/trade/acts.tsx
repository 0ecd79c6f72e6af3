import { useState } from 'react';
import { usePrincipal } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Deadline, Time } from '../../ui/time';
import { ActForm } from './act-form';
import { EffectOf } from './effect';
import type { AllowedAction, Trade } from './types';

/** Names of the acts, as buttons say them. Operators' acts are elsewhere. */
const NAMES: Readonly<Record<string, string>> = {
  activateTrade: 'Activate the next step',
  publishDeliveryContract: 'Publish the delivery contract',
  submitCheckpoint: 'Submit the checkpoint',
  fileRebuttal: 'File the rebuttal',
  withdrawFromTrade: 'Withdraw from the trade',
};

/** The acts that are possible now, each with its cost and consequence, and why others are not. */
export function Acts({ trade }: { readonly trade: Trade }) {
  const { isOwner } = usePrincipal();
  const [open, setOpen] = useState<string>();
  const operations = [
    ...new Set(trade.allowedActions.filter(({ hasEffect }) => hasEffect).map(({ operation }) => operation)),
  ];
  const shown = operations.filter((operation) => operation in NAMES);
  const blocked = trade.blockedActions.filter(({ operation }) => operation in NAMES);
  const chosen = trade.allowedActions.filter(({ operation }) => operation === open);
  return (
    <Card title="What you can do now">
      {shown.length === 0 && (
        <p className="text-muted">
          {isOwner
            ? 'Nothing waits for you. The page shows the next change by itself.'
            : 'You are a viewer, so you cannot act.'}
        </p>
      )}
      <ul className="space-y-3">
        {shown.map((operation, at) => (
          <ActRow
            isFirst={at === 0}
            key={operation}
            operation={operation}
            actions={trade.allowedActions.filter((action) => action.operation === operation)}
            onOpen={() => setOpen(operation)}
          />
        ))}
      </ul>
      {blocked.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="cursor-pointer text-muted">Not possible now ({blocked.length})</summary>
          <ul className="mt-2 space-y-1">
            {blocked.map(({ operation, input, detail, availableAt, missingStamps }) => (
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
      )}
      {open !== undefined && (
        <ActForm
          key={open}
          title={NAMES[open] ?? words(open)}
          operation={open}
          actions={chosen}
          trade={trade}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
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
