-- The events of a trade are found by the trade. They are most events, so that the index by subject has only the others.
DROP INDEX event_by_subject;
CREATE INDEX event_by_subject ON event (principal_id, subject_key, sequence) WHERE sequence IS NOT NULL AND trade_id IS NULL;
