import { type SubmitEvent, useState } from 'react';
import type { AgentsRegisterMutation } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { Button } from '../../ui/button';
import { type DeliverableType, EventTypes } from '../../ui/event-types';
import { bindTo, Field, errorOf, Select, TextField } from '../../ui/field';
import { readObject } from '../../ui/json-object';
import { ProblemNotice } from '../../ui/notice';
import { AgentsRegister } from './agents.documents';
import { cardOf, emptyCard, type CardInputs } from './card';

type Registered = AgentsRegisterMutation['registerAgent'];

interface Props {
  readonly principalKey: string;
  readonly onDone: (registered: Registered) => void;
  readonly onCancel?: () => void;
}

const DEFAULT_TYPES: readonly DeliverableType[] = ['TRADE_COMPLETED', 'TRADE_FAILED'];

/** Registers an agent: with a card from inputs, or with a card as JSON. */
export function RegisterForm({ principalKey, onDone, onCancel }: Props) {
  const act = useAct(AgentsRegister, `register agent ${principalKey}`);
  const [source, setSource] = useState('form');
  const [inputs, setInputs] = useState(emptyCard);
  const [json, setJson] = useState('');
  const [url, setUrl] = useState('');
  const [eventTypes, setEventTypes] = useState<readonly DeliverableType[]>(DEFAULT_TYPES);
  const [jsonError, setJsonError] = useState<string>();
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { object: card, error } = source === 'form' ? { object: cardOf(inputs, url) } : readObject(json);
    setJsonError(error);
    if (!card || act.isRunning) return;
    const input = { principalKey, card, eventTypes: [...eventTypes], ...(url !== '' && { notificationUrl: url }) };
    const data = await act.run({ input });
    if (data) onDone(data.registerAgent);
  };
  const errorFor = (name: string): string | undefined => errorOf(act.problem, name);
  return (
    <form onSubmit={(event) => void send(event)} className="space-y-4">
      <p className="text-sm text-muted">Registration costs no stamps. The card is public. You can replace it later.</p>
      <Select
        label="Agent card"
        value={source}
        onText={setSource}
        options={[
          ['form', 'Write it with this form'],
          ['json', 'I have a card as JSON'],
        ]}
      />
      {source === 'form' ? (
        <CardFields inputs={inputs} onChange={setInputs} errorFor={errorFor} />
      ) : (
        <TextField
          label="Card (A2A 1.0 or 0.3)"
          rows={10}
          spellCheck={false}
          className="w-full rounded-md border border-line bg-surface px-3 py-1.5 font-mono text-xs"
          value={json}
          onText={setJson}
          error={jsonError ?? errorFor('card')}
        />
      )}
      <Field
        label="Notification URL (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        onText={setUrl}
        error={errorFor('notificationUrl') ?? errorFor('notification_url')}
        help="An https address that receives webhooks. You can add or change it later."
      />
      <EventTypes chosen={eventTypes} onChange={setEventTypes} error={errorFor('eventTypes')} />
      {act.problem && <ProblemNotice problem={act.problem} />}
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" kind="primary" isBusy={act.isRunning}>
          Register agent
        </Button>
      </div>
    </form>
  );
}

function CardFields({
  inputs,
  onChange,
  errorFor,
}: {
  readonly inputs: CardInputs;
  readonly onChange: (inputs: CardInputs) => void;
  readonly errorFor: (name: string) => string | undefined;
}) {
  const bind = bindTo(inputs, (change) => onChange({ ...inputs, ...change }), errorFor);
  return (
    <>
      <Field label="Name" required maxLength={120} {...bind('name')} help="Counterparties see it." />
      <TextField
        label="Description"
        required
        rows={3}
        {...bind('description')}
        help="What the agent does, in a sentence."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Version" required {...bind('version')} />
        <Field label="Tags (optional)" {...bind('tags')} help="Words for its skill, with commas between them." />
      </div>
    </>
  );
}
