import { useState } from 'react';
import type { AgentsPageQuery, AgentsRegisterMutation } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { Pages } from '../../shell/pages';
import { Go, useFilters, usePrincipal } from '../../shell/principal';
import { State } from '../../ui/badge';
import { PageHeader } from '../../ui/card';
import { Dialog } from '../../ui/dialog';
import { Key } from '../../ui/key';
import { Empty, Ready } from '../../ui/notice';
import { Offered } from '../../ui/offered';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { FilterSelect, FilterText } from '../trading/filters';
import { AgentsPage } from './agents.documents';
import { RegisterForm } from './register-form';
import { WebhookSecret } from './webhook-secret';

type AgentRow = NonNullable<AgentsPageQuery['principal']>['agents']['nodes'][number];

/** The agents of the principal. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const [{ text, webhook, after }] = useFilters();
  const filter = { ...(text && { text }), ...(webhook === 'disabled' && { hasDisabledWebhook: true }) };
  const page = useLive(AgentsPage, { principalKey, after: after ?? null, filter });
  const [isOpen, setOpen] = useState(false);
  const [registered, setRegistered] = useState<AgentsRegisterMutation['registerAgent']>();
  return (
    <>
      <PageHeader
        title="Agents"
        actions={
          page.data?.principal && (
            <Offered
              of={page.data.principal}
              operation="registerAgent"
              label="Register an agent"
              kind="primary"
              onClick={() => setOpen(true)}
            />
          )
        }
      >
        Programs that trade for this principal. Each has a public card.
      </PageHeader>
      <div className="mb-4 grid max-w-2xl gap-3 sm:grid-cols-2">
        <FilterText name="text" label="Name or description" type="search" />
        <FilterSelect
          name="webhook"
          label="Webhooks"
          options={[
            ['', 'All agents'],
            ['disabled', 'Disabled after failures'],
          ]}
        />
      </div>
      <Ready of={page}>
        {({ principal }) =>
          principal && (
            <>
              <AgentList rows={principal.agents.nodes} isFiltered={Boolean(text || webhook)} />
              <Pages of={principal.agents} nouns={['agent', 'agents']} />
            </>
          )
        }
      </Ready>
      {isOpen && (
        <Dialog title="Register an agent" onClose={() => setOpen(false)}>
          <RegisterForm
            principalKey={principalKey}
            onCancel={() => setOpen(false)}
            onDone={(done) => {
              setOpen(false);
              setRegistered(done);
            }}
          />
        </Dialog>
      )}
      {registered && (
        <WebhookSecret
          agentKey={registered.agent.agentKey}
          issued={registered.webhookSigningKey}
          onClose={() => setRegistered(undefined)}
        />
      )}
    </>
  );
}

function AgentList({ rows, isFiltered }: { readonly rows: readonly AgentRow[]; readonly isFiltered: boolean }) {
  if (rows.length > 0) return <Table caption="Agents" columns={COLUMNS} rows={rows} keyOf={(row) => row.agentKey} />;
  return isFiltered ? (
    <Empty title="No agent fits these filters">Change or clear them.</Empty>
  ) : (
    <Empty title="There is no agent yet">
      Register one. An agent publishes listings and answers proposals for this principal.
    </Empty>
  );
}

const COLUMNS: readonly Column<AgentRow>[] = [
  {
    head: 'Agent',
    cell: ({ agentKey, name, description, retiredAt }) => (
      <div className="min-w-48">
        <Go to={`agents/${agentKey}`} className="me-2 font-medium text-accent hover:underline">
          {name ?? 'Without a name'}
        </Go>
        {retiredAt !== null && <State code="RETIRED" />}
        <p className="line-clamp-2 max-w-md text-muted">{description}</p>
      </div>
    ),
  },
  { head: 'Version', cell: ({ version }) => version ?? 'none' },
  { head: 'Webhooks', cell: ({ webhookEndpoint }) => <Health of={webhookEndpoint} /> },
  { head: 'Registered', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Key', cell: ({ agentKey }) => <Key of={agentKey} /> },
];

function Health({ of }: { readonly of: AgentRow['webhookEndpoint'] }) {
  if (!of) return <span className="text-muted">No URL</span>;
  if (of.disabledAt !== null) return <State code="Disabled" tone="bad" />;
  if (of.deadCount > 0) return <State code={`${String(of.deadCount)} dead`} tone="warn" />;
  if (of.pendingCount > 0) return <State code={`${String(of.pendingCount)} pending`} tone="active" />;
  return (
    <State
      code={of.lastSuccessAt === null ? 'No delivery yet' : 'Healthy'}
      tone={of.lastSuccessAt === null ? 'neutral' : 'good'}
    />
  );
}
