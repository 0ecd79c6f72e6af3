import { useState } from 'react';
import { useAct } from '../../api/hooks';
import { ActDialog } from '../../ui/act-dialog';
import { errorOf, Field, Select } from '../../ui/field';
import { instantOf } from '../trading/span';
import { CredentialsCreate } from './credentials.documents';
import type { DialogProps } from './dialogs';

interface Agent {
  readonly agentKey: string;
  readonly name: string | null;
}

/** The scopes of a credential. With all of them it may make every call. */
export const SCOPES = [
  ['READ', 'Read: queries and subscriptions'],
  ['TRADE', 'Trade: listings, proposals, trades and webhooks'],
  ['MONEY', 'Money: bond reservations and ticket purchases'],
] as const;
type Scope = (typeof SCOPES)[number][0];

interface Props extends DialogProps {
  readonly agents: readonly Agent[];
}

/** Asks for an additional credential and its limits, which never change. */
export function CreateDialog({ principalKey, agents, onIssued, onClose }: Props) {
  const act = useAct(CredentialsCreate, `create credential ${principalKey}`);
  const [label, setLabel] = useState('');
  const [agentKey, setAgentKey] = useState('');
  const [expiresAt, setExpiresAt] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['READ', 'TRADE', 'MONEY']);
  const send = () => {
    const limits = {
      ...(label !== '' && { label }),
      ...(agentKey !== '' && { agentKey }),
      ...(expiresAt !== '' && { expiresAt: instantOf(expiresAt) }),
      ...(scopes.length < SCOPES.length && { scopes: [...scopes] }),
    };
    return act.run({ input: { principalKey, ...limits } });
  };
  return (
    <ActDialog
      title="Create a credential"
      submit="Create credential"
      act={act}
      onSubmit={send}
      onClose={onClose}
      onDone={(data) => onIssued(data.createCredential.credential)}
    >
      <p>The principal gets a further credential. The other credentials stay active. These limits never change.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Name"
          help="For your own use."
          maxLength={100}
          value={label}
          onText={setLabel}
          error={errorOf(act.problem, 'label')}
        />
        <Field
          label="Ends"
          help="Empty: no end."
          type="datetime-local"
          value={expiresAt}
          onText={setExpiresAt}
          error={errorOf(act.problem, 'expiresAt')}
        />
        <Select
          label="Acts for"
          value={agentKey}
          onText={setAgentKey}
          options={[['', 'Every agent'], ...agents.map((one) => [one.agentKey, one.name ?? one.agentKey] as const)]}
          error={errorOf(act.problem, 'agentKey')}
        />
      </div>
      <Scopes chosen={scopes} onChange={setScopes} error={errorOf(act.problem, 'scopes')} />
      <p className="text-sm text-muted">
        This is free. It needs a sign-in of the last 5 minutes. The secret is shown once, in the next dialog.
      </p>
    </ActDialog>
  );
}

interface ScopesProps {
  readonly chosen: readonly Scope[];
  readonly onChange: (chosen: Scope[]) => void;
  readonly error: string | undefined;
}

function Scopes({ chosen, onChange, error }: ScopesProps) {
  const toggle = (scope: Scope): void =>
    onChange(SCOPES.map(([one]) => one).filter((one) => (one === scope) !== chosen.includes(one)));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Calls that it may make</legend>
      {SCOPES.map(([scope, text]) => (
        <label key={scope} className="flex min-h-8 items-center gap-2 text-sm">
          <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
          {text}
        </label>
      ))}
      {error !== undefined && <p className="mt-1 text-sm text-bad">{error}</p>}
    </fieldset>
  );
}
