import { idFromKeyOrUuid } from '../keys';
import { MAX_STAMPS } from '../ledger/stamps';
import { YEAR_10000 } from '../time';
import { checkProfile } from '../market/listing-input';
import { Validator } from '../validator';
import type { BudgetPeriod, MandateLimits } from './mandate';

/** A mandate as an owner sets it. */
export interface MandateInput {
  readonly per_trade_stamps?: number | bigint | null | undefined;
  readonly budget_stamps?: number | bigint | null | undefined;
  readonly budget_period?: BudgetPeriod | null | undefined;
  readonly bond_stamps?: number | bigint | null | undefined;
  readonly max_open_trades?: number | null | undefined;
  readonly counterparties?: readonly string[] | null | undefined;
  readonly trade_profiles?: readonly string[] | null | undefined;
  readonly min_settled_trades?: number | null | undefined;
  readonly approval_above_stamps?: number | bigint | null | undefined;
  readonly valid_until?: Date | null | undefined;
}

const MAX_COUNT = 1_000_000;
// Each change of a mandate stores its lists for good, so they are short.
const MAX_COUNTERPARTIES = 200;
const MAX_PROFILES = 50;

/** Parses the limits of a mandate. @throws Refusal 400 `validation_failed` */
export function parseMandate(input: MandateInput, now: Date): MandateLimits {
  const check = new Validator();
  for (const name of ['per_trade_stamps', 'budget_stamps', 'bond_stamps', 'approval_above_stamps'] as const) {
    const value = input[name];
    if (value != null) check.int(`/${name}`, value, { min: 0, max: Number(MAX_STAMPS) });
  }
  for (const name of ['max_open_trades', 'min_settled_trades'] as const) {
    const value = input[name];
    if (value != null) check.int(`/${name}`, value, { min: 0, max: MAX_COUNT });
  }
  const { counterparties, trade_profiles: profiles, valid_until: endsAt } = input;
  if (counterparties != null) check.count('/counterparties', counterparties, { min: 1, max: MAX_COUNTERPARTIES });
  const principals = counterparties?.map((key, index) => {
    const id = idFromKeyOrUuid('prn', key);
    if (id === undefined) check.addError(`/counterparties/${String(index)}`, 'must be the key of a principal');
    return id ?? '';
  });
  if (principals && check.ok) check.unique('/counterparties', '', principals);
  if (profiles != null) {
    check.count('/trade_profiles', profiles, { min: 1, max: MAX_PROFILES });
    profiles.forEach((profile, index) => checkProfile(check, `/trade_profiles/${String(index)}`, profile));
    check.unique('/trade_profiles', '', profiles);
  }
  const end = endsAt?.getTime();
  check.that(end === undefined || end > now.getTime(), '/valid_until', 'must be in the future');
  check.that(end === undefined || end < YEAR_10000, '/valid_until', 'must be before the year 10000');
  check.done();
  const stamps = (value: number | bigint | null | undefined): bigint | null => (value == null ? null : BigInt(value));
  return {
    perTradeStamps: stamps(input.per_trade_stamps),
    budgetStamps: stamps(input.budget_stamps),
    budgetPeriod: input.budget_period ?? 'total',
    bondStamps: stamps(input.bond_stamps),
    maxOpenTrades: input.max_open_trades ?? null,
    counterparties: principals ?? null,
    tradeProfiles: profiles ?? null,
    minSettledTrades: input.min_settled_trades ?? null,
    approvalAboveStamps: stamps(input.approval_above_stamps),
    endsAt: endsAt ?? null,
  };
}
