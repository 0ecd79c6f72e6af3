import { Validator } from '../validator';
import { MAX_STAMPS } from '../ledger/stamps';

/** The economic anchor: the bounds an operator sets. Amounts in stamps. */
export interface EconomicAnchor {
  readonly maxOpenTrades: number;
  readonly bondLimitStamps: bigint;
  readonly dailySpendLimitStamps: bigint;
}

/** Source: contract §7, Principal. */
export const defaultAnchor: EconomicAnchor = {
  maxOpenTrades: 20,
  bondLimitStamps: 1_000_000n,
  dailySpendLimitStamps: 1_000_000n,
};

/** Any of the anchor's fields; what is left out stays. */
export interface AnchorInput {
  readonly max_open_trades?: number | null | undefined;
  readonly bond_limit_stamps?: number | bigint | null | undefined;
  readonly daily_spend_limit_stamps?: number | bigint | null | undefined;
}

/** Far above any use, and an `integer` to PostgreSQL and a GraphQL `Int`. */
const MAX_OPEN_TRADES = 1_000_000;

/** Throws 400 `validation_failed` unless the name has 1–120 characters, not all of them white space. Given back as it came. */
export function readDisplayName(name: string): string {
  const check = new Validator();
  if (check.text('/display_name', name, { min: 1, max: 120 })) {
    check.that(name.trim() !== '', '/display_name', 'must not be blank');
  }
  check.done();
  return name;
}

/** What the operator changes of an anchor. 0 is allowed: it stops the principal. Throws 400 `validation_failed`. */
export function readAnchor(input: AnchorInput): Partial<EconomicAnchor> {
  const check = new Validator();
  const trades = input.max_open_trades ?? undefined;
  const bond = input.bond_limit_stamps ?? undefined;
  const spend = input.daily_spend_limit_stamps ?? undefined;
  const stamps = { min: 0, max: Number(MAX_STAMPS) };
  if (trades !== undefined) check.int('/max_open_trades', trades, { min: 0, max: MAX_OPEN_TRADES });
  if (bond !== undefined) check.int('/bond_limit_stamps', bond, stamps);
  if (spend !== undefined) check.int('/daily_spend_limit_stamps', spend, stamps);
  check.done();
  return {
    ...(trades !== undefined && { maxOpenTrades: trades }),
    ...(bond !== undefined && { bondLimitStamps: BigInt(bond) }),
    ...(spend !== undefined && { dailySpendLimitStamps: BigInt(spend) }),
  };
}
