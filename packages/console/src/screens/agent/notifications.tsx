import { type ReactNode, useState } from 'react';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { State, words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, Facts } from '../../ui/card';
import { type DeliverableType, deliverableTypes, EventTypes } from '../../ui/event-types';
import { Field, errorOf } from '../../ui/field';
import { OutsideLink } from '../../ui/outside-link';
import { Time } from '../../ui/time';
import { AgentSetEventTypes, AgentSetUrl } from './agent.documents';
import type { AgentOfPage, DialogProps, PartProps } from './types';

/** Where the agent receives webhooks, which, and how well it works. */
export function Notifications({ agent }: PartProps) {
  const { isOwner } = usePrincipal();
  const [open, setOpen] = useState<'url' | 'types'>();
  const close = (): void => setOpen(undefined);
  return (
    <Card
      title="Notifications"
      actions={
        isOwner && (
          <div className="flex flex-wrap gap-2">
            <Button opensDialog onClick={() => setOpen('url')}>
              Change URL
            </Button>
            <Button opensDialog onClick={() => setOpen('types')}>
              Change event types
            </Button>
          </div>
        )
      }
    >
      {agent.webhookEndpoint?.disabledAt != null && (
        <p className="mb-3 rounded-md border border-bad bg-bad-soft p-3 text-sm text-bad">
          Deliveries failed for too long, so they were disabled. Mend the receiver, then save its URL again.
        </p>
      )}
      <Facts
        rows={[
          ['Notification URL', agent.notificationUrl === null ? 'none' : <OutsideLink to={agent.notificationUrl} />],
          ...healthOf(agent.webhookEndpoint),
        ]}
      />
      <h3 className="mt-4 mb-1 text-sm text-muted">Event types</h3>
      {agent.eventTypes.length === 0 ? (
        <p>None. The agent receives no webhooks.</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {agent.eventTypes.map((type) => (
            <li key={type} className="rounded bg-raised px-2 py-0.5 text-sm">
              {words(type)}
            </li>
          ))}
        </ul>
      )}
      {open === 'url' && <UrlDialog agent={agent} onClose={close} />}
      {open === 'types' && <TypesDialog agent={agent} onClose={close} />}
    </Card>
  );
}

type Row = readonly [string, ReactNode];

function healthOf(endpoint: AgentOfPage['webhookEndpoint']): readonly Row[] {
  if (!endpoint) return [];
  const { disabledAt, pendingCount, deadCount, lastSuccessAt } = endpoint;
  return [
    ['State', disabledAt === null ? <State code="ACTIVE" /> : <State code="DISABLED" tone="bad" />],
    ...(disabledAt === null ? [] : [['Disabled', <Time at={disabledAt} />] as const]),
    ['Pending deliveries', pendingCount],
    ['Dead deliveries', deadCount],
    ['Last success', lastSuccessAt === null ? 'none in the last 30 days' : <Time at={lastSuccessAt} />],
  ];
}

function UrlDialog({ agent: { agentKey, notificationUrl }, onClose }: DialogProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(AgentSetUrl, `notification url ${agentKey}`);
  const [url, setUrl] = useState(notificationUrl ?? '');
  const send = () => act.run({ input: { principalKey, agentKey, notificationUrl: url === '' ? null : url } });
  return (
    <ActDialog title="Notification URL" submit="Save URL" act={act} onSubmit={send} onClose={onClose}>
      <Field
        label="Notification URL"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        onText={setUrl}
        error={errorOf(act.problem, 'notificationUrl')}
        help="An https address that is reachable from the internet. Empty: no webhooks."
      />
      <p>
        Pending deliveries go to the new address at once. Saving also enables deliveries that were disabled after
        failures.
      </p>
      <p className="text-sm text-muted">This is free. It counts toward the daily limit of changes.</p>
    </ActDialog>
  );
}

function TypesDialog({ agent: { agentKey, eventTypes }, onClose }: DialogProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(AgentSetEventTypes, `event types ${agentKey}`);
  const [chosen, setChosen] = useState<readonly DeliverableType[]>(() =>
    deliverableTypes.filter((type) => eventTypes.includes(type)),
  );
  const send = () => act.run({ input: { principalKey, agentKey, eventTypes: [...chosen] } });
  return (
    <ActDialog title="Event types" submit="Save event types" act={act} onSubmit={send} onClose={onClose}>
      <EventTypes chosen={chosen} onChange={setChosen} error={errorOf(act.problem, 'eventTypes')} />
      <p>The change is for later events. An empty choice stops the webhooks of this agent.</p>
      <p className="text-sm text-muted">This is free. It counts toward the daily limit of changes.</p>
    </ActDialog>
  );
}
