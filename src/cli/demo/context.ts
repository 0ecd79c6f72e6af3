import type { TradingEvent } from '../../client';
import { nameOf } from './event-inbox';
import type { Balances, DemoParty } from './party';
import { signed, stamps, type Printer } from './printer';

export interface DemoContext {
  readonly provider: DemoParty;
  readonly consumer: DemoParty;
  readonly printer: Printer;
  /** One kind of trade for each run: parties of another run are no counterparties. */
  readonly tradeProfile: string;
}

/** Both must hear it, each on its own socket; answers what each heard, the provider first. */
export async function waitForBoth(
  { provider, consumer, printer: stage }: DemoContext,
  type: string,
  subjectKey: string,
  data?: Readonly<Record<string, unknown>>,
): Promise<readonly [TradingEvent, TradingEvent]> {
  const hear = (party: DemoParty): Promise<TradingEvent> => {
    if (!party.inbox) throw new Error(`${party.name} does not listen yet`);
    return party.inbox.waitFor(type, subjectKey, data);
  };
  const heard = await Promise.all([hear(provider), hear(consumer)]);
  stage.line('both heard', nameOf(type));
  return heard;
}

export type BalanceSnapshot = readonly [Balances, Balances];

const COLUMNS = ['walletStamps', 'ticketBalanceStamps', 'bondAvailableStamps', 'bondReservedStamps'] as const;

/** Prints the balances of both, beside each what it differs by from the reading before. */
export async function showBalances(
  { provider, consumer, printer: stage }: DemoContext,
  before?: BalanceSnapshot,
): Promise<BalanceSnapshot> {
  const now: BalanceSnapshot = [await provider.balances(), await consumer.balances()];
  const rows = [provider, consumer].map((party, index): [string, ...string[]] => {
    const cells = COLUMNS.map((column) => {
      const amount = now[index]?.[column] ?? 0;
      const change = before === undefined ? 0 : amount - (before[index]?.[column] ?? 0);
      return change === 0 ? stamps(amount) : `${stamps(amount)} (${signed(change)})`;
    });
    return [party.name, ...cells];
  });
  stage.entry('');
  stage.table(['balances', 'wallet', 'tickets', 'bond available', 'bond reserved'], rows);
  return now;
}

interface OwnSide {
  readonly paid_stamps: number;
  readonly received_stamps: number;
  readonly fees_stamps: number;
  readonly bond_released_stamps: number;
  readonly bond_slashed_stamps: number;
  readonly compensation_stamps: number;
}

const WORDS: readonly (readonly [keyof OwnSide, string])[] = [
  ['received_stamps', 'received'],
  ['compensation_stamps', 'compensation'],
  ['paid_stamps', 'paid'],
  ['fees_stamps', 'fees'],
  ['bond_slashed_stamps', 'bond slashed'],
  ['bond_released_stamps', 'bond back'],
];

/** What the terminal event told that party about its own side of the settlement. */
export function ownSide(event: TradingEvent): string {
  const own = (event.data['settlement'] as { own?: OwnSide } | undefined)?.own;
  if (!own) throw new Error(`${nameOf(event.type)} ${event.id} does not say what was settled`);
  const parts = WORDS.filter(([name]) => own[name] > 0).map(([name, word]) => `${word} ${stamps(own[name])}`);
  const change =
    own.received_stamps + own.compensation_stamps - own.paid_stamps - own.fees_stamps - own.bond_slashed_stamps;
  return `${parts.join(', ')}: ${signed(change)} in all`;
}
