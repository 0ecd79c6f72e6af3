import { useState } from 'react';
import { useLive } from '../../api/hooks';
import { usePolling } from '../../api/polling';
import { Pages } from '../../shell/pages';
import { TextLink, useFilters, useParam, usePrincipal } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Card, PageHeader } from '../../ui/card';
import { eventTypes } from '../../ui/event-types';
import { Empty, Ready } from '../../ui/notice';
import { WebhookSecret } from '../agents/webhook-secret';
import { choicesOf, FilterSelect } from '../trading/filters';
import { type DeliveryDetail, openedOf } from '../webhooks/attempts';
import { Deliveries, deliveryStates } from '../webhooks/deliveries';
import { AgentPage } from './agent.documents';
import { CardOfAgent } from './card';
import { MandateCard } from './mandate';
import { Notifications } from './notifications';
import { type IssuedKey, SigningKeys } from './signing-keys';
import type { AgentOfPage } from './types';

/** One agent: its card, its notifications and their deliveries. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const agentKey = useParam('agentKey');
  const [{ after, state, type, delivery }] = useFilters();
  const states = deliveryStates.filter((one) => one === state);
  const types = eventTypes.filter((one) => one === type);
  const filter = { ...(states.length > 0 && { states }), ...(types.length > 0 && { eventTypes: types }) };
  const variables = {
    principalKey,
    agentKey,
    after: after ?? null,
    filter,
    deliveryKey: delivery ?? '',
    isOpen: delivery !== undefined,
  };
  const page = useLive(AgentPage, variables);
  usePolling(AgentPage, variables, (page.data?.principal?.agent?.webhookEndpoint?.pendingCount ?? 0) > 0, 5_000);
  // Outside of what is read again, so that a failed read does not lose the secret.
  const [issued, setIssued] = useState<IssuedKey>();
  return (
    <>
      <Ready of={page} lines={10}>
        {({ principal, node }) => {
          const agent = principal?.agent;
          if (!agent) {
            return (
              <Empty title="There is no such agent">
                It may belong to another principal. See all <TextLink to="agents">agents</TextLink>.
              </Empty>
            );
          }
          return (
            <>
              <PageHeader
                title={agent.name ?? 'Agent without a name'}
                actions={agent.retiredAt !== null && <State code="RETIRED" />}
              >
                {agent.description}
              </PageHeader>
              <div className="space-y-4">
                <CardOfAgent agent={agent} />
                <MandateCard agent={agent} />
                <Notifications agent={agent} />
                <SigningKeys agent={agent} onIssued={setIssued} />
                <AgentDeliveries
                  agent={agent}
                  isFiltered={Object.keys(filter).length > 0}
                  opened={openedOf(node, delivery)}
                />
              </div>
            </>
          );
        }}
      </Ready>
      {issued && <WebhookSecret agentKey={agentKey} issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  );
}

interface DeliveriesProps {
  readonly agent: AgentOfPage;
  readonly isFiltered: boolean;
  readonly opened: DeliveryDetail | undefined;
}

function AgentDeliveries({ agent, isFiltered, opened }: DeliveriesProps) {
  const { webhookDeliveries } = agent;
  return (
    <Card title="Deliveries">
      <div className="mb-4 grid max-w-2xl gap-3 sm:grid-cols-2">
        <FilterSelect name="state" label="State" options={choicesOf('All states', deliveryStates)} />
        <FilterSelect name="type" label="Event type" options={choicesOf('All types', eventTypes)} />
      </div>
      {webhookDeliveries.nodes.length === 0 ? (
        <Empty title={isFiltered ? 'No delivery fits these filters' : 'Nothing was delivered yet'}>
          {isFiltered ? 'Change or clear them.' : 'Deliveries need a notification URL and an event that it receives.'}
        </Empty>
      ) : (
        <Deliveries caption="Deliveries" rows={webhookDeliveries.nodes} opened={opened} />
      )}
      <Pages of={webhookDeliveries} nouns={['delivery', 'deliveries']} />
    </Card>
  );
}
