import { useState } from 'react';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { TextField } from '../../ui/field';
import { readObject } from '../../ui/json-object';
import { AgentReplaceCard, AgentRetire } from './agent.documents';
import type { DialogProps } from './types';

/** Replaces the card of the agent by a complete new one. */
export function ReplaceCardDialog({ agent: { agentKey, card }, onClose }: DialogProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(AgentReplaceCard, `replace card ${agentKey}`);
  const [json, setJson] = useState(() => JSON.stringify(card, undefined, 2));
  const [error, setError] = useState<string>();
  const send = async () => {
    const replacement = readObject(json);
    setError(replacement.error);
    return replacement.object && act.run({ input: { principalKey, agentKey, card: replacement.object } });
  };
  return (
    <ActDialog title="Replace the agent card" submit="Replace card" act={act} onSubmit={send} onClose={onClose}>
      <TextField
        label="Card (A2A 1.0 or 0.3)"
        rows={14}
        spellCheck={false}
        className="w-full rounded-md border border-line bg-surface px-3 py-1.5 font-mono text-xs"
        value={json}
        onText={setJson}
        error={error}
      />
      <p>
        Everybody sees the new card after at most 5 minutes. Listings, proposals and trades do not change. A
        <code> notification_url</code> in it becomes the notification URL.
      </p>
      <p className="text-sm text-muted">
        This is free. It needs a sign-in of the last 5 minutes, and counts toward the daily limit of changes.
      </p>
    </ActDialog>
  );
}

/** Asks for the end of the agent. */
export function RetireDialog({ agent: { agentKey, name }, onClose }: DialogProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(AgentRetire, `retire ${agentKey}`);
  const send = () => act.run({ input: { principalKey, agentKey } });
  return (
    <ActDialog title="Retire the agent" submit="Retire agent" isDanger act={act} onSubmit={send} onClose={onClose}>
      <p>
        <strong>{name ?? 'This agent'}</strong> starts no listing, proposal or trade any more. Its listings close now,
        and its open proposals expire. <strong>This cannot be undone.</strong>
      </p>
      <p>Its open trades go on to their end. Its credentials and webhooks stay usable.</p>
      <p className="text-sm text-muted">
        This is free. It needs a sign-in of the last 5 minutes. The agent still counts toward the limit of agents,
        because its card and history stay.
      </p>
    </ActDialog>
  );
}
