import { useState } from 'react';
import { useAct } from '../../../api/hooks';
import { ActDialog } from '../../../ui/act-dialog';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { ConsequenceText } from './consequence';
import type { Outcome, RuledStep, RuledTrade } from './money';
import { SettleNow } from './ruling.documents';

interface Props {
  readonly trade: RuledTrade;
  readonly step: RuledStep | undefined;
  /** What is due now. */
  readonly outcome: Outcome | undefined;
  readonly onDone: () => void;
}

/** Settles the trade now, or passes its step, if that is due and the service has not done it yet. */
export function SettleCard({ trade, step, outcome, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const allowed = trade.allowedActions.find(({ operation }) => operation === 'settleTrade');
  const blocked = trade.blockedActions.find(({ operation }) => operation === 'settleTrade');
  if (!allowed && !blocked) return null;
  return (
    <Card title="Settle now">
      {trade.settlementError !== null && (
        <p role="alert" className="mb-3 rounded-md border border-bad bg-bad-soft p-3 text-sm break-words">
          The last settlement failed: {trade.settlementError}
        </p>
      )}
      <p className="mb-3 text-muted">{allowed?.consequence.summary ?? blocked?.detail}</p>
      <Button opensDialog disabled={!allowed} onClick={() => setOpen(true)}>
        Settle now …
      </Button>
      {isOpen && (
        <SettleDialog trade={trade} step={step} outcome={outcome} onDone={onDone} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

function SettleDialog({ trade, step, outcome, onDone, onClose }: Props & { readonly onClose: () => void }) {
  const act = useAct(SettleNow, `settle ${trade.tradeKey}`);
  const send = () => act.run({ input: { tradeKey: trade.tradeKey } });
  return (
    <ActDialog
      title="Settle the trade now"
      submit="Settle now"
      isDanger
      act={act}
      onSubmit={send}
      onClose={onClose}
      onDone={onDone}
    >
      {step && outcome && <ConsequenceText trade={trade} step={step} outcome={outcome} />}
      <p className="text-sm">
        The rules decide the outcome, not you. It cannot be undone, and the operator log keeps the act.
      </p>
    </ActDialog>
  );
}
