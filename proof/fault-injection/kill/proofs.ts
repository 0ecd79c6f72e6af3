import { audit } from '../../../src/ledger/audit';
import type { Connection } from '../../../test/support/ledger';
import { balances, type Party, until } from '../../../test/support/actors';
import { type Call, sendOnce } from './caller';
import { FIRST_FUNDS, FUNDED_A_LIFE, type Pair, RETURNED_A_LIFE, STARTER, TRADES_A_LIFE } from './lives';

/** What must be so after lives that were disturbed. Not a test. */

/** Until every trade is settled, every event told, every journal folded and sealed. */
export async function everythingSettledToldAndSealed(db: Connection, withinMs = 30_000): Promise<void> {
  const text = `SELECT (SELECT count(*) FROM trade WHERE settled_at IS NULL) + (SELECT count(*) FROM ledger_deferred)
      + (SELECT count(*) FROM ledger_unsealed) + (SELECT count(*) FROM event WHERE sequence IS NULL) AS waiting`;
  await until(
    () => db.sql<{ waiting: bigint }>(text),
    ([row]) => row?.waiting === 0n,
    withinMs,
  );
}

/** Stamps of the pair's principals, tickets and bond, and those in the consumer's wallet; nothing is reserved. */
export async function worthOf({
  provider,
  consumer,
}: Pair): Promise<Record<'provider' | 'consumer' | 'wallet', number>> {
  const worth = async (side: Pair['provider']): Promise<number> => {
    const { ticketBalanceStamps, bondAvailableStamps, bondReservedStamps } = await balances(side as Party);
    expect(bondReservedStamps).toBe(0);
    return ticketBalanceStamps + bondAvailableStamps;
  };
  const { wallet } = await consumer.owner.query<{ wallet: { balanceStamps: number } }>('{ wallet { balanceStamps } }');
  return { provider: await worth(provider), consumer: await worth(consumer), wallet: wallet.balanceStamps };
}

/** Sends every call again with its key; those of which the effect or the answer is not there any more. */
export async function repeated(calls: readonly Call[]): Promise<object[]> {
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
 * The audit finds nothing, and there is one row of everything for every call that made it.
 * @param starters packs that were bought, beside the pairs' first funds
 */
export async function provedClean(
  db: Connection,
  { lives, pairs, starters }: { readonly lives: number; readonly pairs: number; readonly starters: number },
): Promise<void> {
  expect(await audit(db)).toEqual([]);
  const [counts] = await db.sql(
    `SELECT (SELECT count(*) FROM trade) AS trades, (SELECT count(*) FROM settlement) AS settlements, (SELECT count(*) FROM listing) AS listings,
         (SELECT count(*) FROM ledger_journal WHERE kind = 'wallet_fund') AS funded, (SELECT count(*) FROM ledger_journal WHERE kind = 'wallet_return') AS returned,
         (SELECT count(*) FROM match_run) AS runs, (SELECT count(*) FROM proposal_revision) AS revisions,
         (SELECT sum(tickets_stamps)::bigint FROM ticket_purchase WHERE status = 'credited') AS credited,
         (SELECT sum(e.amount)::bigint FROM ledger_entry e JOIN ledger_account a USING (account_id) WHERE a.kind = 'stripe_clearing') AS clearing`,
  );
  const trades = BigInt(lives * TRADES_A_LIFE);
  const credited = BigInt(FIRST_FUNDS * 3 * pairs + STARTER * starters);
  expect(counts).toEqual({
    trades,
    settlements: trades,
    listings: trades * 2n,
    funded: BigInt(lives * FUNDED_A_LIFE),
    returned: BigInt(lives * RETURNED_A_LIFE),
    runs: trades,
    revisions: trades * 2n,
    credited,
    clearing: -credited,
  });
}
