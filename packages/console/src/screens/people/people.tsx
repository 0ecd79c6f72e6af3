import { useState } from 'react';
import { useLive } from '../../api/hooks';
import { useMe } from '../../api/me';
import { Pages } from '../../shell/pages';
import { useFilters, usePrincipal } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/card';
import { Ready } from '../../ui/notice';
import { Offered } from '../../ui/offered';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { BindDialog, type Binding, RemoveDialog, RenameDialog } from './dialogs';
import { PeoplePage } from './people.documents';

type Open = { readonly act: 'add' | 'rename' } | { readonly act: 'change' | 'remove'; readonly binding: Binding };

/** The humans who own or view the principal. */
export function Screen() {
  const { principalKey, displayName, isOwner } = usePrincipal();
  const [{ after }] = useFilters();
  const page = useLive(PeoplePage, { principalKey, after: after ?? null });
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PageHeader
        title="People"
        actions={
          page.data?.principal && (
            <>
              <Offered
                of={page.data.principal}
                operation="putBinding"
                label="Add a person"
                kind="primary"
                onClick={() => setOpen({ act: 'add' })}
              />
              <Offered
                of={page.data.principal}
                operation="renamePrincipal"
                label="Rename the principal"
                onClick={() => setOpen({ act: 'rename' })}
              />
            </>
          )
        }
      >
        Who may use {displayName}. Owners read and change everything. Viewers only read.
      </PageHeader>
      <Ready of={page}>
        {({ principal }) =>
          principal && (
            <>
              <PersonList rows={principal.bindings.nodes} {...(isOwner && { onAct: setOpen })} />
              <Pages of={principal.bindings} nouns={['person', 'people']} />
            </>
          )
        }
      </Ready>
      {open?.act === 'rename' && <RenameDialog principalKey={principalKey} displayName={displayName} onClose={close} />}
      {open?.act === 'add' && <BindDialog principalKey={principalKey} onClose={close} />}
      {open?.act === 'change' && <BindDialog principalKey={principalKey} binding={open.binding} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog principalKey={principalKey} binding={open.binding} onClose={close} />}
    </>
  );
}

interface ListProps {
  readonly rows: readonly Binding[];
  readonly onAct?: (open: Open) => void;
}

function PersonList({ rows, onAct }: ListProps) {
  const { account } = useMe();
  const acts: Column<Binding> = {
    head: 'Acts',
    cell: (binding) => (
      <div className="flex flex-wrap gap-2">
        <Button
          opensDialog
          aria-label={`Change role of ${binding.subject}`}
          onClick={() => onAct?.({ act: 'change', binding })}
        >
          Change role
        </Button>
        <Button
          kind="danger"
          opensDialog
          aria-label={`Remove ${binding.subject}`}
          onClick={() => onAct?.({ act: 'remove', binding })}
        >
          Remove
        </Button>
      </div>
    ),
  };
  const columns: readonly Column<Binding>[] = [
    {
      head: 'Person',
      cell: ({ provider, subject }) => (
        <>
          <span className="font-medium break-all">{subject}</span>
          {provider === account.provider && subject === account.subject && <span className="text-muted"> (you)</span>}
        </>
      ),
    },
    { head: 'Signs in with', cell: ({ provider }) => provider },
    { head: 'Role', cell: ({ role }) => <State code={role} tone={role === 'OWNER' ? 'active' : 'neutral'} /> },
    { head: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
    ...(onAct ? [acts] : []),
  ];
  return <Table caption="People, newest first" columns={columns} rows={rows} keyOf={({ bindingId }) => bindingId} />;
}
