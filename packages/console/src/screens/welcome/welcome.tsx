import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { WelcomeQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { useMe } from '../../api/me';
import { usePolling } from '../../api/polling';
import { SignOut } from '../../shell/sign-out';
import { words } from '../../ui/badge';
import { Ready } from '../../ui/notice';
import { WebhookSecret } from '../agents/webhook-secret';
import { CredentialSecret } from '../credentials/credential-secret';
import { isWaiting, Returned } from '../wallet/returned';
import { AgentStep, HomeStep, NameStep, TicketStep } from './steps';
import { ownPrincipal, type OwnPrincipal, type Registered, Welcome, type WelcomeMutationResult } from './types';

/** The way from a first sign-in to a principal with tickets and an agent. */
export function Screen() {
  const page = useLive(Welcome, {});
  const { account } = useMe();
  const { purchase, principal: named }: { purchase?: string; principal?: string } = useSearch({ strict: false });
  const [issued, setIssued] = useState<WelcomeMutationResult['credential']>(null);
  const [registered, setRegistered] = useState<Registered>();
  const principal = ownPrincipal(page.data, named);
  const purchases = principal?.ticketPurchases.nodes ?? [];
  const [isCreated, setCreated] = useState(false);
  // A read directly after the creation can still miss the principal.
  usePolling(Welcome, {}, (isCreated && principal === null) || isWaiting(purchase, purchases));
  const onIssued = (credential: WelcomeMutationResult['credential']): void => {
    setIssued(credential);
    setCreated(true);
  };
  return (
    <main className="mx-auto max-w-3xl p-4 pb-16 lg:p-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-2 text-sm">
        <span className="text-muted">
          Signed in as <strong className="font-medium text-text">{account.subject}</strong>
        </span>
        <div>
          <SignOut />
        </div>
      </div>
      <h1 className="text-2xl font-semibold tracking-tight">Set up a principal</h1>
      <p className="mt-1 mb-5 max-w-prose text-muted">
        Four steps lead to your first trade. You can leave at any time and come back later.
      </p>
      <Returned sessionId={purchase} purchases={purchases} />
      <Ready of={page}>
        {(data) => <Steps data={data} principal={principal} onIssued={onIssued} onRegistered={setRegistered} />}
      </Ready>
      {issued && <CredentialSecret issued={issued} onClose={() => setIssued(null)} />}
      {registered && (
        <WebhookSecret
          agentKey={registered.agent.agentKey}
          issued={registered.webhookSigningKey}
          onClose={() => setRegistered(undefined)}
        />
      )}
    </main>
  );
}

interface StepsProps {
  readonly data: WelcomeQuery;
  readonly principal: OwnPrincipal;
  readonly onIssued: (credential: WelcomeMutationResult['credential']) => void;
  readonly onRegistered: (registered: Registered) => void;
}

function Steps({ data: { sessionCheck, ticketPacks, sandbox }, principal, onIssued, onRegistered }: StepsProps) {
  const others = (sessionCheck?.principals ?? []).filter(
    (one) => one.principal !== null && one.principalKey !== principal?.principalKey,
  );
  return (
    <>
      <ol className="space-y-4">
        <NameStep principal={principal} onIssued={onIssued} />
        <TicketStep principal={principal} packs={ticketPacks} isSandbox={sandbox !== null} />
        <AgentStep principal={principal} onRegistered={onRegistered} />
        <HomeStep principal={principal} />
      </ol>
      {others.length > 0 && (
        <section className="mt-6">
          <h2 className="mb-2 text-base font-semibold">
            {principal ? 'Your other principals' : 'Principals of others'}
          </h2>
          {!principal && (
            <p className="mb-2 max-w-prose text-sm text-muted">
              Another owner added you. Open one only if you know its owner. After your first change as its owner, the
              console opens it first.
            </p>
          )}
          <ul className="space-y-1">
            {others.map(({ principalKey, role, principal: other }) => (
              <li key={principalKey} className="flex flex-wrap gap-x-4">
                <Link to={`/${principalKey}`} search={{}} className="text-accent hover:underline">
                  {other?.displayName}
                </Link>
                <span className="text-muted">{words(role)}</span>
                {role === 'OWNER' && (
                  <Link to="/welcome" search={{ principal: principalKey }} className="text-accent hover:underline">
                    Set up
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
