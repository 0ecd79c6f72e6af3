import { Link, Outlet } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { SwitcherQuery } from '../api/document-types';
import { useLive } from '../api/hooks';
import { useMe } from '../api/me';
import { Button } from '../ui/button';
import { Empty, Ready } from '../ui/notice';
import { type OpenPrincipal, PrincipalContext, useParam } from './principal';
import { type Choice, Shell } from './shell';
import { useGapCheck } from './gap';
import { Switcher } from './switcher.documents';

type Session = NonNullable<SwitcherQuery['sessionCheck']>;
/** The state of a sandbox; null in a live service. */
type Sandbox = SwitcherQuery['sandbox'];

function choicesOf({ principals }: Session): Choice[] {
  return principals.map(({ principalKey, principal }) => ({
    principalKey,
    displayName: principal?.displayName ?? principalKey,
  }));
}

interface WithSessionProps {
  readonly children: (session: Session, sandbox: Sandbox, serverTime: string) => ReactNode;
}

function WithSession({ children }: WithSessionProps) {
  const read = useLive(Switcher, {}, () => false);
  return (
    <Ready of={read}>
      {({ sessionCheck, sandbox, service }) => sessionCheck && children(sessionCheck, sandbox, service.serverTime)}
    </Ready>
  );
}

/** The frame of the pages of one principal. */
export function PrincipalFrame() {
  const principalKey = useParam('principalKey');
  return (
    <WithSession>
      {(session, sandbox, serverTime) => (
        <Shell choices={choicesOf(session)} current={principalKey} sandbox={sandbox}>
          <OfPrincipal session={session} principalKey={principalKey} serverTime={serverTime} />
        </Shell>
      )}
    </WithSession>
  );
}

interface OfPrincipalProps {
  readonly session: Session;
  readonly principalKey: string;
  /** A time of the service before anything of the principal was read. */
  readonly serverTime: string;
}

function OfPrincipal({ session, principalKey, serverTime }: OfPrincipalProps) {
  useGapCheck(principalKey, serverTime);
  const bound = session.principals.find((one) => one.principalKey === principalKey);
  const name = bound?.principal?.displayName ?? principalKey;
  const isOwner = bound?.role === 'OWNER';
  const value = useMemo<OpenPrincipal>(
    () => ({ principalKey, displayName: name, isOwner }),
    [principalKey, name, isOwner],
  );
  if (!bound) {
    return (
      <Empty title="This principal is not yours">
        Choose one of yours in the menu, or ask an owner to add you under People.
      </Empty>
    );
  }
  return (
    <PrincipalContext value={value}>
      <Outlet />
    </PrincipalContext>
  );
}

/** The frame of the operators' pages. Other humans see no part of them, and the backend refuses their documents. */
export function OperatorFrame() {
  const { isOperator } = useMe();
  return (
    <WithSession>
      {(session, sandbox) => (
        <Shell choices={choicesOf(session)} current={undefined} sandbox={sandbox}>
          {isOperator ? <Outlet /> : <OnlyOperators />}
        </Shell>
      )}
    </WithSession>
  );
}

function OnlyOperators() {
  return (
    <Empty title="These pages are for operators">
      Your account is not one of the platform’s operators. Choose a principal in the menu. If you operate the platform,
      add your account to the setting <code>ATS_CONSOLE_OPERATORS</code>.
    </Empty>
  );
}

/** A page that does not exist. It has no menu. */
export function NotFound() {
  return (
    <Empty title="There is no such page">
      The address may be of an older release.{' '}
      <Link to="/" className="text-accent underline">
        Go to the first page
      </Link>
    </Empty>
  );
}

/** A page whose code did not arrive, or failed. The frame around it stays. */
export function Failed() {
  return (
    <div role="alert">
      <Empty title="This page could not be shown">
        <p className="mb-3">Its code did not arrive, or has a defect. Nothing was lost.</p>
        <Button kind="primary" onClick={() => location.reload()}>
          Try again
        </Button>
      </Empty>
    </div>
  );
}
