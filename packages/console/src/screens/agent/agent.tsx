import { useState } from 'react';
import { useLive } from '../../api/hooks';
import { usePolling } from '../../api/polling';
import { Go, useFilters, useParam, usePrincipal } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, Facts, PageHeader } from '../../ui/card';
import { Code } from '../../ui/code';
import { eventTypes } from '../../ui/event-types';
import { Select } from '../../ui/field';
import { Key } from '../../ui/key';
import { Empty, Ready } from '../../ui/notice';
import { Pages } from '../../ui/pages';
import { Time } from '../../ui/time';
import { WebhookSecret } from '../agents/webhook-secret';
import { type DeliveryDetail, openedOf } from '../webhooks/attempts';
import { Deliveries, deliveryStates } from '../webhooks/deliveries';
import { AgentPage } from './agent.documents';
import { MandateCard } from './mandate';
import { Notifications } from './notifications';
import { type IssuedKey, SigningKeys } from './signing-keys';
import type { AgentOfPage } from './types';

/** One agent: its card, its notifications and their deliveries. */
export function Screen() {
  const { principalKey, isOwner } = usePrincipal();
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
                It may belong to another principal. See all{' '}
                <Go className="text-accent underline" to="agents">
                  agents
                </Go>
                .
              </Empty>
            );
          }
          return (
            <>
              <PageHeader title={agent.name ?? 'Agent without a name'}>{agent.description}</PageHeader>
              <div className="space-y-4">
                <About agent={agent} />
                <MandateCard agent={agent} principalKey={principalKey} isOwner={isOwner} />
                <Notifications agent={agent} principalKey={principalKey} isOwner={isOwner} />
                <SigningKeys agent={agent} principalKey={principalKey} isOwner={isOwner} onIssued={setIssued} />
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

function About({ agent }: { readonly agent: AgentOfPage }) {
  const [isShown, setShown] = useState(false);
  const { version, missing } = agent.cardConformance;
  const { pushNotifications, streaming, extendedAgentCard } = agent.capabilities;
  const capabilities = [
    pushNotifications && 'push notifications',
    streaming && 'streaming',
    extendedAgentCard && 'extended card',
  ].filter(Boolean);
  return (
    <Card
      title="Agent card"
      actions={
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the JSON' : 'Show the JSON'}
        </Button>
      }
    >
      <Facts
        rows={[
          ['Version', agent.version ?? 'none'],
          ['Key', <Key of={agent.agentKey} />],
          ['Registered', <Time at={agent.createdAt} />],
          ['Capabilities', capabilities.length > 0 ? capabilities.join(', ') : 'none'],
          ['A2A version', version ?? 'not clear from the card'],
          ['Missing A2A members', missing.length > 0 ? missing.join(', ') : 'none'],
        ]}
      />
      <p className="mt-3 text-sm text-muted">
        The card is public. The API can replace it (updateAgentCard). Listings of this agent are under{' '}
        <Go className="text-accent underline" to="listings" search={{ agent: agent.agentKey }}>
          Listings
        </Go>
        .
      </p>
      {isShown && (
        <div className="mt-3">
          <Code label="Agent card as JSON" text={JSON.stringify(agent.card, undefined, 2)} />
        </div>
      )}
    </Card>
  );
}

interface DeliveriesProps {
  readonly agent: AgentOfPage;
  readonly isFiltered: boolean;
  readonly opened: DeliveryDetail | undefined;
}

function AgentDeliveries({ agent, isFiltered, opened }: DeliveriesProps) {
  const { principalKey, isOwner } = usePrincipal();
  const [{ after, state, type }, setFilters] = useFilters();
  const { webhookDeliveries } = agent;
  return (
    <Card title="Deliveries">
      <div className="mb-4 grid max-w-2xl gap-3 sm:grid-cols-2">
        <Select
          label="State"
          value={state ?? ''}
          onChange={({ target }) => setFilters({ state: target.value, after: undefined })}
          options={[['', 'All states'], ...deliveryStates.map((one) => [one, words(one)] as const)]}
        />
        <Select
          label="Event type"
          value={type ?? ''}
          onChange={({ target }) => setFilters({ type: target.value, after: undefined })}
          options={[['', 'All types'], ...eventTypes.map((one) => [one, words(one)] as const)]}
        />
      </div>
      {webhookDeliveries.nodes.length === 0 ? (
        <Empty title={isFiltered ? 'No delivery fits these filters' : 'Nothing was delivered yet'}>
          {isFiltered ? 'Change or clear them.' : 'Deliveries need a notification URL and an event that it receives.'}
        </Empty>
      ) : (
        <Deliveries
          caption="Deliveries"
          rows={webhookDeliveries.nodes}
          opened={opened}
          principalKey={principalKey}
          isOwner={isOwner}
        />
      )}
      <Pages
        of={webhookDeliveries}
        nouns={['delivery', 'deliveries']}
        after={after}
        onGo={(cursor) => setFilters({ after: cursor })}
      />
    </Card>
  );
}
