import { useLive } from '../../../api/hooks';
import { useFilters } from '../../../shell/principal';
import { PageHeader } from '../../../ui/card';
import { Empty, Ready } from '../../../ui/notice';
import { EmptyPage, Pager } from '../parts/pager';
import { queueOf, queueStream, queueTexts } from '../parts/queues';
import { useEvery, useReread } from '../../../api/polling';
import { QueueScreen } from './queue.documents';
import { QueueTabs } from './queue-tabs';
import { QueueTrades } from './queue-trades';

/** The chosen queue is live. A connection for each of the others would leave too few for the page. */
const OTHERS_MS = 10_000;

/** The trades that wait for an operator. */
export function Screen() {
  const [filters, setFilters] = useFilters();
  const queue = queueOf(filters['queue']);
  const variables = { queue, after: filters['after'] ?? null };
  const read = useLive(QueueScreen, variables, () => true, queueStream(queue));
  useEvery(useReread(QueueScreen, variables), OTHERS_MS);
  return (
    <>
      <PageHeader title="Queue">Trades that wait for an operator, the most urgent first.</PageHeader>
      <Ready of={read}>
        {({ operatorQueues, operatorTrades }) => (
          <>
            <QueueTabs
              queues={operatorQueues ?? []}
              current={queue}
              onChoose={(name) => setFilters({ queue: name.toLowerCase(), after: undefined })}
            />
            <p className="mb-3 text-muted">{queueTexts[queue].about}</p>
            {operatorTrades && operatorTrades.nodes.length > 0 ? (
              <QueueTrades queue={queue} trades={operatorTrades.nodes} />
            ) : filters['after'] === undefined ? (
              <Empty title="No trade waits here">A new one appears on this page at once.</Empty>
            ) : (
              <EmptyPage />
            )}
            {operatorTrades && <Pager of={operatorTrades} noun="Trades in this queue" />}
          </>
        )}
      </Ready>
    </>
  );
}
