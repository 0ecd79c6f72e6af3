import { useState } from 'react';
import type { AgentRotateKeyMutation } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { State } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { AgentRotateKey } from './agent.documents';
import type { AgentOfPage, DialogProps, PartProps } from './types';

export type IssuedKey = AgentRotateKeyMutation['rotateWebhookSigningKey']['webhookSigningKey'];
type SigningKey = AgentOfPage['webhookSigningKeys']['nodes'][number];

interface Props extends PartProps {
  readonly onIssued: (issued: IssuedKey) => void;
}

/** The keys that sign the webhooks of the agent, without their secrets. */
export function SigningKeys({ agent, onIssued }: Props) {
  const { isOwner } = usePrincipal();
  const [isOpen, setOpen] = useState(false);
  const { webhookSigningKeys } = agent;
  return (
    <Card
      title="Webhook signing keys"
      actions={
        isOwner && (
          <Button opensDialog onClick={() => setOpen(true)}>
            Rotate key
          </Button>
        )
      }
    >
      <Table
        caption="Webhook signing keys, newest first"
        columns={COLUMNS}
        rows={webhookSigningKeys.nodes}
        keyOf={({ version }) => String(version)}
      />
      {webhookSigningKeys.totalCount > webhookSigningKeys.nodes.length && (
        <p className="mt-2 text-sm text-muted">The newest of {webhookSigningKeys.totalCount} keys are shown.</p>
      )}
      {isOpen && <RotateDialog agent={agent} onClose={() => setOpen(false)} onIssued={onIssued} />}
    </Card>
  );
}

const COLUMNS: readonly Column<SigningKey>[] = [
  { head: 'Version', cell: ({ version }) => version },
  {
    head: 'State',
    cell: ({ current }) => <State code={current ? 'Current' : 'Retired'} tone={current ? 'good' : 'neutral'} />,
  },
  { head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Retired', cell: ({ retiredAt }) => (retiredAt === null ? '' : <Time at={retiredAt} />) },
];

function RotateDialog({ agent: { agentKey }, onClose, onIssued }: Props & DialogProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(AgentRotateKey, `rotate signing key ${agentKey}`);
  const send = () => act.run({ input: { principalKey, agentKey } });
  return (
    <ActDialog
      title="Rotate the signing key"
      submit="Rotate key"
      isDanger
      act={act}
      onSubmit={send}
      onClose={onClose}
      onDone={(data) => onIssued(data.rotateWebhookSigningKey.webhookSigningKey)}
    >
      <p>
        A new key signs all webhooks from now on. Attempts that already run still carry the older version. Your receiver
        must know the new secret, or it refuses the next webhooks. They are then retried.
      </p>
      <p className="text-sm text-muted">
        This is free and cannot be undone. The secret is shown once, in the next dialog.
      </p>
    </ActDialog>
  );
}
