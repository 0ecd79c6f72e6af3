-- For `payment_count`: every event there ever was is counted, from this narrow index and not from the table with its payloads.
CREATE INDEX stripe_event_by_outcome ON stripe_event (type, outcome, reason);
