import type { FailureCause, FailureClass } from '../../../src/domain/types';
import type { Finding } from '../../../src/ledger/audit';
import { ledgerHead } from '../../../src/ledger/proofs/seals';
import type { Settings } from '../../../src/settings/settings';
import { balancesOf } from '../../../src/ledger/ledger';
import type { Actor, Deal, SimulationState } from '../agents/state';
import type { Side } from '../model/strategies';
import { costOf, valueOf } from '../model/utility';
import type { Party } from '../world/parties';
import { gainOf, gainOver, type Gain } from './gains';
import { gainOfChain, loadStored, type Stored } from './stored';

/** Parameters of the run. */
export interface Run {
  readonly principals: number;
  readonly days: number;
  readonly seed: number;
  /** Share of rebutted disputes that the operators miss, 0 to 1. */
  readonly missed: number;
  /** Settlement policy of the trades. */
  readonly policy: string;
  /** `disputeBurnBps` of the terms. */
  readonly burn: number;
  /** The mean cost of all work, as a share of the market's average value. */
  readonly cost: number;
}

/** Totals of one place over all of its principals, in stamps and in work worth stamps. */
export interface Holder {
  readonly index: number;
  readonly segment: string;
  readonly side: Side;
  readonly strategy: string;
  readonly partner: number | null;
  /** Change of its stamps, without purchases. */
  readonly stamps: number;
  readonly cost: number;
  readonly value: number;
  readonly trades: number;
  /** One entry for each trade with a breach: its expected gain over the cheapest conduct that keeps the word. */
  readonly gains: readonly number[];
  /** Expected gains over all of the work. */
  readonly gainsOverAll: readonly number[];
}

export interface Settled {
  /** Day of the simulation, from 0. */
  readonly day: number;
  readonly failureClass: FailureClass | null;
  readonly failureCause: FailureCause | null;
  readonly faultOf: Side | null;
  readonly price: number;
  readonly slashed: number;
}

/** A run as plain data. The same seed gives the same data. */
export interface Result {
  readonly run: Run;
  readonly holders: readonly Holder[];
  readonly settled: readonly Settled[];
  /** Private trades of colluding pairs, chains with accomplices and other trades that are not in `settled`. */
  readonly aside: number;
  /** Change of the stamps of principals without a place, without purchases. */
  readonly victims: number;
  readonly needs: { readonly served: number; readonly lost: number };
  readonly calls: readonly (readonly [what: string, times: number])[];
  /** Balances by kind of account. Their sum is zero. */
  readonly accounts: readonly (readonly [kind: string, stamps: number])[];
  /** Income of the fee account by kind of transfer. */
  readonly fees: readonly (readonly [kind: string, stamps: number])[];
  readonly findings: readonly Finding[];
  /** Hash of the newest sealed block. It covers all journals with their ids and instants. */
  readonly ledgerHead: string;
  /** Settings of the platform. */
  readonly terms: PlatformTerms;
  /** Trades in which both sides kept their word, and those among them with a wrong result. */
  readonly honestTrades: { readonly trades: number; readonly off: number };
}

export type PlatformTerms = Pick<Settings, 'bondBps' | 'activationFeeBps' | 'coverageThresholdBps'>;

const DAY = 86_400_000;
const sides = ['provider', 'consumer'] as const;

export async function collectResult(run: Run, state: SimulationState, findings: readonly Finding[]): Promise<Result> {
  const { world, deals, needs, ends } = state;
  const { principals, days, seed, missed, policy, burn, cost } = run;
  const begins = ends - days * DAY;
  const settled = deals.flatMap(({ end, price }): Settled[] => {
    if (end === null) return [];
    const { at, ...rest } = end;
    return [{ day: Math.floor((at - begins) / DAY), price, ...rest }];
  });
  const [count] = await world.store.query<{ trades: bigint }>({ text: 'SELECT count(*) AS trades FROM trade' });
  const byKind = (text: string) => amounts(state, text);
  return {
    run: { principals, days, seed, missed, policy, burn, cost },
    holders: await holders(state),
    settled,
    aside: Number(count?.trades ?? 0n) - settled.length,
    victims: await gainOfVictims(state),
    needs: {
      served: needs.filter(({ state }) => state === 'served').length,
      lost: needs.filter(({ state }) => state !== 'served').length,
    },
    calls: [...world.calls].sort(([a], [b]) => (a < b ? -1 : 1)),
    accounts: await byKind(
      `SELECT kind, sum(balance) AS stamps FROM ledger_account JOIN ledger_balance USING (account_id)
       GROUP BY kind ORDER BY kind`,
    ),
    fees: await byKind(
      `SELECT j.kind, sum(p.amount) AS stamps FROM ledger_journal j JOIN ledger_posting p USING (journal_id)
       JOIN ledger_account a ON a.account_id = p.credit_account_id AND a.kind = 'platform_fee'
       GROUP BY j.kind ORDER BY j.kind`,
    ),
    findings,
    ledgerHead: (await ledgerHead(world.store)) ?? '',
    terms: termsOf(state),
    honestTrades: keptIn(state),
  };
}

