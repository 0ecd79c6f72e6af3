import { applyEffects } from '../../src/database/repositories/decisions';
import { checks } from '../../src/ledger/audit';
import type { Database } from '../../src/database/transactions/database';
import type { Party, TradeScenario } from '../unit/domain/setup';
import { buy, type Connection, newId } from './ledger';

/**
 * The checks of a replayed trade.
 *
 * It has no revision, no operator acts and a planned fault history, so F3, F4 and F6 have nothing to compare.
 */
export const replayedChecks = checks.filter(({ id }) => !['F3', 'F4', 'F6'].includes(id));

/** Replays trades, which a test played in memory, on a database. */
export class Stage {
  private readonly listing = newId();

  private constructor(
    private readonly store: Database,
    private readonly host: Party,
  ) {}

  /** Inserts the parties with an agent and a million tickets each. */
  static async set(owner: Connection, store: Database, parties: readonly [Party, ...Party[]]): Promise<Stage> {
    for (const { id, agent } of parties) {
      await owner.sql(`INSERT INTO principal VALUES ($1, 'P', 100, 1000000, 1000000, now())`, id);
      await owner.sql(
        `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
         VALUES ($1, $2, '{}', '{}', false, false, false, '{}', now())`,
        agent,
        id,
      );
      await owner.sql(`INSERT INTO webhook_signing_key VALUES ($1, 1, '', '', now())`, agent);
      await buy(owner, id, 1_000_000n);
    }
    const [host] = parties;
    const stage = new Stage(store, host);
    await owner.sql(
      `INSERT INTO listing (listing_id, principal_id, agent_id, trade_profile, side, title, description, tags, price_stamps, steps, state, created_at, updated_at)
       VALUES ($1, $2, $3, 'test/v1', 'provide', 'T', '', '{}', 1, '[]', 'active', now(), now())`,
      stage.listing,
      host.id,
      host.agent,
    );
    await owner.sql('SELECT authority_import_facts()');
    return stage;
  }

  /** Returns the id of the trade. */
  async play(world: TradeScenario): Promise<string> {
    for (const [at, effects] of world.applied.entries()) {
      await this.store.inTransaction(async (tx) => {
        const matchRunId = effects.proposals?.[0]?.matchRunId;
        if (at === 0 && matchRunId !== undefined) {
          const run = { matchRunId, principalId: this.host.id, listingId: this.listing, state: 'completed' } as const;
          await applyEffects(tx, { matchRuns: [{ ...run, candidatesConsidered: 1, createdAt: tx.now }] });
        }
        await applyEffects(tx, effects);
      });
    }
    return world.data.trade.tradeId;
  }
}
