import { useState } from 'react';
import { State } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field } from '../../ui/field';
import { Key } from '../../ui/key';
import { Time } from '../../ui/time';
import type { Entry } from './history';

interface Props {
  readonly entries: readonly Entry[];
  readonly onLoad: (entry: Entry) => void;
  readonly onClear: () => void;
}

/** The requests of the workbench by their ids. A press on a query loads it. */
export function RequestLog({ entries, onLoad, onClear }: Props) {
  const [id, setId] = useState('');
  const shown = entries.filter(({ requestId = '' }) => requestId.includes(id.trim()));
  return (
    <Card title="Your requests" actions={entries.length > 0 && <Button onClick={onClear}>Clear</Button>}>
      <p className="mb-3 text-sm text-muted">
        The last 50 requests of this page stay in this browser for 7 days. Answers are not stored. The service keeps no
        list of the requests of your programs: each answer has its id in <code>X-Request-Id</code>.
      </p>
      {entries.length > 0 && <Field label="Request id" type="search" value={id} onText={setId} />}
      {entries.length > 0 && shown.length === 0 && <p className="mt-2 text-sm">No request has this id.</p>}
      <ul className="mt-2 divide-y divide-line">
        {shown.map((entry) => (
          <Row key={entry.at} entry={entry} onLoad={() => onLoad(entry)} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ entry, onLoad }: { readonly entry: Entry; readonly onLoad: () => void }) {
  const { query, at, requestId, durationMs, hasErrors } = entry;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
      <button
        type="button"
        onClick={onLoad}
        className="min-w-40 flex-1 truncate text-start font-mono text-xs text-accent hover:underline"
      >
        {query.replaceAll(/\s+/g, ' ')}
      </button>
      <State code={hasErrors ? 'With errors' : 'OK'} tone={hasErrors ? 'bad' : 'good'} />
      {durationMs !== undefined && <span className="text-muted tabular-nums">{durationMs} ms</span>}
      {requestId !== undefined && <Key of={requestId} />}
      <Time at={at} isReal />
    </li>
  );
}
