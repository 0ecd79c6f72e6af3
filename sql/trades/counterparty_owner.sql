-- Returns the oldest owner of a counterparty. Null: it has no owner, or shares one with the principal.
-- Callers: track_counterparty_owner and the audit view T6. count_reputation gives the same owner, from the owners that it records.
-- Locks: none. The result stays true while the locks of both principals are held.
CREATE OR REPLACE FUNCTION counterparty_owner(p_principal uuid, p_counterparty uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT EXISTS (SELECT FROM binding c JOIN binding o ON o.human_id = c.human_id AND o.principal_id = p_principal AND o.role = 'owner'
      WHERE c.principal_id = p_counterparty AND c.role = 'owner')
    THEN (SELECT b.human_id FROM binding b WHERE b.principal_id = p_counterparty AND b.role = 'owner' ORDER BY b.binding_id LIMIT 1) END
$$;
