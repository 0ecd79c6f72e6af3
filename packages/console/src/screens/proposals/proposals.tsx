import type { ProposalsQuery, ProposalsQueryVariables } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { Pages } from '../../shell/pages';
import { TextLink, useFilters, usePrincipal } from '../../shell/principal';
import { PageHeader } from '../../ui/card';
import { Empty, Ready } from '../../ui/notice';
import { FilterSelect } from '../trading/filters';
import { ProposalTable } from '../trading/proposal-table';
import { type Tab, Tabs } from '../trading/tabs';
import { Proposals } from './proposals.documents';

type Listed = NonNullable<ProposalsQuery['principal']>;
type Selection = Pick<ProposalsQueryVariables, 'filter' | 'orderBy'>;

const SOONEST = { field: 'EXPIRES_AT', direction: 'ASC' } as const;
const NEWEST = { field: 'CREATED_AT' } as const;

/** What each view lists. The first is the inbox. */
const VIEWS: Readonly<Record<string, Selection>> = {
  '': { filter: { states: ['PROPOSED', 'COUNTERED'], awaitingMe: true }, orderBy: SOONEST },
  waiting: { filter: { states: ['PROPOSED', 'COUNTERED'], awaitingMe: false }, orderBy: SOONEST },
  accepted: { filter: { states: ['ACCEPTED'] }, orderBy: NEWEST },
  ended: { filter: { states: ['REJECTED'] }, orderBy: NEWEST },
  all: { filter: {}, orderBy: NEWEST },
};

const EMPTY: Readonly<Record<string, readonly [title: string, hint: string]>> = {
  '': [
    'No proposal waits for you',
    'A proposal comes here when a match run finds your listing, or when a counterparty changes the terms.',
  ],
  waiting: [
    'No proposal waits for others',
    'After you accept or counter, a proposal stays here until the others have answered.',
  ],
  accepted: ['No accepted proposals', 'When every participant has accepted, each of them can create the trade.'],
  ended: ['No ended proposals', 'Rejected and expired proposals are listed here.'],
  all: ['No proposals yet', 'Publish a listing and run a match from it, or wait until others match it.'],
};

function tabsOf({ awaiting, waiting, accepted, ended, every }: Listed): readonly Tab[] {
  return [
    { view: '', name: 'Waiting for you', count: awaiting.totalCount, isUrgent: true },
    { view: 'waiting', name: 'Waiting for others', count: waiting.totalCount },
    { view: 'accepted', name: 'Accepted', count: accepted.totalCount },
    { view: 'ended', name: 'Rejected or expired', count: ended.totalCount },
    { view: 'all', name: 'All', count: every.totalCount },
  ];
}

/** The proposals of the principal: those that wait for its answer first. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const [{ view = '', listing, after }] = useFilters();
  const { filter, orderBy } = VIEWS[view] ?? { filter: {}, orderBy: NEWEST };
  const loaded = useLive(Proposals, {
    principalKey,
    filter: { ...filter, ...(listing !== undefined && { listingKey: listing }) },
    orderBy: orderBy ?? null,
    after: after ?? null,
  });
  return (
    <>
      <PageHeader title="Proposals">Terms for a trade. Every participant must accept the same revision.</PageHeader>
      <Ready of={loaded}>{({ principal }) => principal && <List of={principal} />}</Ready>
    </>
  );
}

function List({ of }: { readonly of: Listed }) {
  const { principalKey } = usePrincipal();
  const [{ view = '' }] = useFilters();
  const [title, hint] = EMPTY[view] ?? ['No proposals', ''];
  return (
    <>
      <Tabs path="proposals" label="Views of proposals" tabs={tabsOf(of)} current={view} />
      {of.listings.nodes.length > 0 && (
        <div className="mb-4 max-w-sm">
          <FilterSelect
            name="listing"
            label="Listing"
            options={[['', 'Any listing'], ...of.listings.nodes.map((one) => [one.listingKey, one.title] as const)]}
          />
        </div>
      )}
      {of.proposals.nodes.length === 0 ? (
        <Empty title={title}>
          {hint} <TextLink to="listings">Go to your listings</TextLink>
        </Empty>
      ) : (
        <ProposalTable caption="Proposals" rows={of.proposals.nodes} ownKey={principalKey} />
      )}
      <Pages of={of.proposals} nouns={['proposal', 'proposals']} />
    </>
  );
}
