import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useLive } from '../../api/hooks';
import { useMe } from '../../api/me';
import { usePolling } from '../../api/polling';
import { signOut } from '../../api/base';
import { Button } from '../../ui/button';
import { Ready } from '../../ui/notice';
import { WebhookSecret } from '../agents/webhook-secret';
import { CredentialSecret } from '../credentials/credential-secret';
import { isWaiting, Returned } from '../wallet/returned';
import { AgentStep, HomeStep, NameStep, TicketStep } from './steps';
import { type Registered, Welcome, type WelcomeMutationResult, type WelcomeQuery } from './types';

/** The way from a first sign-in to a principal with tickets and an agent. */
export function Screen() {
  const page = useLive(Welcome, {});
  const { account } = useMe();
  const { purchase }: { purchase?: string } = useSearch({ strict: false });
  const [issued, setIssued] = useState<WelcomeMutationResult['credential']>(null);
  const [registered, setRegistered] = useState<Registered>();
  const purchases = page.data?.actingPrincipal?.ticketPurchases.nodes ?? [];
  // A read directly after the creation can still miss the principal.
  const isCreated = issued !== null && page.data?.actingPrincipal === null;
  usePolling(Welcome, {}, isCreated || isWaiting(purchase, purchases));
  return (
    <main className="mx-auto max-w-3xl p-4 pb-16 lg:p-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-2 text-sm">
        <span className="text-muted">
          Signed in as <strong className="font-medium text-text">{account.subject}</strong>
        </span>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </div>
      <h1 className="text-2xl font-semibold tracking-tight">Set up a principal</h1>
      <p className="mt-1 mb-5 max-w-prose text-muted">
        Four steps lead to your first trade. You can leave at any time and come back later.
      </p>
      <Returned sessionId={purchase} purchases={purchases} />
      <Ready of={page}>{(data) => <Steps data={data} onIssued={setIssued} onRegistered={setRegistered} />}</Ready>
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
  readonly onIssued: (credential: WelcomeMutationResult['credential']) => void;
  readonly onRegistered: (registered: Registered) => void;
}

function Steps({ data: { sessionCheck, actingPrincipal, ticketPacks }, onIssued, onRegistered }: StepsProps) {
  const others = (sessionCheck?.principals ?? []).filter(
    ({ principalKey, principal }) => principal !== null && principalKey !== actingPrincipal?.principalKey,
  );
  return (
    <>
      <ol className="space-y-4">
        <NameStep principal={actingPrincipal} onIssued={onIssued} />
        <TicketStep principal={actingPrincipal} packs={ticketPacks} />
        <AgentStep principal={actingPrincipal} onRegistered={onRegistered} />
        <HomeStep principal={actingPrincipal} />
      </ol>
      {others.length > 0 && (
        <section className="mt-6">
          <h2 className="mb-2 text-base font-semibold">Your other principals</h2>
          <ul className="space-y-1">
            {others.map(({ principalKey, role, principal }) => (
              <li key={principalKey}>
                <Link to={`/${principalKey}`} search={{}} className="text-accent hover:underline">
                  {principal?.displayName ?? principalKey}
                </Link>{' '}
                <span className="text-muted">({role.toLowerCase()})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
