import { useLive } from '../api/hooks';
import { usePolling } from '../api/polling';
import { PendingApprovals } from './pending.documents';

/** The end of a request has no event. */
const EXPIRY_READ_MS = 30_000;

/** The number of approvals that wait for an owner; nothing without one. */
export function PendingCount({ principalKey }: { readonly principalKey: string }) {
  const { data } = useLive(PendingApprovals, { principalKey }, ({ type }) => type.startsWith('APPROVAL_'));
  const count = data?.principal?.approvals.totalCount ?? 0;
  usePolling(PendingApprovals, { principalKey }, count > 0, EXPIRY_READ_MS);
  if (count === 0) return null;
  return (
    <>
      {/* Readers by ear would join the name and the number without it. */}{' '}
      <span className="ms-1 rounded-full bg-warn-soft px-2 text-xs font-medium text-warn tabular-nums">
        {count}
        <span className="sr-only"> waiting</span>
      </span>
    </>
  );
}
