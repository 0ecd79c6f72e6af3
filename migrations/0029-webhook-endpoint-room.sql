-- A claim changes what is under way at an endpoint and leaves its due_at alone where that is soon enough: no index names what
-- is changed then, so that its new version stays in the page of the old one, where there is room.
ALTER TABLE webhook_endpoint SET (fillfactor = 50);
