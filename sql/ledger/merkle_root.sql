-- Computes the Merkle tree hash of RFC 9162 §2.1.1 over the leaves.
-- Each level joins neighbours and keeps an odd last node as it is, which gives the tree of the RFC. Leaves and nodes are
-- hashed with different first bytes, so that a node cannot pass for a leaf.
-- Callers: ledger_seal, audit_s2_contents.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_merkle_root(leaves bytea[]) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
