import { useId } from 'react';
import type { Problem } from '../../api/problem';
import { bindTo, Field, Select, TextField } from '../../ui/field';
import { errorAt } from '../trading/field-errors';
import { SpanField } from '../trading/span-field';
import { formatSpan } from '../trading/span';
import { formatBps } from '../../ui/money';
import type { ListingDraft } from './listing-draft';
import { StepsEditor } from './steps-editor';

/** Values of the service for what a listing leaves open. */
export interface ListingDefaults {
  readonly contractWindowSeconds: number;
  readonly checkpointWindowSeconds: number;
  readonly coverageThresholdBps: number;
}

interface Props {
  readonly draft: ListingDraft;
  readonly onChange: (change: Partial<ListingDraft>) => void;
  readonly problem: Problem | undefined;
  readonly defaults: ListingDefaults;
  /** The agents of the principal; undefined where the agent cannot change. */
  readonly agents?: readonly (readonly [agentId: string, name: string])[];
  readonly profiles?: readonly string[];
}

const VISIBILITIES = [
  ['MATCH_ONLY', 'Match runs only'],
  ['MARKET', 'Market: everybody sees it with its price'],
] as const;

/** The inputs of a listing. */
export function ListingFields(props: Props) {
  const { draft, onChange, problem } = props;
  const bind = bindTo(draft, onChange, (name) => errorAt(problem, name));
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {props.agents && <Identity {...props} agents={props.agents} />}
        <Field label="Title" required maxLength={200} {...bind('title')} />
        <Field
          label={draft.side === 'PROVIDE' ? 'Price in stamps (your ask)' : 'Price in stamps (your highest bid)'}
          type="number"
          required
          min={1}
          step={1}
          {...bind('price')}
          error={errorAt(problem, 'priceStamps')}
        />
      </div>
      <TextField
        label="Description"
        help="Counterparties read it. At most 4,000 characters."
        maxLength={4_000}
        {...bind('description')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tags" help="Match runs compare them. At most 16, separated by commas." {...bind('tags')} />
        <Select label="Who finds it" options={VISIBILITIES} {...bind('visibility')} />
        <Field
          label="Closes at"
          help="Your local time. Empty: it stays open."
          type="datetime-local"
          {...bind('expiresAt')}
        />
        <Defaults {...props} />
      </div>
      <StepsEditor draft={draft} problem={problem} onChange={(steps) => onChange({ steps })} />
    </div>
  );
}

/** Agent, side and profile, which cannot change later. */
function Identity({ draft, onChange, problem, agents, profiles = [] }: Props & Required<Pick<Props, 'agents'>>) {
  const id = useId();
  const bind = bindTo(draft, onChange, (name) => errorAt(problem, name));
  return (
    <>
      <Select label="Agent" help="It performs the steps." required options={agents} {...bind('agentId')} />
      <Select
        label="Side"
        options={[
          ['PROVIDE', 'Offer: your agent delivers'],
          ['CONSUME', 'Request: your agent pays and checks'],
        ]}
        value={draft.side}
        onText={(side) => onChange({ side })}
      />
      <div className="sm:col-span-2">
        <Field
          label="Trade profile"
          help="The kind of work, such as translation.de-en/v1. Only listings of the same profile match."
          required
          list={id}
          autoComplete="off"
          spellCheck={false}
          {...bind('tradeProfile')}
        />
        <datalist id={id}>
          {profiles.map((profile) => (
            <option key={profile} value={profile} />
          ))}
        </datalist>
      </div>
    </>
  );
}

/** What the service sets where the listing leaves it open. */
function Defaults({ draft, onChange, problem, defaults }: Props) {
  return (
    <>
      <Field
        label="Coverage threshold in %"
        help={`Least coverage of a passed step. Empty: ${formatBps(defaults.coverageThresholdBps)}.`}
        type="number"
        min={0.01}
        max={100}
        step={0.01}
        value={draft.threshold}
        error={errorAt(problem, 'coverageThresholdBps')}
        onText={(threshold) => onChange({ threshold })}
      />
      <SpanField
        label="Contract window"
        help={`Time for the delivery contract. Empty: ${formatSpan(defaults.contractWindowSeconds)}.`}
        seconds={draft.contractWindowSeconds}
        error={errorAt(problem, 'contractWindowSeconds')}
        onChange={(contractWindowSeconds) => onChange({ contractWindowSeconds })}
      />
      <SpanField
        label="Checkpoint window"
        help={`Time to check a delivery. Empty: ${formatSpan(defaults.checkpointWindowSeconds)}.`}
        seconds={draft.checkpointWindowSeconds}
        error={errorAt(problem, 'checkpointWindowSeconds')}
        onChange={(checkpointWindowSeconds) => onChange({ checkpointWindowSeconds })}
      />
    </>
  );
}
