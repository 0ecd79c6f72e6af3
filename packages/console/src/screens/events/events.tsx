import { useState } from 'react';
import type { EventsPageQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { Pages } from '../../shell/pages';
import { Go, useFilters, usePrincipal } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/card';
import { serviceNow } from '../../ui/clock';
import { Code } from '../../ui/code';
import { Dialog } from '../../ui/dialog';
import { eventTypes } from '../../ui/event-types';
import { Key } from '../../ui/key';
import { Empty, Ready } from '../../ui/notice';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { choicesOf, FilterSelect, FilterText } from '../trading/filters';
import { EventsPage } from './events.documents';

type Event = NonNullable<EventsPageQuery['principal']>['events']['nodes'][number];

/** The names of the filter of time, with their lengths in hours. */
const SPANS = [
  ['', 'All, from the first event', 0],
  ['1h', 'The last hour', 1],
  ['24h', 'The last 24 hours', 24],
  ['7d', 'The last 7 days', 168],
] as const;
const HOUR_MS = 3_600_000;

/** The events of the principal, in the order in which a subscription sends them. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const [{ after, type, span }] = useFilters();
  const [openedAt] = useState(serviceNow);
  const types = eventTypes.filter((one) => one === type);
  const hours = SPANS.find(([name]) => name === (span ?? ''))?.[2] ?? 0;
  const filter = {
    ...(types.length > 0 && { types }),
    // From the time at which the page was opened, so that a later read has the same first row.
    ...(hours > 0 && { from: new Date(openedAt - hours * HOUR_MS).toISOString() }),
  };
  const page = useLive(EventsPage, { principalKey, after: after ?? null, filter });
  return (
    <>
      <PageHeader title="Events">
        Numbered records of all changes, oldest first. New ones appear at the end of the last page.
      </PageHeader>
      <div className="mb-4 grid gap-3 sm:grid-cols-3">
        <FilterSelect name="type" label="Type" options={choicesOf('All types', eventTypes)} />
        <FilterSelect name="span" label="Time" options={SPANS.map(([value, text]) => [value, text] as const)} />
        <FilterText name="after" label="After this cursor" />
      </div>
      <Ready of={page} lines={10}>
        {({ principal }) =>
          principal && (
            <>
              <EventList
                rows={principal.events.nodes}
                isFiltered={types.length > 0 || hours > 0 || after !== undefined}
              />
              <Pages of={principal.events} nouns={['event', 'events']} />
            </>
          )
        }
      </Ready>
    </>
  );
}

function EventList({ rows, isFiltered }: { readonly rows: readonly Event[]; readonly isFiltered: boolean }) {
  const [shown, setShown] = useState<Event>();
  if (rows.length === 0) {
    return (
      <Empty title={isFiltered ? 'No event fits these filters' : 'There is no event yet'}>
        {isFiltered ? 'Change or clear them.' : 'The first one appears here, for example when tickets are credited.'}
      </Empty>
    );
  }
  const columns: readonly Column<Event>[] = [
    ...COLUMNS,
    {
      head: 'Data',
      cell: (event) => (
        <Button opensDialog aria-label={`Inspect event ${String(event.sequence)}`} onClick={() => setShown(event)}>
          Inspect
        </Button>
      ),
    },
  ];
  return (
    <>
      <Table caption="Events, oldest first" columns={columns} rows={rows} keyOf={({ eventId }) => eventId} />
      {shown && <Inspector event={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

const COLUMNS: readonly Column<Event>[] = [
  { head: 'Number', cell: ({ sequence }) => sequence, isAmount: true },
  { head: 'Type', cell: ({ type }) => words(type) },
  { head: 'Time', cell: ({ timestamp }) => <Time at={timestamp} /> },
  { head: 'Subject', cell: ({ subjectKey }) => <Subject of={subjectKey} /> },
];

/** The pages of objects, by the beginning of their keys. */
const PAGES: Readonly<Record<string, string>> = {
  trd: 'trades',
  prp: 'proposals',
  lst: 'listings',
  agt: 'agents',
};

function Subject({ of }: { readonly of: string }) {
  const path = PAGES[of.slice(0, 3)];
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {path !== undefined && <Go to={`${path}/${of}`}>Open</Go>}
      <Key of={of} />
    </span>
  );
}

function Inspector({ event, onClose }: { readonly event: Event; readonly onClose: () => void }) {
  // The name of the type of GraphQL is no part of the event.
  const { eventId, sequence, type, timestamp, subjectKey, cursor, data } = event;
  const text = JSON.stringify({ eventId, sequence, type, timestamp, subjectKey, cursor, data }, undefined, 2);
  return (
    <Dialog title={`Event ${String(sequence)}: ${words(type)}`} onClose={onClose}>
      <Code label="Event as JSON" text={text} />
      <div className="mt-3 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
