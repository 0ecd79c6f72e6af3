-- The objects that say who may act, each with its state as facts record it.
--
-- Left out: names, `last_used_at`, `exhausted_at`, and `notifications_disabled_at`, which workers set. Secrets and cards are here by digests.
-- Times are seconds, so that the time zone of a session changes nothing.
CREATE OR REPLACE VIEW authority_row AS
  SELECT 'binding' AS object, b.binding_id AS id, 0 AS version, b.principal_id,
    jsonb_build_object('human_id', b.human_id, 'role', b.role) AS state
  FROM binding b
  UNION ALL
  SELECT 'credential', c.credential_id, 0, coalesce(c.principal_id, '00000000-0000-0000-0000-000000000000'),
    jsonb_build_object('platform_role', c.platform_role, 'api_key', c.api_key, 'secret_key_id', c.secret_key_id,
      'secret_sha256', encode(sha256(c.secret_ciphertext), 'hex'), 'revoked_at', extract(epoch FROM c.revoked_at))
      -- Absent for a credential without limits, so that the facts of older releases still give its state.
      || jsonb_strip_nulls(jsonb_build_object('agent_id', c.agent_id, 'expires_at', extract(epoch FROM c.expires_at),
        'scopes', CASE WHEN NOT c.scopes @> '{read,trade,money}' THEN to_jsonb(c.scopes) END))
  FROM credential c
  UNION ALL
  SELECT 'agent', a.agent_id, 0, a.principal_id,
    jsonb_build_object('card_sha256', encode(sha256(convert_to(a.card::text, 'UTF8')), 'hex'), 'streaming', a.streaming,
      'push_notifications', a.push_notifications, 'extended_agent_card', a.extended_agent_card,
      'notification_url', a.notification_url, 'event_types', a.event_types)
      -- Absent for an active agent without keys, so that the facts of older releases still give its state.
      || jsonb_strip_nulls(jsonb_build_object('retired_at', extract(epoch FROM a.retired_at),
        'card_keys_sha256', encode(sha256(convert_to(a.card_keys::text, 'UTF8')), 'hex')))
  FROM agent a
  UNION ALL
  SELECT 'signing_key', k.agent_id, k.version, a.principal_id,
    jsonb_build_object('secret_key_id', k.secret_key_id, 'secret_sha256', encode(sha256(k.secret_ciphertext), 'hex'),
      'retired_at', extract(epoch FROM k.retired_at))
  FROM webhook_signing_key k JOIN agent a USING (agent_id)
  UNION ALL
  SELECT 'mandate', m.agent_id, 0, m.principal_id, to_jsonb(m) - '{agent_id,principal_id,ends_at,created_at,updated_at,revoked_at,approval_above_stamps,exhausted_at}'::text[]
    -- Absent without a threshold, so that facts from before it still give the state.
    || jsonb_strip_nulls(jsonb_build_object('approval_above_stamps', m.approval_above_stamps))
    || jsonb_build_object('ends_at', extract(epoch FROM m.ends_at), 'created_at', extract(epoch FROM m.created_at),
      'updated_at', extract(epoch FROM m.updated_at), 'revoked_at', extract(epoch FROM m.revoked_at))
  FROM mandate m
  UNION ALL
  -- Only decisions: the request of an agent changes nothing about who may act.
  SELECT 'approval', p.approval_id, 0, p.principal_id, jsonb_build_object('agent_id', p.agent_id, 'proposal_id', p.proposal_id,
    'revision_no', p.revision_no, 'terms_sha256', encode(sha256(convert_to(p.terms::text, 'UTF8')), 'hex'),
    'committed_stamps', p.committed_stamps, 'bond_stamps', p.bond_stamps, 'expires_at', extract(epoch FROM p.expires_at),
    'decision', p.decision, 'decided_at', extract(epoch FROM p.decided_at), 'decided_by', p.decided_by)
  FROM approval p WHERE p.decided_at IS NOT NULL
  UNION ALL
  SELECT 'anchor', p.principal_id, 0, p.principal_id, to_jsonb(p) - 'principal_id' - 'display_name' - 'created_at'
  FROM principal p
  UNION ALL
  SELECT 'operator_act', o.act_id, 0, '00000000-0000-0000-0000-000000000000',
    jsonb_build_object('operation', o.operation, 'subject_key', o.subject_key, 'credential_id', o.credential_id, 'request_id', o.request_id,
      'acted_at', extract(epoch FROM o.acted_at), 'changes_sha256', encode(sha256(convert_to(o.before::text || o.after, 'UTF8')), 'hex'))
  FROM operator_act o;

GRANT SELECT ON authority_row TO ats_app;
