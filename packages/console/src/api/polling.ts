import { useCallback, useEffect, useRef } from 'react';
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';
import { serviceNow } from '../ui/clock';

/**
 * Returns a function that reads a document again. The screen that shows the document with `useLive` gets the answer.
 *
 * The answer of an operator's act names the log only, so the cache does not know which lists it changes.
 */
export function useReread<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): () => void {
  const client = useClient();
  const latest = useRef(variables);
  latest.current = variables;
  return useCallback(() => {
    void client.query<Data>(document, latest.current, { requestPolicy: 'network-only' }).toPromise();
  }, [client, document]);
}

/**
 * Calls `reread` after each interval, while the page is visible. It is for what no stream reports.
 *
 * @param everyMs undefined: no reads
 */
export function useEvery(reread: () => void, everyMs: number | undefined): void {
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) reread();
    }, everyMs);
    return () => clearInterval(timer);
  }, [reread, everyMs]);
}

const LOOK_MS = 1_000;
const AGAIN_MS = 10_000;

/**
 * Calls `reread` when the earliest of these times has passed, because no event reports that time passes.
 *
 * It calls again while the answer still has that time: the clock of this computer may be ahead. It looks at the clock,
 * because a timer does not see that a test clock has moved.
 */
export function useRereadAt(reread: () => void, times: readonly (string | null)[]): void {
  const next = times
    .filter((time) => time !== null)
    .toSorted()
    .at(0);
  useEffect(() => {
    if (next === undefined) return undefined;
    let readAt = 0;
    const timer = setInterval(() => {
      const isPast = serviceNow() >= new Date(next).getTime();
      if (!isPast || document.hidden || Date.now() - readAt < AGAIN_MS) return;
      readAt = Date.now();
      reread();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [reread, next]);
}

/**
 * Reads a document regularly while something is on its way that has no event.
 *
 * Examples: the confirmation of a payment, and the attempts of a webhook delivery.
 */
export function usePolling<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  isOn: boolean,
  everyMs = 2_000,
): void {
  useEvery(useReread(document, variables), isOn ? everyMs : undefined);
}
