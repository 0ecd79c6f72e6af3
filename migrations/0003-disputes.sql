-- Rules v1.1: acceptance items, activation terms, and disputes that burn a part of the price.
--
-- Every new column may be null, because the release before inserts rows without them.

ALTER TABLE trade ADD COLUMN dispute_burn_bps integer;
ALTER TABLE trade ADD CONSTRAINT trade_dispute_burn_range CHECK (dispute_burn_bps BETWEEN 0 AND 5000) NOT VALID;
COMMENT ON CONSTRAINT trade_dispute_burn_range ON trade IS 'each side loses at most half of the contested price';

ALTER TABLE trade_step ADD COLUMN items jsonb, ADD COLUMN not_before_at timestamptz, ADD COLUMN activation text;
ALTER TABLE trade_step ADD CONSTRAINT trade_step_activation CHECK (activation IN ('any', 'consumer')) NOT VALID;
COMMENT ON CONSTRAINT trade_step_activation ON trade_step IS 'any participant activates the step, or only its consumer';
-- Disputed steps, for the queue of operators and the public figures. A passed step takes no rebuttal.
CREATE INDEX trade_step_disputed ON trade_step (checkpoint_submitted_at)
  WHERE rebuttal_filed_at IS NOT NULL AND checkpoint_status IS NOT NULL;

ALTER TABLE settlement_party ADD COLUMN burnt_stamps bigint;
ALTER TABLE settlement_party ADD CONSTRAINT settlement_party_burnt_range CHECK (burnt_stamps >= 0) NOT VALID;
COMMENT ON CONSTRAINT settlement_party_burnt_range ON settlement_party IS 'an amount of stamps';

-- An unruled dispute and an even ruling have a class, but no principal at fault.
ALTER TABLE settlement DROP CONSTRAINT settlement_fault_or_not;
ALTER TABLE settlement ADD CONSTRAINT settlement_fault_or_not CHECK ((outcome = 'completed') = (failure_class IS NULL)
  AND (fault_principal_id IS NULL) = (failure_class IS NULL OR failure_cause IN ('unruled', 'even_ruling'))) NOT VALID;
COMMENT ON CONSTRAINT settlement_fault_or_not ON settlement IS 'a failed trade has a class, and a principal at fault unless its dispute blames no principal';
