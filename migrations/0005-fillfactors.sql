-- Space for new row versions, only where an update can stay on its page (HOT).
--
-- An update that changes an indexed column writes new index entries wherever the row lands. Each update of an event sets its
-- sequence. Each update of a delivery sets its state or due time. So free space on the page had no effect. After a
-- VACUUM 59 % of the event table was free. ledger_balance, event_head and webhook_endpoint keep their fillfactor.
-- It holds for new pages; VACUUM FULL would rewrite the old ones.
ALTER TABLE event RESET (fillfactor);
ALTER TABLE webhook_delivery RESET (fillfactor);
