import type { TradesQueryVariables } from '../../api/document-types';
import { instantOf } from '../trading/span';
import type { SettlementOutcome, TradeOrderField, TradeState } from '../../../../client/src/schema';

type Filter = NonNullable<TradesQueryVariables['filter']>;
type Order = NonNullable<TradesQueryVariables['orderBy']>;

/** The filters in the address of the page. */
export type Filters = Readonly<Record<string, string | undefined>>;

export const openStates = ['BOND_RESERVED', 'EXECUTING', 'CONFIRMING'] as const satisfies readonly TradeState[];
export const settledStates = ['COMPLETED', 'FAILED', 'COMPENSATED'] as const satisfies readonly TradeState[];
export const outcomes = ['COMPLETED', 'COMPENSATED', 'FAILED'] as const satisfies readonly SettlementOutcome[];

interface View {
  readonly filter: Filter;
  readonly field: TradeOrderField;
  /** The states among which the state filter chooses. */
  readonly states: readonly TradeState[];
}

const OPEN: View = { filter: { states: openStates }, field: 'NEXT_DEADLINE_AT', states: openStates };
const VIEWS: Readonly<Record<string, View>> = {
  '': OPEN,
  awaiting: { ...OPEN, filter: { states: openStates, awaitingMe: true } },
  settled: { filter: { states: settledStates }, field: 'SETTLED_AT', states: settledStates },
  all: { filter: {}, field: 'CREATED_AT', states: [...openStates, ...settledStates] },
};

export function viewOf({ view = '' }: Filters): View {
  return VIEWS[view] ?? OPEN;
}

function oneOf<Code extends string>(codes: readonly Code[], value: string | undefined): Code | undefined {
  return codes.find((code) => code === value);
}

/** The arguments of the list that the address selects. */
export function selectionOf(filters: Filters): { readonly filter: Filter; readonly orderBy: Order } {
  const { filter, field, states } = viewOf(filters);
  const state = oneOf(states, filters['state']);
  const outcome = oneOf(outcomes, filters['outcome']);
  const dueBefore = instantOf(filters['due']);
  const { profile, with: counterpartyKey } = filters;
  return {
    filter: {
      ...filter,
      ...(state !== undefined && { states: [state] }),
      ...(outcome !== undefined && { outcomes: [outcome] }),
      ...(dueBefore !== null && { dueBefore }),
      ...(profile !== undefined && { tradeProfile: profile }),
      ...(counterpartyKey !== undefined && { counterpartyKey }),
    },
    orderBy: { field },
  };
}
