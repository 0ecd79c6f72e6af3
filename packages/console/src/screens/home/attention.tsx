import { Go, usePrincipal } from '../../shell/principal';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Deadline } from '../../ui/time';
import { type ListingBehind, titleOf } from '../trading/title';
import type { HomeQuery } from './home.documents';

type Item = NonNullable<HomeQuery['principal']>['attention'][number];

/** What waits, as a human reads it. */
const TEXTS: Readonly<Record<Item['kind'], string>> = {
  ACTIVATE: 'Activate the next step',
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
};

/** All that waits for the principal, the soonest deadline first. */
export function Attention({ items }: { readonly items: readonly Item[] }) {
  return (
    <Card title={`Needs you (${String(items.length)})`}>
      {items.length === 0 ? (
        <p className="text-muted">Nothing waits for you. New work appears here by itself.</p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <Row key={`${item.kind} ${item.subjectKey}`} item={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ item: { kind, dueAt, subject, subjectKey, action } }: { readonly item: Item }) {
  const { principalKey } = usePrincipal();
  const page = PAGES[subject.__typename] ?? '';
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <Go to={`${page}/${subjectKey}`} className="font-medium text-accent hover:underline">
          {TEXTS[kind]}
        </Go>
        <p className="text-sm break-words text-muted">
          {subjectName(subject, principalKey)}
          {action !== null && action.costStamps > 0 && (
            <>
              {' · costs '}
              <Money stamps={action.costStamps} />
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
