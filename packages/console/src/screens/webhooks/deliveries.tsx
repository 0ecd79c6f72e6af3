import { useState } from 'react';
import { useAct } from '../../api/hooks';
import { Go } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { State, words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Key } from '../../ui/key';
import { type Column, Table } from '../../ui/table';
import { formatExact, Time } from '../../ui/time';
import { type WebhooksPageQuery, WebhooksRedeliver } from './webhooks.documents';

type AgentRow = NonNullable<WebhooksPageQuery['principal']>['agents']['nodes'][number];
export type Delivery = AgentRow['webhookDeliveries']['nodes'][number] & {
  /** The agent, in a list with several. */
  readonly agent?: { readonly agentKey: string; readonly name: string | null };
};

export const deliveryStates = ['PENDING', 'DELIVERED', 'DEAD', 'DISABLED'] as const;

/** What went wrong in an attempt, and what the owner of the receiver can do. */
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

interface Props {
  readonly caption: string;
  readonly rows: readonly Delivery[];
  readonly principalKey: string;
  readonly isOwner: boolean;
}

/** Deliveries with their attempts. An ended one can be sent again. */
export function Deliveries({ caption, rows, principalKey, isOwner }: Props) {
  const [shown, setShown] = useState<string>();
  const [repeated, setRepeated] = useState<Delivery>();
  const found = rows.find(({ deliveryKey }) => deliveryKey === shown);
  const hasAgents = rows.some(({ agent }) => agent !== undefined);
  const columns: readonly Column<Delivery>[] = [
    { head: 'Event', cell: ({ type }) => words(type) },
    ...(hasAgents ? [AGENT] : []),
    { head: 'State', cell: ({ state }) => <State code={state} /> },
    { head: 'Last attempt', cell: (delivery) => <Last delivery={delivery} /> },
    { head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { head: 'Delivery', cell: ({ deliveryKey }) => <Key of={deliveryKey} /> },
    {
      head: 'Acts',
      cell: (delivery) => (
        <div className="flex flex-wrap gap-2">
          <Button aria-label={`Attempts of ${delivery.deliveryKey}`} onClick={() => setShown(delivery.deliveryKey)}>
            Attempts ({delivery.attempts.length})
          </Button>
          {isOwner && delivery.state !== 'PENDING' && (
            <Button aria-label={`Send ${delivery.deliveryKey} again`} onClick={() => setRepeated(delivery)}>
              Send again
            </Button>
          )}
        </div>
      ),
    },
  ];
  return (
    <>
      <Table caption={caption} columns={columns} rows={rows} keyOf={({ deliveryKey }) => deliveryKey} />
      {found && <Attempts delivery={found} onClose={() => setShown(undefined)} />}
      {repeated && <Redeliver delivery={repeated} principalKey={principalKey} onClose={() => setRepeated(undefined)} />}
    </>
  );
}

const AGENT: Column<Delivery> = {
  head: 'Agent',
  cell: ({ agent }) => agent && <Go to={`agents/${agent.agentKey}`}>{agent.name ?? agent.agentKey}</Go>,
};

function Last({ delivery: { attempts } }: { readonly delivery: Delivery }) {
  const last = attempts.at(-1);
  if (!last) return <span className="text-muted">None yet</span>;
  return (
    <div className="min-w-40">
      {last.status !== null && <span className="tabular-nums">HTTP {last.status}</span>}
      {last.error !== null && <p className="text-muted">{ERRORS[last.error] ?? words(last.error)}</p>}
    </div>
  );
}

function Attempts({ delivery, onClose }: { readonly delivery: Delivery; readonly onClose: () => void }) {
  const { type, state, eventId, deliveryKey, attempts } = delivery;
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
            {attempts.map(({ attemptedAt, durationMs, status, error, keyVersion }) => (
              <li key={attemptedAt} className="rounded-md border border-line p-2 text-sm">
                <p>
                  {formatExact(attemptedAt)}, {durationMs} ms, key version {keyVersion}
                </p>
                <p className={error === null ? 'text-good' : 'text-bad'}>
                  {status === null ? '' : `HTTP ${String(status)}. `}
                  {error === null ? 'Delivered.' : (ERRORS[error] ?? words(error))}
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

interface RedeliverProps {
  readonly delivery: Delivery;
  readonly principalKey: string;
  readonly onClose: () => void;
}

function Redeliver({ delivery: { deliveryKey, type }, principalKey, onClose }: RedeliverProps) {
  const act = useAct(WebhooksRedeliver, `redeliver ${deliveryKey}`);
  const send = async (): Promise<void> => {
    if (await act.run({ input: { principalKey, deliveryKey } })) onClose();
  };
  return (
    <ActDialog
      title="Send a delivery again"
      submit="Send again"
      act={act}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>
        “{words(type)}” is sent again with the same id and the same bytes, and with a full schedule of retries. A
        correct receiver ignores an id that it has handled before.
      </p>
      <p className="text-sm text-muted">This is free. It counts toward the daily limit of changes.</p>
    </ActDialog>
  );
}
