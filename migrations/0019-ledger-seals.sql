-- Tamper evidence (ledger.md §4; docs/ledger-proofs.md): a worker seals journals in a chain of blocks, from a queue and
-- never by a watermark: a journal enters the queue with its own commit, so a late one comes into a later block and none is
-- skipped. Sealing touches nothing that ledger_post locks.

-- Journals that wait for their block; deleting a row is sealing it. Its first pages are emptied as fast as its last ones are
-- filled, so it is vacuumed by what died, not by its share.
CREATE TABLE ledger_unsealed (
  journal_id uuid CONSTRAINT ledger_unsealed_pkey PRIMARY KEY
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- hash is ledger_block_hash of the columns before it; sealed_at is for people, and not in it.
CREATE TABLE ledger_block (
  height      bigint      CONSTRAINT ledger_block_pkey PRIMARY KEY,
  previous    bytea       NOT NULL,
  merkle_root bytea       NOT NULL,
  journals    integer     NOT NULL,
  hash        bytea       NOT NULL CONSTRAINT ledger_block_hash UNIQUE,
  sealed_at   timestamptz NOT NULL,
  prev_height bigint      GENERATED ALWAYS AS (nullif(height - 1, 0)) STORED,
  CONSTRAINT ledger_block_link UNIQUE (height, hash),
  CONSTRAINT ledger_block_chain FOREIGN KEY (prev_height, previous) REFERENCES ledger_block (height, hash),
  CONSTRAINT ledger_block_first CHECK (height > 1 OR (height = 1 AND previous = decode(repeat('00', 32), 'hex'))),
  CONSTRAINT ledger_block_hash_length CHECK (octet_length(previous) = 32 AND octet_length(merkle_root) = 32 AND octet_length(hash) = 32),
  CONSTRAINT ledger_block_not_empty CHECK (journals > 0)
);
COMMENT ON CONSTRAINT ledger_block_first ON ledger_block IS 'the chain starts at block 1, from 32 zero bytes';
COMMENT ON CONSTRAINT ledger_block_hash_length ON ledger_block IS 'SHA-256';
COMMENT ON CONSTRAINT ledger_block_not_empty ON ledger_block IS 'a block without journals would seal nothing, and its tree has no root';

-- Which journals a block seals: leaf leaf_no of its tree is the journal's canonical_sha256.
CREATE TABLE ledger_sealed (
  height     bigint  NOT NULL CONSTRAINT ledger_sealed_block REFERENCES ledger_block,
  leaf_no    integer NOT NULL,
  journal_id uuid    NOT NULL CONSTRAINT ledger_sealed_journal REFERENCES ledger_journal CONSTRAINT ledger_sealed_once UNIQUE,
  CONSTRAINT ledger_sealed_pkey PRIMARY KEY (height, leaf_no),
  CONSTRAINT ledger_sealed_leaf_no CHECK (leaf_no >= 1)
);
COMMENT ON CONSTRAINT ledger_sealed_leaf_no ON ledger_sealed IS 'leaves are numbered from 1';

CREATE TRIGGER ledger_block_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_block FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_sealed_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_sealed FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

-- Runs with the rights of whoever may write a journal: ledger_post, and the owner.
CREATE FUNCTION ledger_queue_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.ledger_unsealed (journal_id) VALUES (NEW.journal_id);
  RETURN NULL;
END $$;
-- Before the look at what is there already: it holds back new journals until this migration has committed, so none is missed.
CREATE TRIGGER ledger_journal_to_seal AFTER INSERT ON ledger_journal FOR EACH ROW EXECUTE FUNCTION ledger_queue_seal();
INSERT INTO ledger_unsealed (journal_id) SELECT journal_id FROM ledger_journal;

-- The Merkle tree hash of RFC 9162 §2.1.1. Two neighbours make one, the odd last one stays as it is: the same tree as that of
-- the RFC, which splits at the largest power of two. Leaves and nodes are hashed with different first bytes, so that no node
-- passes for a leaf.
CREATE FUNCTION ledger_merkle_root(leaves bytea[]) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  v_level bytea[] := ARRAY(SELECT sha256('\x00'::bytea || leaf) FROM unnest(leaves) WITH ORDINALITY AS l (leaf, n) ORDER BY n);
BEGIN
  WHILE cardinality(v_level) > 1 LOOP
    v_level := ARRAY(
      SELECT CASE WHEN neighbour IS NULL THEN node ELSE sha256('\x01'::bytea || node || neighbour) END
      FROM (SELECT n, node, lead(node) OVER (ORDER BY n) AS neighbour FROM unnest(v_level) WITH ORDINALITY AS l (node, n)) pairs
      WHERE n % 2 = 1 ORDER BY n);
  END LOOP;
  RETURN v_level[1];
END $$;

-- sha256(version ‖ height ‖ previous ‖ merkle root ‖ n): the version length-prefixed as in a journal, the numbers big-endian.
CREATE FUNCTION ledger_block_hash(height bigint, previous bytea, merkle_root bytea, journals integer) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(ledger_field('ats-block-v1') || int8send(height) || previous || merkle_root || int4send(journals))
$$;

-- Seals the oldest waiting journals in one block, at most p_limit of them; answers how many. One sealer at a time: whoever
-- finds another at it leaves it to that one. 0 is "nothing left for me". A stopped ledger is sealed all the same: what was
-- written is evidence, most of all then.
CREATE FUNCTION ledger_seal(p_limit integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_journals uuid[];
  v_leaves   bytea[];
  v_head     ledger_block;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('ledger seal', 0)) THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM ledger_unsealed WHERE journal_id IN (SELECT journal_id FROM ledger_unsealed ORDER BY journal_id LIMIT p_limit)
    RETURNING journal_id
  )
  SELECT array_agg(journal_id ORDER BY journal_id), array_agg(canonical_sha256 ORDER BY journal_id)
  INTO v_journals, v_leaves FROM taken JOIN ledger_journal USING (journal_id);
  IF v_journals IS NULL THEN
    RETURN 0;
  END IF;

  SELECT * INTO v_head FROM ledger_block ORDER BY height DESC LIMIT 1;
  v_head.previous := coalesce(v_head.hash, decode(repeat('00', 32), 'hex'));
  v_head.height := coalesce(v_head.height, 0) + 1;
  v_head.merkle_root := ledger_merkle_root(v_leaves);
  INSERT INTO ledger_block (height, previous, merkle_root, journals, hash, sealed_at)
  VALUES (v_head.height, v_head.previous, v_head.merkle_root, cardinality(v_leaves),
    ledger_block_hash(v_head.height, v_head.previous, v_head.merkle_root, cardinality(v_leaves)), now());
  INSERT INTO ledger_sealed (height, leaf_no, journal_id)
  SELECT v_head.height, n, journal_id FROM unnest(v_journals) WITH ORDINALITY AS l (journal_id, n);
  RETURN cardinality(v_leaves);
END $$;

REVOKE ALL ON ledger_unsealed, ledger_block, ledger_sealed FROM PUBLIC;
GRANT SELECT ON ledger_unsealed, ledger_block, ledger_sealed TO ats_app;
REVOKE ALL ON FUNCTION ledger_queue_seal, ledger_seal FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_seal TO ats_app;
