import type { WebhooksPageQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { usePolling } from '../../api/polling';
import { Go, TextLink, useFilters, usePrincipal } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Card, PageHeader } from '../../ui/card';
import { Empty, Ready } from '../../ui/notice';
import { OutsideLink } from '../../ui/outside-link';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { choicesOf, FilterSelect } from '../trading/filters';
import { type DeliveryDetail, openedOf } from './attempts';
import { Deliveries, deliveryStates } from './deliveries';
import { WebhooksPage } from './webhooks.documents';

type Agents = NonNullable<WebhooksPageQuery['principal']>['agents'];
type AgentRow = Agents['nodes'][number];

/** The webhook deliveries of all agents. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const [{ state, delivery }] = useFilters();
  const states = deliveryStates.filter((one) => one === state);
  const filter = states.length > 0 ? { states } : null;
  const variables = { principalKey, filter, deliveryKey: delivery ?? '', isOpen: delivery !== undefined };
  const page = useLive(WebhooksPage, variables);
  const isPending = page.data?.principal?.agents.nodes.some((one) => (one.webhookEndpoint?.pendingCount ?? 0) > 0);
  usePolling(WebhooksPage, variables, isPending ?? false, 5_000);
  return (
    <>
      <PageHeader title="Webhooks">
        Signed messages about events, which the service sends to the notification URLs of agents.
      </PageHeader>
      <Ready of={page}>
        {({ principal, node }) =>
          principal && (
            <div className="space-y-4">
              <Card title="Endpoints">
                <Endpoints agents={principal.agents} />
              </Card>
              <Card
                title="Newest deliveries"
                actions={<FilterSelect name="state" label="State" options={choicesOf('All states', deliveryStates)} />}
              >
                <Newest agents={principal.agents} isFiltered={filter !== null} opened={openedOf(node, delivery)} />
              </Card>
            </div>
          )
        }
      </Ready>
    </>
  );
}

function Endpoints({ agents }: { readonly agents: Agents }) {
  const rows = agents.nodes.filter(({ webhookEndpoint }) => webhookEndpoint !== null);
  if (rows.length === 0) {
    return (
      <Empty title="No agent receives webhooks">
        Set a notification URL on the page of an <TextLink to="agents">agent</TextLink>.
      </Empty>
    );
  }
  return (
    <>
      <Table caption="Webhook endpoints" columns={ENDPOINTS} rows={rows} keyOf={({ agentKey }) => agentKey} />
      {agents.totalCount > agents.nodes.length && (
        <p className="mt-2 text-sm text-muted">
          This page shows the {agents.nodes.length} newest of {agents.totalCount} agents. The others are under{' '}
          <TextLink to="agents">Agents</TextLink>.
        </p>
      )}
    </>
  );
}

const ENDPOINTS: readonly Column<AgentRow>[] = [
  { head: 'Agent', cell: ({ agentKey, name }) => <Go to={`agents/${agentKey}`}>{name ?? agentKey}</Go> },
  { head: 'URL', cell: ({ webhookEndpoint }) => webhookEndpoint && <OutsideLink to={webhookEndpoint.url} /> },
  {
    head: 'State',
    cell: ({ webhookEndpoint }) =>
      webhookEndpoint?.disabledAt == null ? <State code="ACTIVE" /> : <State code="DISABLED" tone="bad" />,
  },
  { head: 'Pending', cell: ({ webhookEndpoint }) => webhookEndpoint?.pendingCount, isAmount: true },
  { head: 'Dead', cell: ({ webhookEndpoint }) => webhookEndpoint?.deadCount, isAmount: true },
  {
    head: 'Last success',
    cell: ({ webhookEndpoint }) =>
      webhookEndpoint?.lastSuccessAt == null ? 'None in 30 days' : <Time at={webhookEndpoint.lastSuccessAt} />,
  },
];

interface NewestProps {
  readonly agents: Agents;
  readonly isFiltered: boolean;
  readonly opened: DeliveryDetail | undefined;
}

/** The newest deliveries of each agent, in one list. Older ones are on the page of the agent. */
function Newest({ agents, isFiltered, opened }: NewestProps) {
  const rows = agents.nodes
    .flatMap(({ agentKey, name, webhookDeliveries }) =>
      webhookDeliveries.nodes.map((delivery) => ({ ...delivery, agent: { agentKey, name } })),
    )
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const longer = agents.nodes.filter(({ webhookDeliveries }) => webhookDeliveries.pageInfo.hasNextPage);
  if (rows.length === 0) {
    return (
      <Empty title={isFiltered ? 'No delivery has this state' : 'Nothing was delivered yet'}>
        {isFiltered ? 'Choose another state.' : 'A delivery appears here with the next event that an agent receives.'}
      </Empty>
    );
  }
  return (
    <>
      <Deliveries caption="Newest deliveries" rows={rows} opened={opened} />
      {longer.length > 0 && (
        <p className="mt-2 text-sm text-muted">
          Up to 10 of each agent are shown. The others are on the pages of the agents:{' '}
          {longer.map(({ agentKey, name }) => (
            <span key={agentKey} className="me-3 inline-block">
              <TextLink to={`agents/${agentKey}`}>{name ?? agentKey}</TextLink>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
