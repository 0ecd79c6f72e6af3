import { useState } from 'react';
import { useAct } from '../../../api/hooks';
import { ActDialog } from '../../../ui/act-dialog';
import { errorOf, TextField } from '../../../ui/field';
import { ResolvePayment } from './payments.documents';
import { reasonName, reasons } from './reasons';

/** A payment of one of the two lists. */
export interface Unresolved {
  /** The id of the session or of the event. */
  readonly id: string;
  readonly input: { readonly sessionId: string } | { readonly eventId: string };
  readonly reason: string;
  readonly principalKey: string | null;
}

interface Props {
  readonly payment: Unresolved;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks how a payment was resolved, and says that the service itself moves nothing. */
export function ResolveDialog({ payment, onDone, onClose }: Props) {
  const [reason, setReason] = useState('');
  const act = useAct(ResolvePayment, `resolve ${payment.id}`);
  const send = () => act.run({ input: { ...payment.input, reason: reason.trim() } });
  const text = reasons[payment.reason];
  return (
    <ActDialog
      title="Resolve a payment"
      submit="Mark as resolved"
      act={act}
      onSubmit={send}
      onClose={onClose}
      onDone={onDone}
    >
      <div className="rounded-md bg-raised p-3 text-sm">
        <p className="font-medium">{reasonName(payment.reason)}</p>
        <p>
          {text?.what} {text?.todo}
        </p>
        <p className="mt-1 font-mono text-xs break-all text-muted">{payment.id}</p>
      </div>
      <p className="text-sm">
        Act at the payment processor first. This moves no stamps and refunds nothing. The payment leaves this list, and
        it cannot be put back. The operator log keeps your text.
      </p>
      <TextField
        label="What was done"
        help="1 to 2,000 characters."
        required
        maxLength={2_000}
        value={reason}
        onText={setReason}
        error={errorOf(act.problem, 'reason')}
      />
    </ActDialog>
  );
}
