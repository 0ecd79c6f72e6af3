-- S2: each sealed block contains exactly the journals that it sealed
CREATE OR REPLACE VIEW audit_s2_contents AS
  SELECT format('block %s: %s journals are there, %s were sealed%s', coalesce(b.height, l.height), coalesce(l.found, 0), coalesce(b.journals, 0),
    CASE WHEN l.found = b.journals AND l.places = b.journals THEN ', and not these' END) AS detail
  FROM (SELECT * FROM ledger_block WHERE height > audit_height()) b
  FULL JOIN (SELECT s.height, count(j.journal_id) AS found, max(s.leaf_no) AS places,
      ledger_merkle_root(array_agg(coalesce(j.canonical_sha256, '') ORDER BY s.leaf_no)) AS root
    FROM ledger_sealed s LEFT JOIN ledger_journal j USING (journal_id) WHERE s.height > audit_height() GROUP BY s.height) l ON l.height = b.height
  WHERE l.height IS NULL OR b.height IS NULL OR l.found <> b.journals OR l.places <> b.journals OR l.root <> b.merkle_root;

GRANT SELECT ON audit_s2_contents TO ats_app;
