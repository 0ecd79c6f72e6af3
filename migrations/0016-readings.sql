-- What whoever watches the service counts at every look (src/database/repositories/database-stats.ts): few rows in health, so the indexes are
-- small, and nothing that happens often writes to them.

CREATE INDEX agent_notifications_disabled ON agent (agent_id) WHERE notifications_disabled_at IS NOT NULL;
CREATE INDEX webhook_delivery_dead ON webhook_delivery (ended_at) WHERE state = 'dead';
