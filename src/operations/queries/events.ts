/** Reads of the event log. */
export { eventsAfter, findEvents, newestSequence, type StoredEvent } from '../../database/events/event-log';
