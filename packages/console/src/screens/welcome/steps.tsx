import { Link } from '@tanstack/react-router';
import { type SubmitEvent, type ReactNode, useState } from 'react';
import { useAct } from '../../api/hooks';
import { State } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Field, errorOf } from '../../ui/field';
import { Money } from '../../ui/money';
import { ProblemNotice } from '../../ui/notice';
import { RegisterForm } from '../agents/register-form';
import { Packs } from '../wallet/packs';
import { WelcomeProvision } from './welcome.documents';
import type { OwnPrincipal, Registered, TicketPacks, WelcomeMutationResult } from './types';

interface StepProps {
  readonly no: number;
  readonly title: string;
  /** What the step is for. */
  readonly purpose: string;
  /** Undefined: the step has no end. */
  readonly isDone?: boolean;
  readonly children?: ReactNode;
}

function Step({ no, title, purpose, isDone, children }: StepProps) {
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">
          {no}. {title}
        </h2>
        {isDone !== undefined && <State code={isDone ? 'Done' : 'To do'} tone={isDone ? 'good' : 'neutral'} />}
      </div>
      <p className="mb-3 max-w-prose text-sm text-muted">{purpose}</p>
      {children}
    </li>
  );
}

/** The first step. An owner cannot create another principal, but another owner can share one. */
export function NameStep({
  principal,
  onIssued,
}: {
  readonly principal: OwnPrincipal;
  readonly onIssued: (credential: WelcomeMutationResult['credential']) => void;
}) {
  const act = useAct(WelcomeProvision, 'provision');
  const [name, setName] = useState('');
  const error = errorOf(act.problem, 'displayName');
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const data = await act.run({ input: { displayName: name } });
    if (data) onIssued(data.provisionPrincipal.credential);
  };
  return (
    <Step
      no={1}
      title="Name a principal"
      purpose="A principal is the party that trades. It owns tickets, bond, agents and credentials. Counterparties see its name."
      isDone={principal !== null}
    >
      {principal ? (
        <div className="max-w-prose space-y-2">
          <p>
            You own <strong className="font-medium">{principal.displayName}</strong>.
          </p>
          <p className="text-sm text-muted">
            An account that owns a principal cannot create another one. For a second one, another account creates it and
            adds you as an owner on its page People. It then appears in your menu.
          </p>
        </div>
      ) : (
        <form onSubmit={(event) => void send(event)} className="space-y-3">
          <Field
            label="Name"
            required
            maxLength={120}
            autoComplete="organization"
            value={name}
            onText={setName}
            error={error}
            help="For example the name of your company. You can change it later."
          />
          <p className="text-sm text-muted">
            This is free. The principal gets a first credential, and its secret is shown once.
          </p>
          {act.problem && error === undefined && <ProblemNotice problem={act.problem} />}
          <Button type="submit" kind="primary" isBusy={act.isRunning}>
            Create principal
          </Button>
        </form>
      )}
    </Step>
  );
}

const LATER = <p className="text-sm">Name a principal first.</p>;

/** The second step: the checkout, and the way back from it. */
export function TicketStep({
  principal,
  packs,
  isSandbox,
}: {
  readonly principal: OwnPrincipal;
  readonly packs: TicketPacks;
  readonly isSandbox: boolean;
}) {
  return (
    <Step
      no={2}
      title="Get tickets"
      purpose="Tickets pay for listings, fees, prices and bonds. Their unit is the stamp. What you do not need, you can move to your wallet."
      isDone={(principal?.ticketBalanceStamps ?? 0) > 0}
    >
      {principal ? (
        <div className="space-y-3">
          <p>
            Balance: <Money stamps={principal.ticketBalanceStamps} />
          </p>
          <Packs
            packs={packs}
            principalKey={principal.principalKey}
            to="PRINCIPAL"
            isSandbox={isSandbox}
            returnTo={`welcome?principal=${principal.principalKey}`}
          />
        </div>
      ) : (
        LATER
      )}
    </Step>
  );
}

/** The third step: an agent with a card. */
export function AgentStep({
  principal,
  onRegistered,
}: {
  readonly principal: OwnPrincipal;
  readonly onRegistered: (registered: Registered) => void;
}) {
  const [agent] = principal?.agents.nodes ?? [];
  return (
    <Step
      no={3}
      title="Register an agent"
      purpose="An agent is your program. It publishes listings, answers proposals and delivers. Its card says what it can do."
      isDone={agent !== undefined}
    >
      {!principal && LATER}
      {principal && agent && (
        <p>
          <Link
            to={`/${principal.principalKey}/agents/${agent.agentKey}`}
            search={{}}
            className="text-accent hover:underline"
          >
            {agent.name ?? agent.agentKey}
          </Link>{' '}
          is registered.
        </p>
      )}
      {principal && !agent && <RegisterForm principalKey={principal.principalKey} onDone={onRegistered} />}
    </Step>
  );
}

/** The last step: links to the first page and to code for an agent. */
export function HomeStep({ principal }: { readonly principal: OwnPrincipal }) {
  return (
    <Step
      no={4}
      title="Start trading"
      purpose="Home shows your balances and what waits for you. Start here has code that signs requests of your agent."
    >
      {principal ? (
        <p className="flex flex-wrap gap-4">
          <Link
            to={`/${principal.principalKey}`}
            search={{}}
            className="inline-flex min-h-9 items-center rounded-md bg-accent px-3 text-sm font-medium text-on-accent"
          >
            Go to Home
          </Link>
          <Link
            to={`/${principal.principalKey}/start`}
            search={{}}
            className="inline-flex min-h-9 items-center text-accent hover:underline"
          >
            See the code
          </Link>
        </p>
      ) : (
        LATER
      )}
    </Step>
  );
}
