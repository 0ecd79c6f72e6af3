import { useState } from 'react';
import type { WebhooksPageQuery } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { Go, useFilters, usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { State, words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Key } from '../../ui/key';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { Attempts, type DeliveryDetail, resultOf } from './attempts';
import { WebhooksRedeliver } from './webhooks.documents';

type AgentRow = NonNullable<WebhooksPageQuery['principal']>['agents']['nodes'][number];
export type Delivery = AgentRow['webhookDeliveries']['nodes'][number] & {
  /** The agent, in a list with several. */
  readonly agent?: { readonly agentKey: string; readonly name: string | null };
};

export const deliveryStates = ['PENDING', 'DELIVERED', 'DEAD', 'DISABLED'] as const;

interface Props {
  readonly caption: string;
  readonly rows: readonly Delivery[];
  /** The delivery whose attempts are shown. Its key is in the address. */
  readonly opened: DeliveryDetail | undefined;
}

/** Deliveries with their attempts. An ended one can be sent again. */
export function Deliveries({ caption, rows, opened }: Props) {
  const { isOwner } = usePrincipal();
  const [, setFilters] = useFilters();
  const [repeated, setRepeated] = useState<Delivery>();
  const hasAgents = rows.some(({ agent }) => agent !== undefined);
  const acts: Column<Delivery> = {
    head: 'Acts',
    cell: ({ deliveryKey, state, type, ...rest }) => (
      <div className="flex gap-2 whitespace-nowrap">
        <Button
          opensDialog
          aria-label={`Attempts of ${deliveryKey}`}
          onClick={() => setFilters({ delivery: deliveryKey })}
        >
          Attempts
        </Button>
        {isOwner && state !== 'PENDING' && (
          <Button
            opensDialog
            aria-label={`Send again: ${deliveryKey}`}
            onClick={() => setRepeated({ deliveryKey, state, type, ...rest })}
          >
            Send again
          </Button>
        )}
      </div>
    ),
  };
  return (
    <>
      <Table
        caption={caption}
        columns={[EVENT, ...(hasAgents ? [AGENT] : []), ...COLUMNS, acts]}
        rows={rows}
        keyOf={({ deliveryKey }) => deliveryKey}
      />
      {opened && <Attempts of={opened} onClose={() => setFilters({ delivery: undefined })} />}
      {repeated && <Redeliver delivery={repeated} onClose={() => setRepeated(undefined)} />}
    </>
  );
}

const EVENT: Column<Delivery> = {
  head: 'Event',
  cell: ({ type, deliveryKey }) => (
    <>
      <p className="whitespace-nowrap">{words(type)}</p>
      <Key of={deliveryKey} />
    </>
  ),
};
const AGENT: Column<Delivery> = {
  head: 'Agent',
  cell: ({ agent }) => agent && <Go to={`agents/${agent.agentKey}`}>{agent.name ?? agent.agentKey}</Go>,
};
const COLUMNS: readonly Column<Delivery>[] = [
  { head: 'State', cell: ({ state }) => <State code={state} /> },
  {
    head: 'Last attempt',
    cell: ({ lastAttempt }) => (
      <span className="inline-block min-w-36 text-muted">{lastAttempt ? resultOf(lastAttempt) : 'None yet.'}</span>
    ),
  },
  { head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

interface RedeliverProps {
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

function Redeliver({ delivery: { deliveryKey, type }, onClose }: RedeliverProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(WebhooksRedeliver, `redeliver ${deliveryKey}`);
  const send = () => act.run({ input: { principalKey, deliveryKey } });
  return (
    <ActDialog title="Send a delivery again" submit="Send again" act={act} onSubmit={send} onClose={onClose}>
      <p>
        “{words(type)}” is sent again with the same id and the same bytes, and with a full schedule of retries. A
        correct receiver ignores an id that it has handled before.
      </p>
      <p className="text-sm text-muted">This is free. It counts toward the daily limit of changes.</p>
    </ActDialog>
  );
}
