import { Validator } from '../validator';
import { MAX_STAMPS } from '../ledger/stamps';
import { MAX_QUOTA, type QuotaInput, quotaNames, quotas, type Quotas } from './quotas';

/** The economic anchor: the limits of a principal, which an operator sets. */
export interface EconomicAnchor extends Quotas {
  readonly maxOpenTrades: number;
  readonly bondLimitStamps: bigint;
  readonly dailySpendLimitStamps: bigint;
}

/** The limits of a new principal. Its quotas are settings. */
export const defaultAnchor: Omit<EconomicAnchor, keyof Quotas> = {
  maxOpenTrades: 20,
  bondLimitStamps: 1_000_000n,
  dailySpendLimitStamps: 1_000_000n,
};

/** A change of the anchor. Absent fields stay unchanged. */
export interface AnchorInput extends QuotaInput {
  readonly max_open_trades?: number | null | undefined;
  readonly bond_limit_stamps?: number | bigint | null | undefined;
  readonly daily_spend_limit_stamps?: number | bigint | null | undefined;
}

/** Far above every real use; fits into `integer` of PostgreSQL and `Int` of GraphQL. */
const MAX_OPEN_TRADES = 1_000_000;

/** Checks a name of 1 to 120 characters, of which one is visible. @throws Refusal 400 `validation_failed` */
export function readDisplayName(name: string): string {
  const check = new Validator();
  check.text('/display_name', name, { min: 1, max: 120 });
  check.done();
  return name;
}

/** Parses a change of the anchor. The limit 0 stops the principal, and null is invalid. @throws Refusal 400 `validation_failed` */
export function readAnchor(input: AnchorInput): Partial<EconomicAnchor> {
  const check = new Validator();
  // No limit has a default after its first value, so null would mean nothing.
  const others = quotas.map((name) => quotaNames[name]);
  for (const name of ['max_open_trades', 'bond_limit_stamps', 'daily_spend_limit_stamps', ...others] as const) {
    check.that(input[name] !== null, `/${name}`, 'must not be null');
  }
  const trades = input.max_open_trades ?? undefined;
  const bond = input.bond_limit_stamps ?? undefined;
  const spend = input.daily_spend_limit_stamps ?? undefined;
  const stamps = { min: 0, max: Number(MAX_STAMPS) };
  if (trades !== undefined) check.int('/max_open_trades', trades, { min: 0, max: MAX_OPEN_TRADES });
  if (bond !== undefined) check.int('/bond_limit_stamps', bond, stamps);
  if (spend !== undefined) check.int('/daily_spend_limit_stamps', spend, stamps);
  const changed = quotas.flatMap((name) => {
    const value = input[quotaNames[name]] ?? undefined;
    if (value === undefined) return [];
    check.int(`/${quotaNames[name]}`, value, { min: 0, max: MAX_QUOTA });
    return [[name, value] as const];
  });
  check.done();
  return {
    ...(Object.fromEntries(changed) as Partial<Quotas>),
    ...(trades !== undefined && { maxOpenTrades: trades }),
    ...(bond !== undefined && { bondLimitStamps: BigInt(bond) }),
    ...(spend !== undefined && { dailySpendLimitStamps: BigInt(spend) }),
  };
}
