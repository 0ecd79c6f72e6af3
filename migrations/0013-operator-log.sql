-- What operators did (who, when, on what, from, to): written in the transaction of the act itself, and never changed.

CREATE TABLE operator_act (
  act_id        uuid        CONSTRAINT operator_act_pkey PRIMARY KEY,
  credential_id uuid        NOT NULL CONSTRAINT operator_act_credential REFERENCES credential,
  operation     text        NOT NULL,
  subject_key   text        NOT NULL,
  before        jsonb       NOT NULL,
  after         jsonb       NOT NULL,
  request_id    text        NOT NULL,
  acted_at      timestamptz NOT NULL,
  CONSTRAINT operator_act_operation CHECK (operation ~ '^[a-z][A-Za-z]*$'),
  CONSTRAINT operator_act_subject CHECK (length(subject_key) BETWEEN 1 AND 255)
);
COMMENT ON CONSTRAINT operator_act_operation ON operator_act IS 'the name of a mutation';
COMMENT ON CONSTRAINT operator_act_subject ON operator_act IS 'the key of what was acted on';
CREATE INDEX operator_act_by_subject ON operator_act (subject_key, act_id);

CREATE TRIGGER operator_act_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_act
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

GRANT SELECT, INSERT ON operator_act TO ats_app;

-- Trades that wait for operators: none in health, so the index is small.
CREATE INDEX trade_set_aside ON trade (trade_id) WHERE settlement_error IS NOT NULL AND settled_at IS NULL;