function termsOf({ world }: SimulationState): PlatformTerms {
  const { bondBps, activationFeeBps, coverageThresholdBps } = world.services.settings;
  return { bondBps, activationFeeBps, coverageThresholdBps };
}

async function amounts({ world }: SimulationState, text: string): Promise<[string, number][]> {
  const rows = await world.store.query<{ kind: string; stamps: string }>({ text });
  return rows.map(({ kind, stamps }) => [kind, Number(stamps)]);
}

type Balances = Awaited<ReturnType<typeof balancesOf>>;

/** The change of the stamps of a principal, without its purchases. */
function gainedBy({ principalId, bought }: Party, balances: Balances): number {
  const { ticketStamps = 0n, bondAvailableStamps = 0n } = balances.get(principalId) ?? {};
  return Number(ticketStamps + bondAvailableStamps) - bought;
}

async function holders(state: SimulationState): Promise<Holder[]> {
  const { world, actors, deals } = state;
  const stored = await loadStored(state);
  const parties = actors.flatMap((actor) => actor.parties);
  const balances = await balancesOf(
    world.store,
    parties.map(({ principalId }) => principalId),
  );
  const inOrder = [...actors].sort((a, b) => a.place.index - b.place.index);
  return inOrder.map((actor) => {
    const { index, segment, strategy, partner } = actor.place;
    const own = deals.filter((deal) => deal[segment.side] === actor && deal.tradeKey !== null);
    const has = actor.parties.map((party) => gainedBy(party, balances));
    const gains = gainsOf(state, actor, own, stored);
    const total = (of: (deal: Deal) => number) => own.reduce((sum, deal) => sum + of(deal), 0);
    return {
      index,
      segment: segment.name,
      side: segment.side,
      strategy: strategy.name,
      partner,
      stamps: has.reduce((sum, one) => sum + one, 0),
      cost: segment.side === 'provider' ? total(({ steps }) => costOf(steps)) : 0,
      value: segment.side === 'consumer' ? total(({ steps }) => valueOf(steps)) : 0,
      trades: own.length,
      gains: gains.map(({ overWord }) => overWord),
      gainsOverAll: gains.map(({ overAll }) => overAll),
    };
  });
}

/** The gains of an actor in its broken trades, its chains included. */
function gainsOf(state: SimulationState, actor: Actor, deals: readonly Deal[], stored: Stored): Gain[] {
  const { side } = actor.place.segment;
  const broken = deals.filter(({ plans }) => plans[side].broke);
  const gains = broken.map((deal) => gainOf(state, deal, side, stored.evidence)).filter((gain) => gain !== null);
  const own = new Set(actor.parties.map(({ principalId }) => principalId));
  const chains = state.chains
    .filter((chain) => chain.actor === actor)
    .map((chain) =>
      gainOfChain(
        state,
        chain,
        stored.sides.filter((one) => one.tradeKey === chain.tradeKey),
        own,
      ),
    );
  return [...gains, ...chains];
}

function keptIn(state: SimulationState): Result['honestTrades'] {
  const both = state.deals.filter(({ plans, end }) => end !== null && !plans.provider.broke && !plans.consumer.broke);
  const isOff = (deal: Deal): boolean => sides.some((side) => gainOver(state, deal, side, 'all') !== 0);
  return { trades: both.length, off: both.filter(isOff).length };
}

async function gainOfVictims({ world, victims }: SimulationState): Promise<number> {
  const balances = await balancesOf(
    world.store,
    victims.map(({ principalId }) => principalId),
  );
  return victims.reduce((sum, party) => sum + gainedBy(party, balances), 0);
}
