-- The event log (events.md §1): one row for each principal concerned, written in the transaction that caused it. The
-- relay stamps `sequence` (gap-free per principal) and freezes `payload`; readers see stamped rows only.

CREATE TABLE event (
  event_id     uuid        CONSTRAINT event_pkey PRIMARY KEY,
  principal_id uuid        NOT NULL CONSTRAINT event_principal REFERENCES principal,
  type         text        NOT NULL,
  subject_key  text        NOT NULL,
  trade_id     uuid        CONSTRAINT event_trade REFERENCES trade,
  data         jsonb       NOT NULL,
  created_at   timestamptz NOT NULL,
  sequence     bigint,
  payload      text,
  CONSTRAINT event_type CHECK (type IN ('trade.completed', 'trade.failed', 'proposal.created', 'proposal.countered', 'proposal.accepted',
    'proposal.rejected', 'trade.created', 'trade.step_activated', 'trade.contract_published', 'trade.checkpoint_submitted',
    'trade.rebuttal_filed', 'tickets.credited', 'webhook.disabled')),
  CONSTRAINT event_stamped_is_frozen CHECK ((sequence IS NULL) = (payload IS NULL)),
  CONSTRAINT event_payload_size CHECK (octet_length(payload) < 20480)
);
COMMENT ON CONSTRAINT event_type ON event IS 'events.md §1';
COMMENT ON CONSTRAINT event_stamped_is_frozen ON event IS 'events.md §1: the payload is frozen in the transaction that stamps the sequence';
COMMENT ON CONSTRAINT event_payload_size ON event IS 'events.md §1: under 20 kB';
CREATE UNIQUE INDEX event_sequence ON event (principal_id, sequence) WHERE sequence IS NOT NULL;
-- The relay's queue.
CREATE INDEX event_unstamped ON event (event_id) WHERE sequence IS NULL;
-- One terminal event for each participant of a trade: a second one must fail, not go out (ledger.md I8).
CREATE UNIQUE INDEX event_one_terminal ON event (trade_id, principal_id) WHERE type IN ('trade.completed', 'trade.failed');
CREATE INDEX event_by_trade ON event (trade_id) WHERE trade_id IS NOT NULL;

-- The last sequence given to each principal.
CREATE TABLE event_head (
  principal_id uuid   CONSTRAINT event_head_pkey PRIMARY KEY,
  sequence     bigint NOT NULL
);

-- Who may relay now: a lease row, not an advisory lock, so that a lost connection cannot leave two relays at work.
CREATE TABLE worker_lease (
  name       text        CONSTRAINT worker_lease_pkey PRIMARY KEY,
  holder     text        NOT NULL,
  token      bigint      NOT NULL,
  expires_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON event, event_head, worker_lease TO ats_app;
