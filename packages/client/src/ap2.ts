import type { BudgetPeriod, Mandate, PutMandateInput, TicketPack } from './schema';

/**
 * Mandates as AP2 open payment mandates, and back (https://ap2-protocol.org/ap2/payment_mandate/, version `mandate.payment.open.1`).
 *
 * AP2 counts money, and a mandate counts stamps: the price of a ticket pack converts them. No conversion allows more than its
 * source: fractions are cut off. In AP2 `amount_range` is in minor units of the currency, and `budget` is in major units.
 */

/** The price of a number of stamps. Each ticket pack has it. */
export type StampPrice = Pick<TicketPack, 'currency' | 'priceMinor' | 'ticketStamps'>;

/** The limits of a mandate that AP2 can express. */
export type Ap2Limits = Pick<
  PutMandateInput,
  'perTradeStamps' | 'budgetStamps' | 'budgetPeriod' | 'maxOpenTrades' | 'counterparties' | 'validUntil'
>;

export interface FromAp2Options {
  readonly price: StampPrice;
  /** Constraints and members that need not be enforced, such as `payment.reference`, which every document has. */
  readonly ignore?: readonly string[];
  /** Default: now. */
  readonly now?: Date;
}

export interface ToAp2Options {
  readonly price: StampPrice;
  /** The key of the agent, as `cnf` of RFC 7800: `{ jwk: … }`. */
  readonly cnf: object;
  /** Digest of the open checkout mandate. AP2 requires it. */
  readonly conditionalTransactionId: string;
  /** Default: now. */
  readonly now?: Date;
}

/** An open payment mandate of AP2, without its signature. */
export interface Ap2Mandate {
  readonly vct: 'mandate.payment.open.1';
  readonly constraints: readonly Json[];
  readonly cnf: object;
  readonly iat: number;
  readonly exp?: number;
}

type Json = Readonly<Record<string, unknown>>;

/** A document that is no open payment mandate, or that limits what a mandate cannot limit. */
export class Ap2Error extends Error {
  override readonly name = 'Ap2Error';
}

const VERSION = 'mandate.payment.open.1';
// A mandate has no periods of two weeks, a quarter or a year.
const PERIODS: ReadonlyMap<unknown, BudgetPeriod> = new Map([
  ['DAILY', 'DAY'],
  ['WEEKLY', 'WEEK'],
  ['MONTHLY', 'MONTH'],
  ['ON_DEMAND', 'TOTAL'],
]);

/** Members with which a user fixes a part of the payment. */
const PRESETS = ['payee', 'payment_amount', 'payment_instrument', 'pisp', 'execution_date'] as const;

const notEnforced = (name: string): string =>
  `A mandate cannot enforce ${name}. If you accept this, add it to \`ignore\`.`;

/** Stamps that an amount in minor units buys. */
const toStamps = (minor: number, { priceMinor, ticketStamps }: StampPrice): number =>
  Number((BigInt(Math.floor(minor)) * BigInt(ticketStamps)) / BigInt(priceMinor));

/** The amount in minor units that stamps cost. */
const toMinor = (stamps: number, { priceMinor, ticketStamps }: StampPrice): number =>
  Number((BigInt(stamps) * BigInt(priceMinor)) / BigInt(ticketStamps));

