import { cacheExchange, Client, fetchExchange } from 'urql';
import { consolePath } from './base';
import { sessionFetch } from './session-fetch';

/** The GraphQL client. A mutation makes queries stale that contain a type of its answer. */
export const client = new Client({
  url: `${consolePath}/q`,
  exchanges: [cacheExchange, fetchExchange],
  fetch: sessionFetch,
  preferGetMethod: false,
  requestPolicy: 'cache-and-network',
});
