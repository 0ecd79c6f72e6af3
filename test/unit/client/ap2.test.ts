import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ap2Error, mandateFromAp2, mandateToAp2 } from '../../../src/client';

/** Mandates as open payment mandates of AP2. A ticket pack of 1,000 stamps costs 10.00 USD, so a stamp costs one cent. */

const price = { currency: 'USD', priceMinor: 1_000, ticketStamps: 1_000 } as const;
const NOW = new Date('2026-11-20T09:30:00.000Z');
const reference = { type: 'payment.reference', conditional_transaction_id: 'digest' };
const range = { type: 'payment.amount_range', currency: 'USD', max: 2_550 };
const budget = { type: 'payment.budget', currency: 'USD', max: 150.29 };
const recurrence = { type: 'payment.agent_recurrence', frequency: 'WEEKLY' };

const documentOf = (constraints: readonly object[], more: object = {}) => ({
  ...{ vct: 'mandate.payment.open.1', constraints: [reference, ...constraints], cnf: { jwk: {} } },
  ...more,
});
const read = (
  constraints: readonly object[],
  more?: object,
  of: Parameters<typeof mandateFromAp2>[1]['price'] = price,
) => mandateFromAp2(documentOf(constraints, more), { price: of, ignore: ['payment.reference'], now: NOW });

describe('mandateFromAp2', () => {
  it('should read the range in minor units and the budget in major units', () => {
    const limits = { perTradeStamps: 2_550, budgetStamps: 15_029, budgetPeriod: 'WEEK' };
    expect(read([range, budget, recurrence])).toEqual(limits);
  });

  it('should round down to whole stamps', () => {
    const dear = { ...price, priceMinor: 1_001 };
    expect(read([range, budget, recurrence], {}, dear)).toMatchObject({ perTradeStamps: 2_547, budgetStamps: 15_013 });
  });

  it.each([
    ['DAILY', 'DAY'],
    ['WEEKLY', 'WEEK'],
    ['MONTHLY', 'MONTH'],
    ['ON_DEMAND', 'TOTAL'],
  ])('should read the recurrence %s as the period %s', (frequency, budgetPeriod) => {
    expect(read([budget, { ...recurrence, frequency }])).toEqual({ budgetStamps: 15_029, budgetPeriod });
  });

  it('should read a mandate for one payment as one open trade and a budget of its amount', () => {
    const once = { budgetStamps: 2_550, budgetPeriod: 'TOTAL', maxOpenTrades: 1 };
    expect(read([range])).toEqual({ perTradeStamps: 2_550, ...once });
    expect(read([range, budget])).toEqual({ perTradeStamps: 2_550, ...once });
  });

  it('should read the payees as counterparties, and end at the first of its ends', () => {
    const payees = { type: 'payment.allowed_payees', allowed: [{ id: 'prn_1', name: 'Ann' }] };
    const dates = { type: 'payment.execution_date', not_before: '2026-11-20', not_after: '2026-12-31T00:00:00Z' };
    const exp = Date.parse('2026-12-01T00:00:00Z') / 1_000;
    expect(read([range, payees, dates], { exp })).toMatchObject({
      counterparties: ['prn_1'],
      validUntil: '2026-12-01T00:00:00.000Z',
    });
    expect(read([range, dates])).toMatchObject({ validUntil: '2026-12-31T00:00:00.000Z' });
  });

  it.each([
    ['is not an object', null, /must be an object/],
    ['has another version', { ...documentOf([range]), vct: 'mandate.payment.1' }, /vct must be/],
    ['has no constraints', { vct: 'mandate.payment.open.1' }, /no constraints/],
    ['limits no amount', documentOf([]), /limits no amount/],
    ['has a constraint twice', documentOf([range, range]), /twice/],
    ['has a constraint without a type', documentOf([{}]), /cannot enforce undefined/],
    ['has a constraint of another kind', documentOf([range, { type: 'constructor' }]), /cannot enforce constructor/],
    ['has instruments', documentOf([range, { type: 'payment.allowed_payment_instruments' }]), /cannot enforce/],
    ['has a fixed payee', documentOf([range], { payee: { id: 'prn_1' } }), /cannot enforce payee/],
    ['has another currency', documentOf([{ ...range, currency: 'EUR' }]), /in EUR, and the price in USD/],
    ['has a budget in another currency', documentOf([{ ...budget, currency: 'EUR' }]), /in EUR, and the price in USD/],
    ['has a smallest amount', documentOf([{ ...range, min: 1 }]), /smallest amount/],
    ['has a negative amount', documentOf([{ ...range, max: -1 }]), /max must be a number from 0/],
    ['has an amount as text', documentOf([{ ...range, max: '1' }]), /max must be a number from 0/],
    ['recurs without a budget', documentOf([range, recurrence]), /needs payment.budget/],
    ['recurs each quarter', documentOf([budget, { ...recurrence, frequency: 'QUARTERLY' }]), /no period QUARTERLY/],
    ['recurs in another way', documentOf([budget, { ...recurrence, frequency: 'toString' }]), /no period toString/],
    ['recurs five times', documentOf([budget, { ...recurrence, max_occurrences: 5 }]), /number of payments/],
    ['has no list of payees', documentOf([range, { type: 'payment.allowed_payees' }]), /no list/],
    [
      'has a payee without a key',
      documentOf([range, { type: 'payment.allowed_payees', allowed: [{ id: 'm' }] }]),
      /prn_…/,
    ],
    ['begins later', documentOf([range, { type: 'payment.execution_date', not_before: '2026-11-21' }]), /begin later/],
    ['ends at no time', documentOf([range, { type: 'payment.execution_date', not_after: 'soon' }]), /must be a time/],
  ])('should refuse a document that %s', (_, document, message) => {
    const run = () => mandateFromAp2(document, { price, ignore: ['payment.reference'], now: NOW });
    expect(run).toThrow(Ap2Error);
    expect(run).toThrow(message);
  });

  it('should refuse what a mandate cannot enforce, unless the caller ignores it', () => {
    expect(() => mandateFromAp2(documentOf([range]), { price })).toThrow(/cannot enforce payment\.reference/);
  });
});

