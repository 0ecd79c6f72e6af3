import type { Connection } from '../database';

/** Copies of texts with ids: the facts of trades, and the terms in them. The audit finds them correct. */

/** `w`: a copy of a whole world. `h`: a copy of the own history, in which the own ids stay. */
export type Kind = 'w' | 'h';

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Copies are one millisecond apart, as ids follow each other in production. The rest of the id is the copy's own. */
const ID_OF_COPY = `overlay(overlay(md5(p_id || p_kind || k)
  PLACING lpad(to_hex(('x' || left(replace(p_id, '-', ''), 12))::bit(48)::bigint + k), 12, '0') || '7' FROM 1 FOR 13)
  PLACING '8' FROM 17 FOR 1)::uuid`;

/** Stores the present facts as the template, and creates the functions of the copies. The other tables are there. */
export async function keepFacts(db: Connection): Promise<void> {
  const own = ['principal', 'agent', 'human'].map((of) => `SELECT ${of}_id AS id FROM template.${of}`);
  for (const text of [
    `CREATE FUNCTION template.parts (p_text text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
      SELECT string_to_array(regexp_replace(p_text, '(${UUID})', E'\\n\\\\1\\n', 'g'), E'\\n') $$`,
    'CREATE TABLE template.trade_fact AS SELECT *, template.parts(body) AS parts FROM trade_fact',
    `CREATE TABLE template.own AS ${own.join(' UNION ')}`,
    `CREATE FUNCTION template.id (p_id text, p_kind text, k bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT ${ID_OF_COPY} $$`,
    `CREATE FUNCTION template.text (p_parts text[], p_kind text, k bigint) RETURNS text LANGUAGE sql STABLE AS $$
      SELECT string_agg(CASE WHEN n % 2 = 1 OR (p_kind = 'h' AND part::uuid IN (SELECT id FROM template.own)) THEN part
        ELSE template.id(part, p_kind, k)::text END, '' ORDER BY n)
      FROM unnest(p_parts) WITH ORDINALITY p (part, n) $$`,
    'CREATE AGGREGATE template.chain (text) (sfunc = trade_fact_sha256, stype = bytea)',
  ]) {
    await db.query({ text });
  }
}

/** The SQL of the id of a copy. */
export const copiedId = (id: string, kind: Kind): string => `template.id(${id}::text, '${kind}', k)`;

/** The SQL of the copy of a text with ids. */
export const copiedText = (text: string, kind: Kind): string => copiedParts(`template.parts(${text}::text)`, kind);

/** The SQL of the copy of a text that is split at its ids. */
const copiedParts = (parts: string, kind: Kind): string => `template.text(${parts}, '${kind}', k)`;

/** Inserts the copies `from` to `to` of all facts. The digests of each trade are computed again. */
export async function copyFacts(db: Connection, from: number, to: number, kind: Kind): Promise<void> {
  await db.query({
    text: `INSERT INTO trade_fact (trade_id, fact_no, body, sha256)
      SELECT trade_id, fact_no, body, template.chain(body) OVER (PARTITION BY trade_id ORDER BY fact_no)
      FROM (SELECT ${copiedId('t.trade_id', kind)} AS trade_id, t.fact_no, ${copiedParts('t.parts', kind)} AS body
        FROM generate_series(${String(from)}, ${String(to)}) k CROSS JOIN template.trade_fact t) f`,
  });
}
