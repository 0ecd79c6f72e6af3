import type { HomeQuery } from '../../api/document-types';
import { TitleLink, usePrincipal } from '../../shell/principal';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Deadline } from '../../ui/time';
import { type ListingBehind, titleOf } from '../trading/title';

type Principal = NonNullable<HomeQuery['principal']>;
type Item = Principal['attention'][number];

/** What waits, as a human reads it. */
const TEXTS: Readonly<Record<Item['kind'], string>> = {
  ACTIVATE: 'Activate the next step',
  APPROVAL: 'Approve or deny a commitment',
  CREATE_TRADE: 'Create the trade of an accepted proposal',
  FILE_REBUTTAL: 'Rebut a contested delivery',
  LISTING_EXPIRES: 'A listing expires within a day',
  PUBLISH_CONTRACT: 'Publish a delivery contract',
  RESPOND: 'Respond to a proposal',
  SUBMIT_CHECKPOINT: 'Check a delivery',
  WEBHOOK_DISABLED: 'Webhooks of an agent are disabled',
};

const PAGES: Readonly<Record<string, string>> = {
  Trade: 'trades',
  Proposal: 'proposals',
  Listing: 'listings',
  Agent: 'agents',
  Approval: 'approvals',
};

/** The query reads at most this number, and has no count. */
const MOST = 50;

/** All that waits for the principal, the soonest deadline first. */
export function Attention({ items }: { readonly items: readonly Item[] }) {
  const { principalKey } = usePrincipal();
  const tasks = items.map((one) => taskOf(one, principalKey));
  return (
    <Card title={`Needs you (${tasks.length < MOST ? String(tasks.length) : `${String(MOST)} or more`})`}>
      {tasks.length === 0 ? (
        <p className="text-muted">Nothing waits for you. New work appears here by itself.</p>
      ) : (
        <ul className="divide-y divide-line">
          {tasks.map((task) => (
            <Row key={`${task.text} ${task.to}`} task={task} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** One row: what to do, where, and until when. */
interface Task {
  readonly to: string;
  readonly text: string;
  readonly about: string;
  readonly costStamps: number;
  /** An approval commits stamps, of which the bond comes back. */
  readonly verb: 'costs' | 'commits';
  readonly dueAt: string | null;
}

function taskOf({ kind, dueAt, subject, subjectKey, action }: Item, ownKey: string): Task {
  const to = `${PAGES[subject.__typename] ?? ''}/${subjectKey}`;
  const about = subjectName(subject, ownKey);
  if (subject.__typename === 'Approval') {
    const { committedStamps, agent } = subject;
    const name = `${agent.name ?? 'Agent'}: ${about}`;
    return { to, text: TEXTS[kind], about: name, costStamps: committedStamps, verb: 'commits', dueAt };
  }
  return { to, text: TEXTS[kind], about, costStamps: action?.costStamps ?? 0, verb: 'costs', dueAt };
}

function Row({ task: { to, text, about, costStamps, verb, dueAt } }: { readonly task: Task }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <TitleLink to={to}>{text}</TitleLink>
        <p className="text-sm break-words text-muted">
          {about}
          {costStamps > 0 && (
            <>
              {` · ${verb} `}
              <Money stamps={costStamps} />
            </>
          )}
        </p>
      </div>
      {dueAt !== null && (
        <span className="text-sm">
          <Deadline at={dueAt} />
        </span>
      )}
    </li>
  );
}

interface Named {
  readonly __typename?: string;
  readonly title?: string;
  readonly name?: string | null;
  readonly listings?: readonly ListingBehind[];
  readonly proposal?: { readonly listings: readonly ListingBehind[] };
}

function subjectName(subject: Named, ownKey: string): string {
  if (subject.title !== undefined) return subject.title;
  if (subject.name != null) return subject.name;
  return titleOf(subject.proposal?.listings ?? subject.listings ?? [], ownKey, 'Trade');
}
