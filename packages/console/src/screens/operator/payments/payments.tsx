import { useState } from 'react';
import { useLive } from '../../../api/hooks';
import { useFilters } from '../../../shell/principal';
import { PageHeader } from '../../../ui/card';
import { Ready } from '../../../ui/notice';
import { useEvery, useReread } from '../../../api/polling';
import { Flagged } from './flagged';
import { Parked } from './parked';
import { PaymentsScreen } from './payments.documents';
import { ResolveDialog, type Unresolved } from './resolve-dialog';

/** No stream reports payments. */
const READ_MS = 15_000;

/** The payments that an operator must look at. */
export function Screen() {
  const [filters] = useFilters();
  const variables = { parkedAfter: filters['parked'] ?? null, flaggedAfter: filters['flagged'] ?? null };
  const read = useLive(PaymentsScreen, variables);
  const reread = useReread(PaymentsScreen, variables);
  useEvery(reread, READ_MS);
  const [payment, setPayment] = useState<Unresolved>();
  return (
    <>
      <PageHeader title="Payments">
        Payments that do not fit their purchase. The service granted and took no tickets for them.
      </PageHeader>
      <Ready of={read}>
        {({ parkedPurchases, flaggedPayments }) => (
          <div className="space-y-8">
            {parkedPurchases && <Parked page={parkedPurchases} onResolve={setPayment} />}
            {flaggedPayments && <Flagged page={flaggedPayments} onResolve={setPayment} />}
          </div>
        )}
      </Ready>
      {payment && <ResolveDialog payment={payment} onDone={reread} onClose={() => setPayment(undefined)} />}
    </>
  );
}