describe('mandateToAp2', () => {
  const mandate = {
    perTradeStamps: 2_550,
    budgetStamps: 15_029,
    budgetPeriod: 'WEEK',
    counterparties: ['prn_1'],
  } as const;
  const options = { price, cnf: { jwk: { kty: 'OKP' } }, conditionalTransactionId: 'digest', now: NOW };
  const validUntil = '2026-12-01T00:00:00.000Z';

  it('should write what mandateFromAp2 reads', () => {
    const document = mandateToAp2({ ...mandate, validUntil }, options);
    expect(document).toMatchObject({ vct: 'mandate.payment.open.1', cnf: { jwk: { kty: 'OKP' } }, iat: 1_795_167_000 });
    expect(document.constraints).toContainEqual(budget);
    const limits = { ...mandate, validUntil };
    expect(mandateFromAp2(document, { price, ignore: ['payment.reference'], now: NOW })).toEqual(limits);
  });

  it('should never allow more than the mandate', () => {
    const odd = { ...options, price: { ...price, ticketStamps: 7 } };
    const document = mandateToAp2({ ...mandate, validUntil: null }, odd);
    const limits = mandateFromAp2(document, { price: odd.price, ignore: ['payment.reference'], now: NOW });
    expect(limits.perTradeStamps).toBeLessThanOrEqual(2_550);
    expect(limits.budgetStamps).toBeLessThanOrEqual(15_029);
    expect(document.exp).toBeUndefined();
  });

  it('should use the budget as the range of one payment if the mandate has no limit for a trade', () => {
    const document = mandateToAp2(
      { ...mandate, perTradeStamps: null, counterparties: null, validUntil: null },
      options,
    );
    expect(document.constraints).toContainEqual({ type: 'payment.amount_range', currency: 'USD', max: 15_029 });
    expect(document.constraints).toHaveLength(4);
  });

  it('should refuse a mandate without a budget', () => {
    expect(() => mandateToAp2({ ...mandate, budgetStamps: null, validUntil }, options)).toThrow(Ap2Error);
  });
});

/** The vectors that the clients of all languages hold to. */
interface Vectors {
  readonly now: string;
  readonly price: typeof price;
  readonly cnf: object;
  readonly conditionalTransactionId: string;
  readonly ignore: readonly string[];
  readonly imports: readonly {
    readonly title: string;
    readonly document: object;
    readonly price: typeof price;
    readonly limits: object;
  }[];
  readonly refusals: readonly { readonly title: string; readonly document: unknown; readonly message: string }[];
  readonly exports: readonly {
    readonly title: string;
    readonly mandate: Parameters<typeof mandateToAp2>[0];
    readonly price: typeof price;
    readonly document: object;
  }[];
}

const file = join(__dirname, '..', '..', 'vectors', 'ap2.json');
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const { ignore, cnf, conditionalTransactionId } = vectors;
const now = new Date(vectors.now);

describe('The vectors of AP2', () => {
  it.each(vectors.imports)('should read $title', ({ document, price: of, limits }) => {
    expect(mandateFromAp2(document, { price: of, ignore, now })).toEqual(limits);
  });

  it.each(vectors.refusals)('should refuse a document that $title', ({ document, message }) => {
    const run = () => mandateFromAp2(document, { price: vectors.price, ignore, now });
    expect(run).toThrow(Ap2Error);
    expect(run).toThrow(message);
  });

  it.each(vectors.exports)('should write $title', ({ mandate, price: of, document }) => {
    expect(mandateToAp2(mandate, { price: of, cnf, conditionalTransactionId, now })).toEqual(document);
  });
});
