import { invalidMember } from '../../domain/errors/errors';
import type { CounterpartyStrategy } from '../../operations/sandbox';
import type { ConsumerConduct, ProviderConduct } from './conduct';

/** The conduct of each strategy on each side of a trade. Null: the strategy does not exist on that side. */
const CONDUCTS: Readonly<
  Record<CounterpartyStrategy, { readonly provide: ProviderConduct | null; readonly consume: ConsumerConduct | null }>
> = {
  honest: { provide: 'honest', consume: 'honest' },
  silent: { provide: 'silent', consume: 'silent' },
  late: { provide: 'late', consume: 'late' },
  withdrawing: { provide: 'withdraws', consume: null },
  hollow: { provide: 'hollow', consume: null },
  short: { provide: 'short', consume: null },
  false_failure: { provide: null, consume: 'false_failure' },
  false_shortfall: { provide: null, consume: 'false_shortfall' },
  countering: { provide: 'counters', consume: 'counters' },
};

export type Conduct =
  | { readonly side: 'provide'; readonly kind: ProviderConduct }
  | { readonly side: 'consume'; readonly kind: ConsumerConduct };

/** @throws Refusal 400 `validation_failed` for a strategy that the side does not have */
export function conductOf(strategy: CounterpartyStrategy, side: 'provide' | 'consume'): Conduct {
  const { provide, consume } = CONDUCTS[strategy];
  if (side === 'provide' && provide !== null) return { side, kind: provide };
  if (side === 'consume' && consume !== null) return { side, kind: consume };
  throw invalidMember('/strategy', `does not exist for the side ${side}: choose the other side`);
}
