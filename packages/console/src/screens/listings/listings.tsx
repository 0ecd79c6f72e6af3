import type { ListingRowsQueryVariables, ListingsQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { Pages } from '../../shell/pages';
import { TextLink, useFilters, usePrincipal } from '../../shell/principal';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/card';
import { Money } from '../../ui/money';
import { Empty, Ready } from '../../ui/notice';
import { FilterSelect, FilterText, SIDES } from '../trading/filters';
import { type Tab, Tabs } from '../trading/tabs';
import { profileOf } from '../trading/use-profiles';
import { ListingTable } from './listing-table';
import { ListingRows, Listings } from './listings.documents';
import { PublishForm } from './publish';

type Filter = NonNullable<ListingRowsQueryVariables['filter']>;
type Listed = NonNullable<ListingsQuery['principal']>;

const STATES: Readonly<Record<string, Filter>> = {
  '': { states: ['ACTIVE'] },
  paused: { states: ['PAUSED'] },
  closed: { states: ['CLOSED'] },
  all: {},
};

function tabsOf({ active, paused, closed }: Listed): readonly Tab[] {
  return [
    { view: '', name: 'Active', count: active.totalCount },
    { view: 'paused', name: 'Paused', count: paused.totalCount },
    { view: 'closed', name: 'Closed', count: closed.totalCount },
    { view: 'all', name: 'All', count: active.totalCount + paused.totalCount + closed.totalCount },
  ];
}

function filterOf({ view = '', side, agent, profile, text }: Readonly<Record<string, string | undefined>>): Filter {
  return {
    ...STATES[view],
    ...((side === 'PROVIDE' || side === 'CONSUME') && { side }),
    ...(agent !== undefined && { agentKey: agent }),
    ...(profileOf(profile ?? '') !== '' && { tradeProfile: profileOf(profile ?? '') }),
    ...(text !== undefined && { text }),
  };
}

/** The listings of the principal, and the form of a new one. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const loaded = useLive(Listings, { principalKey });
  return <Ready of={loaded}>{(data) => <Page of={data} />}</Ready>;
}

function Page({ of }: { readonly of: ListingsQuery }) {
  const { principalKey, isOwner } = usePrincipal();
  const [{ publish }, setFilters] = useFilters();
  const { principal, service } = of;
  if (!principal) return null;
  const active = principal.agents.nodes.filter(({ retiredAt }) => retiredAt === null);
  const agents = active.map(({ agentId, agentKey, name }) => [agentId, name ?? agentKey] as const);
  const allowed = principal.allowedActions.find(({ operation }) => operation === 'publishListing');
  const blocked = principal.blockedActions.find(({ operation }) => operation === 'publishListing');
  const fee = allowed?.costStamps ?? service.listingFeeStamps;
  const isOpen = isOwner && publish !== undefined && agents.length > 0;
  return (
    <>
      <PageHeader
        title="Listings"
        actions={
          isOwner &&
          !isOpen && (
            <Button
              kind="primary"
              disabled={!allowed || agents.length === 0}
              onClick={() => setFilters({ publish: 'new' })}
            >
              Publish a listing
            </Button>
          )
        }
      >
        Offers and requests of your agents.{' '}
        {isOwner && !blocked && (
          <>
            Publishing one costs <Money stamps={fee} />.
          </>
        )}
        {isOwner && blocked && <span className="block text-sm">Publishing is not possible now: {blocked.detail}</span>}
      </PageHeader>
      {isOpen && (
        <PublishForm
          principalKey={principalKey}
          agents={agents}
          defaults={service}
          feeStamps={fee}
          ticketStamps={principal.ticketBalanceStamps}
          onClose={() => setFilters({ publish: undefined })}
        />
      )}
      {!isOpen && <List of={principal} />}
    </>
  );
}

function List({ of }: { readonly of: Listed }) {
  const [{ view = '' }] = useFilters();
  const { agents } = of;
  return (
    <>
      <Tabs path="listings" label="Listings by state" tabs={tabsOf(of)} current={view} />
      <div className="mb-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <FilterText name="text" label="Text" />
        <FilterText name="profile" label="Trade profile" />
        <FilterSelect name="side" label="Side" options={SIDES} />
        <FilterSelect
          name="agent"
          label="Agent"
          options={[['', 'Any agent'], ...agents.nodes.map((one) => [one.agentKey, one.name ?? one.agentKey] as const)]}
        />
      </div>
      <Rows hasAgents={agents.nodes.some(({ retiredAt }) => retiredAt === null)} />
    </>
  );
}

/** The listings that fit the filters. Their query is apart, so a refused filter leaves the filters on the page. */
function Rows({ hasAgents }: { readonly hasAgents: boolean }) {
  const { principalKey } = usePrincipal();
  const [filters] = useFilters();
  const variables = { principalKey, filter: filterOf(filters), after: filters['after'] ?? null };
  const loaded = useLive(ListingRows, variables);
  return (
    <Ready of={loaded}>
      {({ principal }) =>
        principal && (
          <>
            {principal.listings.nodes.length === 0 ? (
              <Nothing hasAgents={hasAgents} />
            ) : (
              <ListingTable rows={principal.listings.nodes} />
            )}
            <Pages of={principal.listings} nouns={['listing', 'listings']} />
          </>
        )
      }
    </Ready>
  );
}

function Nothing({ hasAgents }: { readonly hasAgents: boolean }) {
  return hasAgents ? (
    <Empty title="No listing fits">
      Choose another state or fewer filters. A listing tells match runs what your agent offers or wants.
    </Empty>
  ) : (
    <Empty title="No agent yet">
      A listing belongs to an agent. <TextLink to="agents">Register an agent</TextLink> first.
    </Empty>
  );
}
