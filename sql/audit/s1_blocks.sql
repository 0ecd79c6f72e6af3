-- S1: each sealed block follows the block before it and matches earlier audits
CREATE OR REPLACE VIEW audit_s1_blocks AS
  SELECT format('block %s: %s', b.height, CASE
    WHEN b.hash <> ledger_block_hash(b.height, b.previous, b.merkle_root, b.journals) THEN 'its hash is not that of its contents'
    ELSE format('it does not follow block %s', b.height - 1) END) AS detail
  FROM ledger_block b LEFT JOIN ledger_block p ON p.height = b.height - 1
  WHERE b.height > audit_height() AND (b.hash <> ledger_block_hash(b.height, b.previous, b.merkle_root, b.journals)
    OR b.previous <> coalesce(p.hash, decode(repeat('00', 32), 'hex')) OR (p.height IS NULL) <> (b.height = 1))
  UNION ALL
  SELECT format('block %s: an audit found %s there, now it is %s', c.height, encode(c.hash, 'hex'), coalesce(encode(b.hash, 'hex'), 'not there'))
  FROM ledger_checkpoint c LEFT JOIN ledger_block b USING (height)
  WHERE c.height > 0 AND c.height >= audit_height() AND b.hash IS DISTINCT FROM c.hash;

GRANT SELECT ON audit_s1_blocks TO ats_app;
