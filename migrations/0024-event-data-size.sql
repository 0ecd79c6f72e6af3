-- The scan of the events for their size. Readers and writers go on, so it has a transaction of its own.

ALTER TABLE event VALIDATE CONSTRAINT event_data_size;
