import type { QueueScreenQuery } from '../../../api/document-types';
import { Deadline, Time } from '../../../ui/time';
import { queueNames, type QueueName, queueTexts } from '../parts/queues';

type QueueStatus = NonNullable<QueueScreenQuery['operatorQueues']>[number];

interface Props {
  readonly queues: readonly QueueStatus[];
  readonly current: QueueName;
  readonly onChoose: (queue: QueueName) => void;
}

/** The three queues with their sizes and ages. One of them is chosen. */
export function QueueTabs({ queues, current, onChoose }: Props) {
  return (
    <div role="group" aria-label="Queues" className="mb-4 grid gap-3 sm:grid-cols-3">
      {queueNames.map((name) => (
        <QueueTab
          key={name}
          name={name}
          status={queues.find(({ queue }) => queue === name)}
          isCurrent={name === current}
          onChoose={() => onChoose(name)}
        />
      ))}
    </div>
  );
}

interface TabProps {
  readonly name: QueueName;
  readonly status: QueueStatus | undefined;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function QueueTab({ name, status, isCurrent, onChoose }: TabProps) {
  const look = isCurrent ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-raised';
  return (
    <button
      type="button"
      aria-pressed={isCurrent}
      onClick={onChoose}
      className={`flex flex-col rounded-lg border p-3 text-start ${look}`}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="font-medium">{queueTexts[name].name}</span>
        <span className="text-2xl font-semibold tabular-nums">{status?.count ?? '–'}</span>
      </span>
      <span className="mt-1 block text-sm text-muted">
        {status?.oldestAt == null ? (
          'None waits'
        ) : (
          <>
            Oldest: <Time at={status.oldestAt} />
          </>
        )}
      </span>
      <span className="block text-sm text-muted">
        {status?.nextDeadlineAt != null && (
          <>
            Next deadline: <Deadline at={status.nextDeadlineAt} />
          </>
        )}
      </span>
    </button>
  );
}
