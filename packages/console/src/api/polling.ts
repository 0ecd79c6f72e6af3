import { useEffect } from 'react';
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';

/**
 * Reads a document regularly while something is on its way that has no event.
 *
 * Examples: the confirmation of a payment, and the attempts of a webhook delivery.
 */
export function usePolling<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  isOn: boolean,
  everyMs = 2_000,
): void {
  const client = useClient();
  const text = JSON.stringify(variables);
  useEffect(() => {
    if (!isOn) return undefined;
    const read = (): void => {
      if (document.hidden) return;
      void client.query<Data>(query, JSON.parse(text) as object, { requestPolicy: 'network-only' }).toPromise();
    };
    const timer = setInterval(read, everyMs);
    return () => clearInterval(timer);
  }, [client, query, text, isOn, everyMs]);
}
