-- Why a match run made no proposal.

ALTER TABLE match_run
  ADD COLUMN empty_reason text,
  ADD COLUMN empty_trade_profile text,
  ADD COLUMN own_price_stamps bigint,
  ADD COLUMN best_price_stamps bigint,
  -- They are not validated. The rows of before have nulls alone, so a scan under the lock would find nothing.
  ADD CONSTRAINT match_run_empty_reason CHECK (empty_reason IN ('open_proposals', 'no_partner', 'price_not_met', 'partners_excluded')) NOT VALID,
  ADD CONSTRAINT match_run_empty_facts CHECK ((empty_reason IS NULL) = (empty_trade_profile IS NULL)
    AND (empty_reason IS NULL) = (own_price_stamps IS NULL) AND (best_price_stamps IS NULL OR empty_reason IS NOT NULL)) NOT VALID;
COMMENT ON CONSTRAINT match_run_empty_reason ON match_run IS 'the reasons of the API for a run without a proposal';
COMMENT ON CONSTRAINT match_run_empty_facts ON match_run IS 'a reason has its trade profile and price; a run with proposals has neither';
COMMENT ON COLUMN match_run.empty_reason IS 'why the run made no proposal; null: it made one, or is older than this column';
COMMENT ON COLUMN match_run.empty_trade_profile IS 'the trade profile that found no counterparty';
COMMENT ON COLUMN match_run.own_price_stamps IS 'the bid or ask of the run for this trade profile';
COMMENT ON COLUMN match_run.best_price_stamps IS 'the best price of a public listing of the other side at the run; null: there was none';
