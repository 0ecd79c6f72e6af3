import type { PurchaseStatus } from '../../../../client/src/schema';

const TEXTS: Readonly<Record<PurchaseStatus, string>> = {
  OPEN: 'The payment is not confirmed yet. This page shows it as soon as it is.',
  PAID: 'The payment is confirmed. The tickets are credited in a moment.',
  CREDITED: 'The tickets are credited.',
  EXPIRED: 'The checkout expired. Nothing was paid.',
  PARKED: 'The payment does not match the purchase. An operator reviews it, and nothing is credited until then.',
};

interface Purchase {
  readonly sessionId: string;
  readonly status: PurchaseStatus;
}

/** Whether the purchase that the address names still waits. */
export function isWaiting(sessionId: string | undefined, purchases: readonly Purchase[]): boolean {
  const found = purchases.find((one) => one.sessionId === sessionId);
  return found?.status === 'OPEN' || found?.status === 'PAID';
}

/** Says what became of the purchase from which the buyer returns. */
export function Returned({
  sessionId,
  purchases,
}: {
  readonly sessionId: string | undefined;
  readonly purchases: readonly Purchase[];
}) {
  if (sessionId === undefined) return null;
  const found = purchases.find((one) => one.sessionId === sessionId);
  const text =
    sessionId === 'cancelled' ? 'You cancelled the checkout. Nothing was paid.' : found && TEXTS[found.status];
  if (text === undefined) return null;
  const tone =
    found?.status === 'CREDITED' ? 'border-good bg-good-soft text-good' : 'border-warn bg-warn-soft text-warn';
  return (
    <p role="status" className={`mb-4 rounded-md border px-3 py-2 text-sm ${tone}`}>
      {text}
    </p>
  );
}
