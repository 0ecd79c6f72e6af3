/** GraphQL subscriptions over WebSocket (graphql-transport-ws). */
export { createSubscriptionServer } from './server';
