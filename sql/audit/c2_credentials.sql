-- C2: no credential was used after its end, and no two share a secret
--
-- The time of use is that of a host, whose clock may be minutes off, so 15 minutes are tolerated. Operator acts have the
-- database's time.
CREATE OR REPLACE VIEW audit_c2_credentials AS
  SELECT format('credential %s was revoked at %s and used at %s', credential_id, revoked_at, last_used_at) AS detail
  FROM credential WHERE last_used_at > revoked_at + interval '15 minutes'
  UNION ALL
  SELECT format('%s credentials have one secret: %s%s', count(*),
    array_to_string((array_agg(credential_id ORDER BY credential_id))[1:5], ', '), CASE WHEN count(*) > 5 THEN ' …' END)
  FROM credential GROUP BY secret_ciphertext HAVING count(*) > 1
  UNION ALL
  SELECT format('operator act %s at %s is by credential %s (%s, revoked at %s)', o.act_id, o.acted_at, o.credential_id, coalesce(c.platform_role, 'not the platform’s'), c.revoked_at)
  FROM operator_act o LEFT JOIN credential c USING (credential_id)
  WHERE c.platform_role IS DISTINCT FROM 'operator' OR o.acted_at > c.revoked_at + interval '1 minute';

GRANT SELECT ON audit_c2_credentials TO ats_app;
