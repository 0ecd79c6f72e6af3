import { idOf } from '../../domain/keys';
import { EVENT_COLUMNS } from '../events/event-log';
import { type AddValue, type Branch, hasKey, oneOf } from '../sql/filters';
import { byColumn, type List } from '../sql/lists';

// Events are numbered in the order of their transactions, which take less than a minute.
const ONE_MINUTE = `interval '1 minute'`;

// `IS TRUE` hides the time from the indexes. With event_by_time the planner would read and sort all events since a recent time,
// of which its statistics know none yet. The sequence bounds what is read.
const isAt = (comparison: string): string => `(e.created_at ${comparison}) IS TRUE`;

const OWNER = 'e.principal_id';

/** `FROM … WHERE …` of the numbered events of the owner. */
const ofOwner = (owner: string): string => `FROM event t WHERE t.principal_id = ${owner} AND t.sequence IS NOT NULL`;

/**
 * The first event from a time on is one of the minute that begins with the earliest of them.
 *
 * `+ 0` hides the column from event_sequence, which the planner would read from the first event of the owner on.
 */
function writtenFrom(from: Date, add: AddValue, _now: Date, owner = OWNER): Branch {
  const time = add(from, 'timestamptz');
  const isAfter = `t.created_at >= ${time}`;
  const earliest = `(SELECT t.created_at ${ofOwner(owner)} AND ${isAfter} ORDER BY t.created_at LIMIT 1)`;
  const first = `(SELECT min(t.sequence + 0) ${ofOwner(owner)} AND ${isAfter} AND t.created_at <= ${earliest} + ${ONE_MINUTE})`;
  return { where: `${isAt(`>= ${time}`)} AND e.sequence >= ${first}` };
}

/** Events before a time come before the first one of a minute later. */
function writtenTo(to: Date, add: AddValue, _now: Date, owner = OWNER): Branch {
  const time = add(to, 'timestamptz');
  const later = `t.created_at > ${time} + ${ONE_MINUTE}`;
  const end = `(SELECT t.sequence ${ofOwner(owner)} AND ${later} ORDER BY t.created_at LIMIT 1)`;
  const last = `(SELECT h.sequence + 1 FROM event_head h WHERE h.principal_id = ${owner})`;
  return { where: `${isAt(`< ${time}`)} AND e.sequence < coalesce(${end}, ${last})` };
}

/** The events of a trade have an index by trade, and all others an index by subject. */
function ofSubject(key: string, add: AddValue): Branch {
  const tradeId = idOf('trd', key);
  const ofTrade = tradeId === undefined ? 'e.trade_id IS NULL' : `e.trade_id = ${add(tradeId, 'uuid')}`;
  return { where: `${ofTrade} AND e.subject_key = ${add(key, 'text')}` };
}

/** Events of a principal, oldest first. A cursor is a position in its log, whatever the filter is. */
export const events: List = {
  name: 'events',
  columns: EVENT_COLUMNS,
  from: 'event e',
  owner: OWNER,
  where: 'e.sequence IS NOT NULL',
  orders: { sequence: byColumn('e.sequence', 'bigint', false) },
  filters: {
    types: oneOf('e.type'),
    subjectKey: ofSubject,
    tradeKey: hasKey('trd', 'e.trade_id'),
    from: writtenFrom,
    to: writtenTo,
  },
};

const ofPrincipal =
  (principalId: string) =>
  (add: AddValue): string =>
    `e.principal_id = ${add(principalId, 'uuid')} AND e.sequence IS NOT NULL`;

/** Events of one principal about each trade, oldest first. */
export const eventsOfTrade = (principalId: string): List => ({
  name: 'events_of_trade',
  variant: principalId,
  columns: EVENT_COLUMNS,
  from: 'event e',
  owner: 'e.trade_id',
  where: ofPrincipal(principalId),
  orders: { sequence: byColumn('e.sequence', 'bigint', false) },
});

/** Events of one principal about each object but a trade, oldest first. The owner is the key of the object. */
export const eventsOfSubject = (principalId: string): List => ({
  ...eventsOfTrade(principalId),
  name: 'events_of_subject',
  where: (add) => `${ofPrincipal(principalId)(add)} AND e.trade_id IS NULL`,
  owner: 'e.subject_key',
  ownerType: 'text',
});
