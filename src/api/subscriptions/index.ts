/** Subscriptions over graphql-transport-ws (contract §3, events.md §3). */
export { createSockets } from './server';
