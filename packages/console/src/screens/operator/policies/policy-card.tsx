import { State } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Card, Facts } from '../../../ui/card';
import { type Column, Table } from '../../../ui/table';
import { formatExact, Time } from '../../../ui/time';
import { type Policy, type PolicyText, resultText, type Standing, standingOf, textOf } from './policy-text';

interface Props {
  readonly policy: Policy;
  /** The time of the service. */
  readonly now: number;
  /** The policy that is announced next. */
  readonly next: Policy | undefined;
  readonly onActivate: () => void;
}

const STANDINGS: Readonly<Record<Standing, { readonly tone: 'good' | 'warn' | 'neutral'; readonly about: string }>> = {
  current: { tone: 'good', about: 'New trades get this policy.' },
  announced: { tone: 'warn', about: 'It is announced. New trades get it from the time below on.' },
  released: { tone: 'neutral', about: 'New trades do not get this policy now.' },
};

/** One version of the policy, with its rules and its arithmetic. */
export function PolicyCard({ policy, now, next, onActivate }: Props) {
  const standing = standingOf(policy, now);
  const text = textOf(policy);
  const { tone, about } = STANDINGS[standing];
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {policy.version} <State code={standing} tone={tone} />
        </span>
      }
      actions={
        <Button opensDialog onClick={onActivate}>
          Announce …
        </Button>
      }
    >
      <p className="mb-3 text-muted">
        {about}
        {standing === 'current' &&
          next?.activeFrom != null &&
          ` From ${formatExact(next.activeFrom)} on they get ${next.version}.`}
        {policy.isCurrent && standing === 'announced' && ' New trades already have it now.'}
      </p>
      <Facts
        rows={[
          [
            'Active from',
            policy.activeFrom === null ? (
              'no activation recorded'
            ) : (
              <span>
                {formatExact(policy.activeFrom)} (<Time at={policy.activeFrom} />)
              </span>
            ),
          ],
          ['Rules', policy.ruleVersion],
          ['Faults count for', `${String(text.record_window_days)} days`],
          ['SHA-256 of the text', <code className="text-xs break-all">{policy.sha256}</code>],
        ]}
      />
      <details className="mt-4">
        <summary className="cursor-pointer font-medium text-accent">Rules and arithmetic</summary>
        <PolicyDetails text={text} version={policy.version} />
      </details>
    </Card>
  );
}

const rules: readonly Column<PolicyText['rules'][number]>[] = [
  { head: 'Rule', cell: ({ rule }) => rule },
  { head: 'Condition', cell: ({ condition }) => condition },
  {
    head: 'Result',
    cell: ({ results }) => (
      <ul>
        {results.map((result) => (
          <li key={resultText(result)}>{resultText(result)}</li>
        ))}
      </ul>
    ),
  },
];

const formula = (text: string) => <code className="text-xs">{text}</code>;
const amounts: readonly Column<PolicyText['amounts'][number]>[] = [
  {
    head: 'Cause',
    cell: ({ causes, condition }) => (
      <>
        {causes.map((cause) => cause.replaceAll('_', ' ')).join(', ')}
        <p className="text-muted">{condition}</p>
      </>
    ),
  },
  { head: 'To the provider', cell: ({ to_provider: amount }) => formula(amount) },
  { head: 'Burnt by each side', cell: ({ burnt_by_side: amount }) => formula(amount) },
  { head: 'Slash', cell: ({ slash }) => formula(slash) },
];

function PolicyDetails({ text, version }: { readonly text: PolicyText; readonly version: string }) {
  return (
    <div className="mt-3 space-y-4">
      <p className="text-muted">The first rule that holds decides.</p>
      <Table caption={`Rules of ${version}`} columns={rules} rows={text.rules} keyOf={({ rule }) => String(rule)} />
      <Table
        caption={`Amounts of ${version}`}
        columns={amounts}
        rows={text.amounts}
        keyOf={({ causes, condition }) => `${causes.join()} ${condition}`}
      />
      <Facts rows={Object.entries(text.symbols).map(([symbol, meaning]) => [symbol, meaning])} />
      <p>{text.discount}</p>
      <p>{text.compensation}</p>
    </div>
  );
}
