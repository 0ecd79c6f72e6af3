import { words } from './badge';

/** The event types that an agent can receive, in the order of a trade. */
export const deliverableTypes = [
  'PROPOSAL_CREATED',
  'PROPOSAL_COUNTERED',
  'PROPOSAL_ACCEPTED',
  'PROPOSAL_REJECTED',
  'TRADE_CREATED',
  'TRADE_STEP_ACTIVATED',
  'TRADE_CONTRACT_PUBLISHED',
  'TRADE_CHECKPOINT_SUBMITTED',
  'TRADE_REBUTTAL_FILED',
  'TRADE_DEADLINE_EXTENDED',
  'TRADE_COMPLETED',
  'TRADE_FAILED',
  'APPROVAL_REQUESTED',
  'APPROVAL_DECIDED',
  'MANDATE_EXHAUSTED',
  'TICKETS_CREDITED',
  'POLICY_ANNOUNCED',
] as const;

export type DeliverableType = (typeof deliverableTypes)[number];

/** All event types. The last one is never sent by webhook, because it reports that webhooks stopped. */
export const eventTypes = [...deliverableTypes, 'WEBHOOK_DISABLED'] as const;

interface Props {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: DeliverableType[]) => void;
  readonly error?: string | undefined;
}

/** A choice of the event types that an agent receives. */
export function EventTypes({ chosen, onChange, error }: Props) {
  const toggle = (type: string): void =>
    onChange(deliverableTypes.filter((one) => (one === type) !== chosen.includes(one)));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Event types</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-x-4">
        {deliverableTypes.map((type) => (
          <label key={type} className="flex min-h-8 items-center gap-2 text-sm">
            <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
            {words(type)}
          </label>
        ))}
      </div>
      <p className="mt-1 text-sm text-muted">
        These events are sent to the notification URL. Every agent can also read all events from the events list.
      </p>
      {error !== undefined && <p className="mt-1 text-sm text-bad">{error}</p>}
    </fieldset>
  );
}
