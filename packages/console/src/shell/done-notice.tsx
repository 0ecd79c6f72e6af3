import { useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { lastDone, setDone, watchDone } from '../ui/done';

/**
 * Says which act has ended, because its dialog closes without a word.
 *
 * The page shows the effect, so the text is for screen readers. An act that had taken effect before changes nothing now:
 * that text is for all.
 */
export function DoneNotice() {
  const done = useSyncExternalStore(watchDone, lastDone);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setDone(undefined), [path]);
  const isShown = done?.wasBefore === true;
  return (
    <div role="status" aria-label="Last act">
      {done && (
        <p
          className={
            isShown ? 'mb-4 rounded-md border border-warn bg-warn-soft px-3 py-2 text-sm text-warn' : 'sr-only'
          }
        >
          {isShown
            ? `${done.title}: this took effect when you sent it before, and its answer was lost. Nothing happened now. To do it once more, send it again.`
            : `Done: ${done.title}`}
        </p>
      )}
    </div>
  );
}
