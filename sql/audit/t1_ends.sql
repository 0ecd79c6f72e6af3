-- T1: a trade agrees with its steps, participants, proposal and settlement
CREATE OR REPLACE VIEW audit_t1_ends AS
  SELECT format('trade %s (%s): %s', t.trade_id, t.state, f.finding) AS detail
  FROM audit_trade t
  LEFT JOIN settlement s USING (trade_id)
  LEFT JOIN proposal p ON p.proposal_id = t.proposal_id
  CROSS JOIN LATERAL (SELECT count(*) AS n, count(*) FILTER (WHERE x.state = 'active') AS active, count(*) FILTER (WHERE x.state = 'passed') AS passed,
      count(*) FILTER (WHERE x.state IN ('pending', 'active')) AS unended, count(x.activated_at) AS activated, max(x.step_no) AS last
    FROM trade_step x WHERE x.trade_id = t.trade_id) x
  CROSS JOIN LATERAL (SELECT bool_or(o.open) AS open, bool_and(o.open) AS all_open,
      bool_and((o.outcome, o.settled_at) IS NOT DISTINCT FROM (s.outcome, s.settled_at)) AS is_same_end FROM trade_participant o WHERE o.trade_id = t.trade_id) o
  CROSS JOIN LATERAL (VALUES
    (t.settled_at IS NOT NULL AND (t.state, t.settled_at, t.policy_version, t.rule_version) IS DISTINCT FROM (s.outcome, s.settled_at, s.policy_version, s.rule_version),
      'its settlement has another outcome, time or version'),
    (t.settled_at IS NOT NULL AND x.unended > 0, format('%s of its steps have not ended', x.unended)),
    (t.state = 'completed' AND x.passed <> x.n, format('%s of its %s steps passed', x.passed, x.n)),
    (t.state = 'bond_reserved' AND x.activated > 0, 'a step was activated'),
    (t.state = 'executing' AND x.active <> 1, format('%s steps are active', x.active)),
    (x.n = 0 OR x.last <> x.n, format('%s steps, the last is number %s', x.n, x.last)),
    (CASE WHEN t.settled_at IS NULL THEN o.all_open IS NOT TRUE ELSE o.open IS NOT FALSE END, 'its participants are marked open after its end, or closed before it'),
    (o.is_same_end IS FALSE, 'its participants have another outcome than its settlement'),
    ((p.state, p.trade_id) IS DISTINCT FROM ('accepted', t.trade_id), 'its proposal is not accepted, or another trade’s')
  ) AS f (found, finding)
  WHERE f.found;

GRANT SELECT ON audit_t1_ends TO ats_app;
