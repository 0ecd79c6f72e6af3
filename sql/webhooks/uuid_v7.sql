-- Makes a UUIDv7 (RFC 9562) of an instant, for rows that one statement inserts.
-- Callers: src/database/repositories/webhook-queue.ts.
-- Locks: none.
CREATE OR REPLACE FUNCTION uuid_v7(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$$;
