-- Owners who have not accepted their binding count for no discount. The rows of their principals are computed again.

UPDATE completed_counterparty k SET owner_id = CASE
  WHEN NOT EXISTS (SELECT FROM binding c JOIN binding o ON o.human_id = c.human_id AND o.principal_id = k.principal_id AND o.role = 'owner'
    WHERE c.principal_id = k.counterparty_id AND c.role = 'owner' AND c.accepted_at IS NOT NULL AND o.accepted_at IS NOT NULL)
  THEN (SELECT b.human_id FROM binding b WHERE b.principal_id = k.counterparty_id AND b.role = 'owner' AND b.accepted_at IS NOT NULL
    ORDER BY b.binding_id LIMIT 1) END
WHERE EXISTS (SELECT FROM binding b WHERE b.principal_id = k.counterparty_id AND b.role = 'owner' AND b.accepted_at IS NOT NULL)
  AND EXISTS (SELECT FROM binding b WHERE b.principal_id IN (k.principal_id, k.counterparty_id) AND b.role = 'owner' AND b.accepted_at IS NULL);
