-- Returns whether an owner of the principal has accepted its binding.
--
-- A counterparty without such an owner keeps the owner that it had in completed_counterparty. Otherwise its last owner could
-- leave for a moment, and take away the discount of the other party.
-- Callers: track_counterparty_owner, count_reputation and the audit view T6.
-- Locks: none. The result stays true while the lock of the principal is held.
CREATE OR REPLACE FUNCTION has_accepted_owner(p_principal uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM binding b WHERE b.principal_id = p_principal AND b.role = 'owner' AND b.accepted_at IS NOT NULL)
$$;
