import type { WebhooksPageQuery } from '../../api/document-types';
import { State, words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Key } from '../../ui/key';
import { formatExact } from '../../ui/time';

type DeliveryNode = NonNullable<WebhooksPageQuery['node']>;
/** A delivery with all its attempts. */
export type DeliveryDetail = Exclude<DeliveryNode, Record<PropertyKey, never>>;

/** What went wrong in an attempt. */
const ERRORS: Readonly<Record<string, string>> = {
  ADDRESS_FORBIDDEN: 'The address is private or reserved.',
  ANSWER_MALFORMED: 'The answer was not valid HTTP.',
  CONNECTION_FAILED: 'No connection could be opened.',
  CONNECTION_LOST: 'The connection was lost before the answer.',
  HTTP_STATUS: 'The receiver answered with another status than 2xx.',
  NAME_NOT_RESOLVED: 'The name of the host has no address.',
  REDIRECT_NOT_FOLLOWED: 'The receiver answered with a redirect.',
  SECRET_UNREADABLE: 'The service could not read the signing key.',
  TIMEOUT: 'No complete answer arrived in time.',
  TLS_FAILED: 'The TLS handshake failed.',
};

/** The result of an attempt in words. */
export function resultOf({ status, error }: { readonly status: number | null; readonly error: string | null }): string {
  const answer = status === null ? '' : `HTTP ${String(status)}. `;
  return answer + (error === null ? 'Delivered.' : (ERRORS[error] ?? words(error)));
}

/** Returns the delivery that the address of the page names, once it was read. */
export function openedOf(node: WebhooksPageQuery['node'], deliveryKey: string | undefined): DeliveryDetail | undefined {
  if (!node || !('deliveryKey' in node)) return undefined;
  const found = node as DeliveryDetail;
  return found.deliveryKey === deliveryKey ? found : undefined;
}

/** All attempts of a delivery, in the order of their time. */
export function Attempts({ of, onClose }: { readonly of: DeliveryDetail; readonly onClose: () => void }) {
  const { type, state, eventId, deliveryKey, attempts } = of;
  return (
    <Dialog title={`Attempts: ${words(type)}`} onClose={onClose}>
      <div className="space-y-4">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <State code={state} /> Event <Key of={eventId} /> Delivery <Key of={deliveryKey} />
        </p>
        {attempts.length === 0 ? (
          <p className="text-muted">Nothing was sent yet. This list fills as soon as it is.</p>
        ) : (
          <ol className="max-h-96 space-y-2 overflow-y-auto">
            {attempts.map((attempt) => (
              <li key={attempt.attemptedAt} className="rounded-md border border-line p-2 text-sm">
                <p className={attempt.error === null ? 'text-good' : 'text-bad'}>{resultOf(attempt)}</p>
                <p className="text-muted">
                  {formatExact(attempt.attemptedAt)}, {attempt.durationMs} ms, key version {attempt.keyVersion}
                </p>
              </li>
            ))}
          </ol>
        )}
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}
