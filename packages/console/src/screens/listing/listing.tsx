import { useState } from 'react';
import { useLive } from '../../api/hooks';
import { Go, TextLink, useParam, usePrincipal } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Card, PageHeader } from '../../ui/card';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import { Empty, Ready } from '../../ui/notice';
import { Time } from '../../ui/time';
import { ProposalTable } from '../trading/proposal-table';
import { counted } from '../trading/party';
import { ListingActs } from './acts';
import { Content } from './content';
import { EditForm } from './edit';
import { ListingPage } from './listing.documents';
import { MatchRuns } from './match-runs';
import type { Owner, Listing, Service, Found } from './types';

/** One listing: its content, what its owner can do with it, its match runs and proposals. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const listingKey = useParam('listingKey');
  const loaded = useLive(ListingPage, { principalKey, listingKey });
  return (
    <Ready of={loaded}>
      {({ principal, service }) =>
        principal?.listing ? (
          <Page key={listingKey} owner={principal} of={principal.listing} service={service} />
        ) : (
          <Empty title="There is no such listing">
            It does not exist, or it belongs to another principal. <TextLink to="listings">All listings</TextLink>
          </Empty>
        )
      }
    </Ready>
  );
}

function Page({ owner, of, service }: { readonly owner: Owner; readonly of: Listing; readonly service: Service }) {
  const { principalKey, isOwner } = usePrincipal();
  const [isEditing, setEditing] = useState(false);
  const [found, setFound] = useState<Found | undefined>();
  return (
    <>
      <PageHeader title={of.title}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <State code={of.state} />
          <span>
            {of.side === 'PROVIDE' ? 'Offer' : 'Request'} of{' '}
            <TextLink to={`agents/${of.agent.agentKey}`}>{of.agent.name ?? of.agent.agentKey}</TextLink>, changed{' '}
            <Time at={of.updatedAt} />
          </span>
          <Key of={of.listingKey} />
        </div>
      </PageHeader>
      <div className="space-y-5">
        {isOwner && <ListingActs owner={owner} of={of} onEdit={() => setEditing(true)} onFound={setFound} />}
        {found && <FoundCard of={found} ownKey={principalKey} />}
        {isEditing && (
          <EditForm principalKey={principalKey} of={of} defaults={service} onClose={() => setEditing(false)} />
        )}
        <Content of={of} service={service} />
        <Card title={`Proposals (${of.proposals.totalCount})`}>
          {of.proposals.nodes.length === 0 ? (
            <p className="text-muted">No proposal yet. A match run of this or of another listing makes them.</p>
          ) : (
            <ProposalTable caption="Proposals of this listing" rows={of.proposals.nodes} ownKey={principalKey} />
          )}
          {of.proposals.totalCount > of.proposals.nodes.length && (
            <p className="mt-3 text-sm">
              <Go to="proposals" search={{ view: 'all', listing: of.listingKey }}>
                All proposals of this listing
              </Go>
            </p>
          )}
        </Card>
        <MatchRuns of={of} />
      </div>
    </>
  );
}

function FoundCard({ of, ownKey }: { readonly of: Found; readonly ownKey: string }) {
  return (
    <Card title="Your match run">
      <p role="status" className="mb-3">
        {counted(of.candidatesConsidered, 'listing')} compared, {counted(of.proposals.length, 'proposal')} made.
      </p>
      {of.proposals.length === 0 ? (
        <NoProposals emptyMatch={of.emptyMatch} />
      ) : (
        <ProposalTable caption="Proposals of your match run" rows={of.proposals} ownKey={ownKey} />
      )}
    </Card>
  );
}

/** What the service says about a run without a proposal. */
function NoProposals({ emptyMatch }: Pick<Found, 'emptyMatch'>) {
  const price = emptyMatch?.bestPriceStamps ?? null;
  return (
    <p className="text-muted">
      {emptyMatch?.nextStep ?? 'No counterparty fits.'}
      {price !== null && (
        <>
          {' '}
          The best public price is <Money stamps={price} />.
        </>
      )}{' '}
      The <TextLink to="market">market</TextLink> shows public listings.
    </p>
  );
}