/** Decimal places of a currency: 2 for USD. */
function placesOf(currency: string): number {
  const { maximumFractionDigits: places = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return places;
}

/**
 * Reads the limits of an AP2 open payment mandate, for `putMandate`.
 *
 * A mandate without `payment.agent_recurrence` is for one payment: it becomes one open trade and a budget of one payment. The
 * signature is not checked: the owner who calls `putMandate` is the authority.
 * @throws Ap2Error if a constraint is unknown, has other units, or cannot be enforced and is not in `ignore`
 */
export function mandateFromAp2(document: unknown, { price, ignore = [], now = new Date() }: FromAp2Options): Ap2Limits {
  const mandate = objectOf(document, 'The document');
  const { vct, constraints, exp } = mandate;
  if (vct !== VERSION) throw new Ap2Error(`The document is no open payment mandate: its vct must be ${VERSION}.`);
  if (!Array.isArray(constraints)) throw new Ap2Error('The document has no constraints.');
  for (const preset of PRESETS)
    if (mandate[preset] !== undefined && !ignore.includes(preset)) throw new Ap2Error(notEnforced(preset));
  const found = new Map<string, Json>();
  for (const one of constraints) {
    const constraint = objectOf(one, 'A constraint');
    const type = String(constraint['type']);
    if (ignore.includes(type)) continue;
    if (!Object.hasOwn(READERS, type)) throw new Ap2Error(notEnforced(type));
    if (found.has(type)) throw new Ap2Error(`The document has ${type} twice.`);
    found.set(type, constraint);
  }
  const reading: Reading = { price, now };
  const limits = [...found].map(([type, constraint]) => READERS[type]?.(constraint, reading) ?? {});
  const read: Ap2Limits = Object.assign({}, ...limits) as Ap2Limits;
  const ends = [read.validUntil, exp === undefined ? undefined : timeOf(numberOf(exp, 'exp') * 1_000, 'exp')];
  // All have one form, with a year of four digits, so the order of the texts is the one of the times.
  const [validUntil] = ends.filter((end) => end != null).sort();
  const limited = { ...read, ...(validUntil !== undefined && { validUntil }) };
  if (found.has('payment.agent_recurrence')) {
    if (read.budgetStamps === undefined) throw new Ap2Error('payment.agent_recurrence needs payment.budget.');
    return limited;
  }
  const most = [read.perTradeStamps, read.budgetStamps].filter((stamps) => stamps != null);
  if (most.length === 0) throw new Ap2Error('The document limits no amount: it needs payment.amount_range.');
  return { ...limited, budgetStamps: Math.min(...most), budgetPeriod: 'TOTAL', maxOpenTrades: 1 };
}

/**
 * Writes a mandate as an AP2 open payment mandate without a signature.
 *
 * AP2 cannot express the other limits: bonds, open trades, trade profiles, settled trades and approvals. The service enforces them
 * whatever the document says. @throws Ap2Error if the mandate has no budget, which AP2 needs for several payments
 */
export function mandateToAp2(
  mandate: Pick<Mandate, 'perTradeStamps' | 'budgetStamps' | 'budgetPeriod' | 'counterparties' | 'validUntil'>,
  { price, cnf, conditionalTransactionId, now = new Date() }: ToAp2Options,
): Ap2Mandate {
  const { perTradeStamps, budgetStamps, budgetPeriod, counterparties, validUntil } = mandate;
  const { currency } = price;
  if (budgetStamps === null) throw new Ap2Error('The mandate has no budget. AP2 needs one for several payments.');
  const budget = toMinor(budgetStamps, price);
  const [frequency] = [...PERIODS].find(([, period]) => period === budgetPeriod) ?? [];
  const range = perTradeStamps === null ? budget : toMinor(perTradeStamps, price);
  const constraints: Json[] = [
    { type: 'payment.reference', conditional_transaction_id: conditionalTransactionId },
    { type: 'payment.amount_range', currency, max: range },
    { type: 'payment.budget', currency, max: budget / 10 ** placesOf(currency) },
    { type: 'payment.agent_recurrence', frequency },
  ];
  // A merchant needs a name. The key is all that the mandate knows.
  if (counterparties)
    constraints.push({ type: 'payment.allowed_payees', allowed: counterparties.map((id) => ({ id, name: id })) });
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
  const end = validUntil === null ? {} : { exp: seconds(new Date(validUntil)) };
  return { vct: VERSION, constraints, cnf, iat: seconds(now), ...end };
}

interface Reading {
  readonly price: StampPrice;
  readonly now: Date;
}

type Reader = (constraint: Json, reading: Reading) => Ap2Limits;

const READERS: Readonly<Record<string, Reader>> = {
  'payment.amount_range': ({ currency, min, max }, { price }) => {
    assertCurrency(currency, price);
    if (min !== undefined && numberOf(min, 'min') > 0)
      throw new Ap2Error('A mandate cannot enforce a smallest amount.');
    return { perTradeStamps: toStamps(numberOf(max, 'max'), price) };
  },
  'payment.budget': ({ currency, max }, { price }) => {
    assertCurrency(currency, price);
    // Rounded to a millionth of a minor unit: 0.29 × 100 is less than 29 in binary.
    const minor = Number((numberOf(max, 'max') * 10 ** placesOf(price.currency)).toFixed(6));
    return { budgetStamps: toStamps(minor, price) };
  },
  'payment.agent_recurrence': ({ frequency, max_occurrences: occurrences }) => {
    const budgetPeriod = PERIODS.get(frequency);
    if (!budgetPeriod) throw new Ap2Error(`A mandate has no period ${String(frequency)}.`);
    if (occurrences !== undefined) throw new Ap2Error('A mandate cannot enforce a number of payments.');
    return { budgetPeriod };
  },
  'payment.allowed_payees': ({ allowed }) => {
    if (!Array.isArray(allowed)) throw new Ap2Error('payment.allowed_payees has no list.');
    return { counterparties: allowed.map((payee) => keyOf(objectOf(payee, 'A payee')['id'])) };
  },
  'payment.execution_date': ({ not_before: from, not_after: end }, { now }) => {
    if (from !== undefined && timeOf(from, 'not_before') > now.toISOString())
      throw new Ap2Error('A mandate cannot begin later. Import the document when its time has come.');
    return end === undefined ? {} : { validUntil: timeOf(end, 'not_after') };
  },
};

function assertCurrency(currency: unknown, price: StampPrice): void {
  if (currency !== price.currency)
    throw new Ap2Error(`An amount is in ${String(currency)}, and the price in ${price.currency}.`);
}

function objectOf(value: unknown, name: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new Ap2Error(`${name} must be an object.`);
}

function numberOf(value: unknown, name: string): number {
  if (typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER) return value;
  throw new Ap2Error(`${name} must be a number from 0.`);
}

function keyOf(id: unknown): string {
  if (typeof id === 'string' && /^prn_[0-9a-z]+$/.test(id)) return id;
  throw new Ap2Error(`The id of a payee must be the key of a principal, prn_…, and not ${String(id)}.`);
}

const ISO_TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;
const MIN_TIME_MS = Date.parse('0001-01-01T00:00:00.000Z');
const MAX_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A time without a zone depends on the machine, so only a date may lack it. `Date` alone reads many other texts.
 * @param value ISO 8601, or milliseconds since 1970
 */
function timeOf(value: unknown, name: string): string {
  const ms = typeof value === 'string' ? millisecondsOf(value) : typeof value === 'number' ? value : NaN;
  if (ms >= MIN_TIME_MS && ms <= MAX_TIME_MS) return new Date(ms).toISOString();
  throw new Ap2Error(`${name} must be a time.`);
}

/** Returns NaN for another text. `Date` moves a day such as February 30 into March. */
function millisecondsOf(text: string): number {
  const [, day] = ISO_TIME.exec(text) ?? [];
  if (day === undefined) return NaN;
  const midnight = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day) ? NaN : Date.parse(text);
}
