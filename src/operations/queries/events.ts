/** Reads of the event log. */
export { findEvents, newestSequence, type StoredEvent } from '../../database/events/event-log';
