import type { TradingEvent } from '../../client';
import { nameOf } from './event-inbox';
import type { Balances, Party } from './party';
import { signed, stamps, type Stage } from './printer';

export interface Company {
  readonly provider: Party;
  readonly consumer: Party;
  readonly stage: Stage;
  /** One kind of trade for each run: parties of another run are no counterparties. */
  readonly tradeProfile: string;
}

/** Both must hear it, each on its own socket; answers what each heard, the provider first. */
export async function bothHear(
  { provider, consumer, stage }: Company,
  type: string,
  subjectKey: string,
  data?: Readonly<Record<string, unknown>>,
): Promise<readonly [TradingEvent, TradingEvent]> {
  const hear = (party: Party): Promise<TradingEvent> => {
    if (!party.ear) throw new Error(`${party.name} does not listen yet`);
    return party.ear.hear(type, subjectKey, data);
  };
  const heard = await Promise.all([hear(provider), hear(consumer)]);
  stage.said('both heard', nameOf(type));
  return heard;
}

export type Readings = readonly [Balances, Balances];

const COLUMNS = ['walletStamps', 'ticketBalanceStamps', 'bondAvailableStamps', 'bondReservedStamps'] as const;

/** Prints the balances of both, beside each what it differs by from the reading before. */
export async function showBalances({ provider, consumer, stage }: Company, before?: Readings): Promise<Readings> {
  const now: Readings = [await provider.balances(), await consumer.balances()];
  const rows = [provider, consumer].map((party, index): [string, ...string[]] => {
    const cells = COLUMNS.map((column) => {
      const amount = now[index]?.[column] ?? 0;
      const change = before === undefined ? 0 : amount - (before[index]?.[column] ?? 0);
      return change === 0 ? stamps(amount) : `${stamps(amount)} (${signed(change)})`;
    });
    return [party.name, ...cells];
  });
  stage.line('');
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
