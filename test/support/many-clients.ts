import type { MatchCandidate } from '../../src/domain/market/matching';
import type { Listing, ListingSide } from '../../src/domain/types';
import { decode } from '../../src/database/sql/codec';
import { type Connection, newId } from './ledger';

/** Creates markets with many listings by SQL; not a test. */

export interface Stall {
  readonly price: number;
  readonly tags: readonly string[];
  /** The index of the principal in the crowd. */
  readonly principal: number;
  readonly expired?: boolean;
}

/** Principals with many agents each, and their records. */
export class Crowd {
  private constructor(
    private readonly db: Connection,
    readonly principalIds: readonly string[],
    private readonly agents: readonly (readonly string[])[],
  ) {}

  static async gather(db: Connection, records: readonly (readonly [trades: number, faults: number])[], each: number) {
    const principalIds = records.map(newId);
    const agents = records.map(() => Array.from({ length: each }, newId));
    await db.sql(
      `INSERT INTO principal SELECT p, 'Crowd', 20, 1000000, 1000000, now() FROM unnest($1::uuid[]) p`,
      principalIds,
    );
    for (const [index, [trades, faults]] of records.entries()) {
      await db.sql(
        `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
         SELECT a, $2, '{}', '{}', false, false, false, '{}', now() FROM unnest($1::uuid[]) a`,
        agents[index],
        principalIds[index],
      );
      if (trades === 0) continue;
      await db.sql(
        'INSERT INTO principal_record VALUES ($1, current_date, $2, $3)',
        principalIds[index],
        trades,
        faults,
      );
    }
    return new Crowd(db, principalIds, agents);
  }

  /** Inserts one listing for each stall, under ids in random order. */
  async offer(tradeProfile: string, side: ListingSide, stalls: readonly Stall[]): Promise<void> {
    const next = this.principalIds.map(() => 0);
    const rows = stalls.map(({ price, tags, principal, expired }) => {
      const agent_id = this.agents[principal]?.[(next[principal] = (next[principal] ?? 0) + 1)];
      return { price, tags, principal_id: this.principalIds[principal], agent_id, expired: expired === true };
    });
    await this.db.sql(
      `INSERT INTO listing SELECT gen_random_uuid(), r.principal_id, r.agent_id, $1, $2, 'Stall', '', r.tags, r.price,
         '[{"title": "Stall", "share_bps": 10000, "trade_profile": null}]', NULL, NULL, NULL,
         CASE WHEN r.expired THEN now() - interval '1 hour' END, 'active', now(), now()
       FROM jsonb_to_recordset($3::jsonb) r (price bigint, tags text[], principal_id uuid, agent_id uuid, expired boolean)`,
      tradeProfile,
      side,
      JSON.stringify(rows),
    );
  }

  /** All candidates of a market, as a full ranking needs them. */
  async candidates(tradeProfile: string): Promise<MatchCandidate[]> {
    const rows = await this.db.sql<{ trades: number; faults: number }>(
      `SELECT l.*, coalesce(r.settled, 0) AS trades, coalesce(r.faulted, 0) AS faults FROM listing l
       LEFT JOIN principal_record r ON r.principal_id = l.principal_id AND r.day = current_date
       WHERE l.trade_profile = $1 AND l.state = 'active' AND (l.expires_at IS NULL OR l.expires_at > now())`,
      tradeProfile,
    );
    return rows.map(({ trades, faults, ...row }) => ({ listing: decode<Listing>(row), trades, faults }));
  }
}
