-- The order in which events were written. What changes a trade has its lock, so this is the order of the changes; an event's
-- id has the time at which its transaction began, and who began earlier may have waited for the lock.

CREATE SEQUENCE event_log_no;
GRANT USAGE ON SEQUENCE event_log_no TO ats_app;
-- Without a rewrite of the table: null is older than any number.
ALTER TABLE event ADD COLUMN log_no bigint;
ALTER TABLE event ALTER COLUMN log_no SET DEFAULT nextval('event_log_no');
ALTER SEQUENCE event_log_no OWNED BY event.log_no;
COMMENT ON COLUMN event.log_no IS 'the order in which events were written, with gaps';

-- The relay's queue.
DROP INDEX event_unstamped;
CREATE INDEX event_unstamped ON event (log_no NULLS FIRST, event_id) WHERE sequence IS NULL;
