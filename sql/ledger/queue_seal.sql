-- Queues a new journal for sealing, in the transaction that writes the journal.
-- Callers: the trigger below. It runs with the rights of ledger_post or of the owner.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_queue_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.ledger_unsealed (journal_id) VALUES (NEW.journal_id);
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION ledger_queue_seal FROM PUBLIC;

CREATE OR REPLACE TRIGGER ledger_journal_to_seal AFTER INSERT ON ledger_journal
  FOR EACH ROW EXECUTE FUNCTION ledger_queue_seal();
