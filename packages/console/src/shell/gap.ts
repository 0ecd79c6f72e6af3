import { useEffect } from 'react';
import { useClient } from 'urql';
import { streamOf } from '../api/stream';
import { EventGap } from './gap.documents';

/** An event has the time at which its transaction began. No transaction takes longer. */
const MARGIN_MS = 20_000;

/**
 * Lets the stream of a principal ask whether events were missed while it began. Without them nothing is read again.
 *
 * @param serverTime a time of the service before the first read of the page
 */
export function useGapCheck(principalKey: string, serverTime: string): void {
  const client = useClient();
  useEffect(() => {
    const from = new Date(new Date(serverTime).getTime() - MARGIN_MS).toISOString();
    streamOf(`events/${principalKey}`).hasGap = async () => {
      const variables = { principalKey, filter: { from } };
      const { data } = await client.query(EventGap, variables, { requestPolicy: 'network-only' }).toPromise();
      return data?.principal?.events.nodes.length !== 0;
    };
  }, [client, principalKey, serverTime]);
}
