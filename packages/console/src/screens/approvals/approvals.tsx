import type { ApprovalsQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { usePolling } from '../../api/polling';
import { Pages } from '../../shell/pages';
import { TextLink, useFilters, usePrincipal } from '../../shell/principal';
import { PageHeader } from '../../ui/card';
import { Empty, Ready } from '../../ui/notice';
import { Tabs } from '../trading/tabs';
import { Approvals } from './approvals.documents';
import { ApprovalCard, isOpen, OPEN_READ_MS } from './card';

type Listed = NonNullable<ApprovalsQuery['principal']>;

/** The approvals of the principal: those that wait for an owner first. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const [{ view = '', after }] = useFilters();
  const filter = view === '' ? { statuses: ['PENDING' as const] } : {};
  const variables = { principalKey, filter, after: after ?? null };
  const loaded = useLive(Approvals, variables);
  usePolling(Approvals, variables, loaded.data?.principal?.approvals.nodes.some(isOpen) === true, OPEN_READ_MS);
  return (
    <>
      <PageHeader title="Approvals">
        Commitments of agents above the threshold of their mandate. An agent commits only after an owner has approved.
      </PageHeader>
      <Ready of={loaded}>{({ principal }) => principal && <List of={principal} view={view} />}</Ready>
    </>
  );
}

function List({ of, view }: { readonly of: Listed; readonly view: string }) {
  const tabs = [
    { view: '', name: 'Waiting for an owner', count: of.pending.totalCount, isUrgent: true },
    { view: 'all', name: 'All', count: of.every.totalCount },
  ];
  return (
    <>
      <Tabs path="approvals" label="Views of approvals" tabs={tabs} current={view} />
      {of.approvals.nodes.length === 0 ? (
        <Empty title={view === '' ? 'No approval waits for an owner' : 'No approvals yet'}>
          Set a threshold in the mandate of an agent to decide about its large commitments.{' '}
          <TextLink to="agents">Go to your agents</TextLink>
        </Empty>
      ) : (
        <div className="space-y-4">
          {of.approvals.nodes.map((one) => (
            <ApprovalCard key={one.approvalKey} of={one} />
          ))}
        </div>
      )}
      <Pages of={of.approvals} nouns={['approval', 'approvals']} />
    </>
  );
}
