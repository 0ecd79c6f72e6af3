-- Returns the oldest owner of a counterparty. Null: it has no owner, or shares one with the principal.
--
-- Only owners who accepted their binding count. Otherwise a party could bind an owner of another party, and take away its discount.
-- Callers: track_counterparty_owner, count_reputation and the audit view T6.
-- Locks: none. The result stays true while the locks of both principals are held.
CREATE OR REPLACE FUNCTION counterparty_owner(p_principal uuid, p_counterparty uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT EXISTS (SELECT FROM binding c JOIN binding o ON o.human_id = c.human_id AND o.principal_id = p_principal AND o.role = 'owner'
      WHERE c.principal_id = p_counterparty AND c.role = 'owner' AND c.accepted_at IS NOT NULL AND o.accepted_at IS NOT NULL)
    THEN (SELECT b.human_id FROM binding b WHERE b.principal_id = p_counterparty AND b.role = 'owner' AND b.accepted_at IS NOT NULL
      ORDER BY b.binding_id LIMIT 1) END
$$;
