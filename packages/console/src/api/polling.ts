import { useCallback, useEffect, useRef } from 'react';
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';

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
