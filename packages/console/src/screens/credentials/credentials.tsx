import { useState } from 'react';
import type { CredentialsPageQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { Pages } from '../../shell/pages';
import { useFilters, usePrincipal } from '../../shell/principal';
import { State, words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/card';
import { Key } from '../../ui/key';
import { Empty, Ready } from '../../ui/notice';
import { Offered } from '../../ui/offered';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { CredentialSecret } from './credential-secret';
import { CreateDialog, SCOPES } from './create-dialog';
import { type Issued, RevokeDialog, RotateDialog } from './dialogs';
import { CredentialsPage } from './credentials.documents';

type Credential = NonNullable<CredentialsPageQuery['principal']>['credentials']['nodes'][number];
type Open = 'create' | 'rotate' | Credential;

/** The credentials of the principal, without their secrets. */
export function Screen() {
  const { principalKey, displayName, isOwner } = usePrincipal();
  const [{ after }] = useFilters();
  const page = useLive(CredentialsPage, { principalKey, after: after ?? null });
  const [open, setOpen] = useState<Open>();
  const [issued, setIssued] = useState<Issued>();
  const principal = page.data?.principal;
  const dialog = { principalKey, onIssued: setIssued, onClose: () => setOpen(undefined) };
  return (
    <>
      <PageHeader
        title="Credentials"
        actions={
          principal && (
            <>
              <Offered
                of={principal}
                operation="createCredential"
                label="Create a credential"
                kind="primary"
                onClick={() => setOpen('create')}
              />
              <Offered
                of={principal}
                operation="rotateCredential"
                label="Rotate all"
                kind="danger"
                onClick={() => setOpen('rotate')}
              />
            </>
          )
        }
      >
        Programs sign their requests with a credential of {displayName}. Secrets are never shown here.
      </PageHeader>
      <Ready of={page}>
        {(data) =>
          data.principal && (
            <>
              <CredentialList rows={data.principal.credentials.nodes} {...(isOwner && { onRevoke: setOpen })} />
              <Pages of={data.principal.credentials} nouns={['credential', 'credentials']} />
            </>
          )
        }
      </Ready>
      {open === 'create' && <CreateDialog {...dialog} agents={principal?.agents.nodes ?? []} />}
      {open === 'rotate' && <RotateDialog {...dialog} />}
      {typeof open === 'object' && <RevokeDialog {...dialog} {...open} />}
      {issued && <CredentialSecret issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  );
}

interface ListProps {
  readonly rows: readonly Credential[];
  readonly onRevoke?: (credential: Credential) => void;
}

function CredentialList({ rows, onRevoke }: ListProps) {
  if (rows.length === 0) {
    return <Empty title="There is no credential">Create one, so that your programs can sign their requests.</Empty>;
  }
  const act: Column<Credential> = {
    head: 'Act',
    cell: (row) =>
      row.status === 'ACTIVE' && (
        <Button opensDialog kind="danger" aria-label={`Revoke ${row.apiKey}`} onClick={() => onRevoke?.(row)}>
          Revoke
        </Button>
      ),
  };
  return (
    <Table
      caption="Credentials, newest first"
      columns={onRevoke ? [...COLUMNS, act] : COLUMNS}
      rows={rows}
      keyOf={({ credentialId }) => credentialId}
    />
  );
}

const COLUMNS: readonly Column<Credential>[] = [
  {
    head: 'Credential',
    cell: ({ apiKey, label }) => (
      <>
        {label !== null && <p className="font-medium break-words">{label}</p>}
        <code className="font-mono text-xs">{apiKey}</code>
      </>
    ),
  },
  {
    head: 'Acts for',
    cell: ({ agent }) => (agent === null ? 'Every agent' : (agent.name ?? <Key of={agent.agentKey} />)),
  },
  { head: 'Calls', cell: ({ scopes }) => (scopes.length === SCOPES.length ? 'All' : scopes.map(words).join(', ')) },
  { head: 'State', cell: (row) => <Standing of={row} /> },
  { head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Time at={lastUsedAt} isReal />) },
];

/** The state with the time of its end. */
function Standing({ of: { status, expiresAt, revokedAt } }: { readonly of: Credential }) {
  return (
    <>
      <State code={status} />
      {revokedAt !== null && (
        <p className="mt-1 text-xs text-muted">
          <Time at={revokedAt} />
        </p>
      )}
      {revokedAt === null && expiresAt !== null && (
        <p className="mt-1 text-xs text-muted">
          {status === 'REVOKED' ? 'Ended' : 'Ends'} <Time at={expiresAt} />
        </p>
      )}
    </>
  );
}
