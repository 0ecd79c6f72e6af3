import { useState } from 'react';
import { useLive } from '../../api/hooks';
import { Go, TextLink, useParam, usePrincipal } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Card, PageHeader } from '../../ui/card';
import { Key } from '../../ui/key';
import { Empty, Ready } from '../../ui/notice';
import { Deadline, Time } from '../../ui/time';
import { titleOf } from '../trading/title';
import { Acts } from './acts';
import { CounterEditor } from './counter';
import type { Participant } from './draft';
import { Effects } from './effects';
import { Participants } from './participants';
import { ProposalPage } from './proposal.documents';
import { Revisions } from './revisions';
import { TermsView } from './terms-view';
import type { Owner, Proposal, Service } from './types';

/** One proposal: who asks, on which terms, and what the principal can answer. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const proposalKey = useParam('proposalKey');
  const loaded = useLive(ProposalPage, { principalKey, proposalKey });
  return (
    <Ready of={loaded}>
      {({ principal, service }) =>
        principal?.proposal ? (
          <Page key={proposalKey} owner={principal} of={principal.proposal} service={service} />
        ) : (
          <Empty title="There is no such proposal">
            It does not exist, or this principal takes no part in it. <TextLink to="proposals">All proposals</TextLink>
          </Empty>
        )
      }
    </Ready>
  );
}

function participantsOf({ currentRevision }: Proposal): readonly Participant[] {
  return currentRevision.participants.map(({ principalKey, agentId, principal }) => ({
    principalKey,
    agentId,
    name: principal.displayName,
  }));
}

function Page({ owner, of, service }: { readonly owner: Owner; readonly of: Proposal; readonly service: Service }) {
  const { principalKey, isOwner } = usePrincipal();
  const [isCountering, setCountering] = useState(false);
  const participants = participantsOf(of);
  const names = Object.fromEntries(participants.map((one) => [one.principalKey, one.name]));
  const { currentRevision } = of;
  return (
    <>
      <Head of={of} />
      <div className="space-y-5">
        {isOwner && <Acts owner={owner} of={of} onCounter={() => setCountering(true)} />}
        {isCountering && (
          <CounterEditor
            principalKey={principalKey}
            proposalKey={of.proposalKey}
            revisionNo={currentRevision.revisionNo}
            terms={currentRevision.terms}
            participants={participants}
            ttlSeconds={service.proposalTtlSeconds}
            onClose={() => setCountering(false)}
          />
        )}
        <Participants of={of} ownKey={principalKey} />
        <Revisions of={of} names={names} ownKey={principalKey} />
        <Card title={`Terms of revision ${currentRevision.revisionNo}`}>
          <TermsView terms={currentRevision.terms} names={names} />
        </Card>
        <Effects of={of} service={service} names={names} ownKey={principalKey} />
      </div>
    </>
  );
}

function Head({ of }: { readonly of: Proposal }) {
  const { principalKey } = usePrincipal();
  const { state, closeReason, tradeKey, expiresAt, createdAt } = of;
  return (
    <PageHeader title={titleOf(of.listings, principalKey, 'Proposal')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <State code={state} />
        {tradeKey ? (
          <Go to={`trades/${tradeKey}`}>Open the trade</Go>
        ) : state === 'REJECTED' ? (
          <span>{closeReason === 'EXPIRED' ? 'It expired.' : 'A participant rejected it.'}</span>
        ) : (
          <Deadline at={expiresAt} />
        )}
        <span>
          made <Time at={createdAt} />
        </span>
        <Key of={of.proposalKey} />
      </div>
    </PageHeader>
  );
}
