import { audit } from '../../../src/ledger/audit';
import type { Connection } from '../../../test/support/ledger';
import { balances, type Party, until } from '../../../test/support/actors';
import { type Call, sendOnce } from './caller';
import {
  INITIAL_FUNDS,
  FUNDINGS_PER_SCENARIO,
  type Pair,
  RETURNS_PER_SCENARIO,
  STARTER,
  TRADES_PER_SCENARIO,
} from './trade-scenarios';

/** Checks that must hold after the scenarios were interrupted. */

/** Waits until all trades are settled, all events have a sequence, and all journals are folded and sealed. */
export async function waitUntilDrained(db: Connection, withinMs = 30_000): Promise<void> {
  const text = `SELECT (SELECT count(*) FROM trade WHERE settled_at IS NULL) + (SELECT count(*) FROM ledger_deferred)
      + (SELECT count(*) FROM ledger_unsealed) + (SELECT count(*) FROM event WHERE sequence IS NULL) AS waiting`;
  await until(
    () => db.sql<{ waiting: bigint }>(text),
    ([row]) => row?.waiting === 0n,
    withinMs,
  );
}

/** The stamps of both principals (tickets and bond) and of the consumer's wallet. Nothing may be reserved. */
export async function stampsOf({
  provider,
  consumer,
}: Pair): Promise<Record<'provider' | 'consumer' | 'wallet', number>> {
  const worth = async (side: Pair['provider']): Promise<number> => {
    const { ticketBalanceStamps, bondAvailableStamps, bondReservedStamps } = await balances(side as Party);
    expect(bondReservedStamps).toBe(0);
    return ticketBalanceStamps + bondAvailableStamps;
  };
  const { wallet } = await consumer.owner.queryOrThrow<{ wallet: { balanceStamps: number } }>(
    '{ wallet { balanceStamps } }',
  );
  return { provider: await worth(provider), consumer: await worth(consumer), wallet: wallet.balanceStamps };
}

/** Repeats every call with its key; returns the calls whose answer was not replayed unchanged. */
export async function findChangedAnswers(calls: readonly Call[]): Promise<object[]> {
  const differing: object[] = [];
  const rest = [...calls];
  const repeat = async (): Promise<void> => {
    for (let call = rest.pop(); call; call = rest.pop()) {
      const again = await sendOnce(call);
      const { status, text } = call.answer;
      if (again?.replayed !== true || again.status !== status || again.text !== text) {
        differing.push({ key: call.key, first: call.answer, again });
      }
    }
  };
  await Promise.all([repeat(), repeat(), repeat(), repeat()]);
  return differing;
}

/**
 * Checks that the audit finds nothing and that each call has created its rows once.
 * @param starters the packs bought beside the initial funds
 */
export async function assertBooksClean(
  db: Connection,
  { scenarios, pairs, starters }: { readonly scenarios: number; readonly pairs: number; readonly starters: number },
): Promise<void> {
  expect(await audit(db)).toEqual([]);
  const [counts] = await db.sql(
    `SELECT (SELECT count(*) FROM trade) AS trades, (SELECT count(*) FROM settlement) AS settlements, (SELECT count(*) FROM listing) AS listings,
         (SELECT count(*) FROM ledger_journal WHERE kind = 'wallet_fund') AS funded, (SELECT count(*) FROM ledger_journal WHERE kind = 'wallet_return') AS returned,
         (SELECT count(*) FROM match_run) AS runs, (SELECT count(*) FROM proposal_revision) AS revisions,
         (SELECT sum(tickets_stamps)::bigint FROM ticket_purchase WHERE status = 'credited') AS credited,
         (SELECT sum(e.amount)::bigint FROM ledger_entry e JOIN ledger_account a USING (account_id) WHERE a.kind = 'stripe_clearing') AS clearing`,
  );
  const trades = BigInt(scenarios * TRADES_PER_SCENARIO);
  const credited = BigInt(INITIAL_FUNDS * 3 * pairs + STARTER * starters);
  expect(counts).toEqual({
    trades,
    settlements: trades,
    listings: trades * 2n,
    funded: BigInt(scenarios * FUNDINGS_PER_SCENARIO),
    returned: BigInt(scenarios * RETURNS_PER_SCENARIO),
    runs: trades,
    revisions: trades * 2n,
    credited,
    clearing: -credited,
  });
}
