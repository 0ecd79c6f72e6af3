import fc from 'fast-check';
import { keyOf } from '../../../src/domain/keys';
import { decideRespond } from '../../../src/domain/market/proposal';
import { changesBetween } from '../../../src/domain/market/terms-changes';
import {
  bondOf,
  participantsOf,
  parseTerms,
  roleOf,
  type TermsInput,
  type TermsStepInput,
} from '../../../src/domain/trades/terms';
import type { TermsStep } from '../../../src/domain/types';
import { agentOf, ANN, at, BEN, CAT, contextAt, DAN, pointers, settings, stepOf, termsOf, uuid } from './market';
import { dataOf } from './proposals';

const parties = [ANN, BEN].map((principalId) => ({ principalId, agentId: agentOf(principalId) }));

function asInput(step: TermsStep): TermsStepInput {
  return {
    step_no: step.step_no,
    title: step.title,
    provider_principal_key: keyOf('prn', step.provider_principal_id),
    provider_agent_id: step.provider_agent_id,
    consumer_principal_key: keyOf('prn', step.consumer_principal_id),
    consumer_agent_id: step.consumer_agent_id,
    price_stamps: step.price_stamps,
    contract_window_seconds: step.contract_window_seconds,
    checkpoint_window_seconds: step.checkpoint_window_seconds,
  };
}

function inputOf(...steps: TermsStep[]): TermsInput {
  return { steps: steps.map(asInput), coverage_threshold_bps: 8000 };
}

const validStep = asInput(stepOf(1, ANN, BEN, 100));
const errorsOf = (step: Partial<TermsStepInput>): string[] =>
  pointers(() =>
    parseTerms({ steps: [{ ...validStep, ...step }], coverage_threshold_bps: 8000 }, { parties, bondBps: 2000 }),
  );

// @spec PR19
test.each(['9999-12-30T00:00:00Z', '0000-01-01T00:00:00Z', '0000-01-01T00:00:00+01:00'])(
  'a step cannot start at %s, from which no deadline can be calculated',
  (time) => {
    expect(errorsOf({ not_before: new Date(time) })).toEqual(['/terms/steps/0/not_before']);
    expect(errorsOf({ not_before: new Date('8999-12-31T23:59:59Z') })).toEqual([]);
  },
);

// @spec PR26
test('a step of a counter starts at most 366 days after it, because bonds stay locked until then', () => {
  const counterAt = (seconds: number) => () => {
    const { steps, ...rest } = inputOf(stepOf(1, ANN, BEN, 100), stepOf(2, CAT, BEN, 50));
    const terms = { ...rest, steps: steps.map((step) => ({ ...step, not_before: at(seconds) })) };
    const policy = { policyVersion: 'slash_policy_v1.1', ruleVersion: 'rules_v1.1', activationFeeBps: 100 };
    decideRespond(dataOf(ANN, []), { decision: 'counter', terms }, contextAt(), { ...settings, ...policy });
  };
  expect(pointers(counterAt(366 * 86_400))).toEqual([]);
  expect(pointers(counterAt(366 * 86_400 + 1))).toEqual([0, 1].map((n) => `/terms/steps/${String(n)}/not_before`));
  expect(counterAt(10_000 * 86_400)).toThrow('must be after 1969 and at most 366 days ahead');
});

test('a counter that names the default activation changes nothing', () => {
  const read = (activation?: 'any' | 'consumer') => {
    const step = { ...validStep, ...(activation && { activation }) };
    return parseTerms({ steps: [step], coverage_threshold_bps: 8000 }, { parties, bondBps: 2000 });
  };
  expect(changesBetween(read(), read('any'))).toEqual([]);
  expect(changesBetween(read('any'), read('consumer'))).toMatchObject([{ path: 'steps[0].activation' }]);
});

describe('the terms of a counter', () => {
  // @spec PR19
  test('a counter can change the threshold, and number, order, title, price, windows and roles of the steps', () => {
    const steps = [stepOf(1, BEN, ANN, 7), stepOf(2, ANN, BEN, 0), stepOf(3, ANN, BEN, 993)];
    const input = { ...inputOf(...steps), coverage_threshold_bps: 1, bond_bps: 2000 };
    expect(parseTerms(input, { parties, bondBps: 2000 })).toEqual({
      steps,
      coverage_threshold_bps: 1,
      bond_bps: 2000,
      dispute_burn_bps: 2500,
    });
  });

  test('principals and agents can be keys or UUIDs', () => {
    const swapped = {
      provider_principal_key: ANN,
      provider_agent_id: keyOf('agt', agentOf(ANN)),
      consumer_principal_key: BEN,
      consumer_agent_id: keyOf('agt', agentOf(BEN)),
    };
    const input = { steps: [{ ...validStep, ...swapped }], coverage_threshold_bps: 8000 };
    expect(parseTerms(input, { parties, bondBps: 2000 }).steps).toEqual([stepOf(1, ANN, BEN, 100)]);
  });

  // @spec PR20
  test('a counter cannot change the set of principals', () => {
    expect(errorsOf({ provider_principal_key: keyOf('prn', CAT) })).toEqual(['/terms/steps/0/provider_principal_key']);
    expect(errorsOf({ consumer_principal_key: 'prn_what' })).toEqual(['/terms/steps/0/consumer_principal_key']);
    expect(errorsOf({ consumer_principal_key: keyOf('agt', BEN) })).toEqual(['/terms/steps/0/consumer_principal_key']);
  });

  test('each principal has at least one step', () => {
    const three = [...parties, { principalId: CAT, agentId: agentOf(CAT) }];
    expect(pointers(() => parseTerms(inputOf(stepOf(1, ANN, BEN, 5)), { parties: three, bondBps: 2000 }))).toEqual([
      '/terms/steps',
    ]);
    const all = inputOf(stepOf(1, ANN, BEN, 5), stepOf(2, CAT, BEN, 5));
    expect(pointers(() => parseTerms(all, { parties: three, bondBps: 2000 }))).toEqual([]);
  });

  // @spec PR20
  test('each principal keeps its agent of revision 1', () => {
    expect(errorsOf({ provider_agent_id: uuid(99) })).toEqual(['/terms/steps/0/provider_agent_id']);
    expect(errorsOf({ consumer_agent_id: agentOf(ANN) })).toEqual(['/terms/steps/0/consumer_agent_id']);
    expect(errorsOf({ consumer_agent_id: 'agt_what' })).toEqual(['/terms/steps/0/consumer_agent_id']);
  });

  // @spec ST2
  test('provider and consumer of a step differ', () => {
    const steps = [stepOf(1, ANN, BEN, 5), stepOf(2, BEN, BEN, 5)];
    expect(pointers(() => parseTerms(inputOf(...steps), { parties, bondBps: 2000 }))).toEqual([
      '/terms/steps/1/consumer_principal_key',
    ]);
  });

  // @spec ST1
  test('there are 1–32 steps, numbered from 1', () => {
    const many = (n: number): TermsStep[] => Array.from({ length: n }, (_, i) => stepOf(i + 1, ANN, BEN, 1));
    expect(pointers(() => parseTerms(inputOf(...many(32)), { parties, bondBps: 2000 }))).toEqual([]);
    expect(pointers(() => parseTerms(inputOf(...many(33)), { parties, bondBps: 2000 }))).toEqual(['/terms/steps']);
    expect(pointers(() => parseTerms(inputOf(), { parties, bondBps: 2000 }))).toEqual(['/terms/steps']);
    expect(errorsOf({ step_no: 0 })).toEqual(['/terms/steps/0/step_no']);
    const twice = inputOf(stepOf(1, ANN, BEN, 1), stepOf(1, ANN, BEN, 1));
    expect(pointers(() => parseTerms(twice, { parties, bondBps: 2000 }))).toEqual(['/terms/steps/1/step_no']);
  });

  test('the total price is 1–10^12; single steps can be free', () => {
    const priced = (...prices: number[]): string[] =>
      pointers(() =>
        parseTerms(inputOf(...prices.map((p, i) => stepOf(i + 1, ANN, BEN, p))), { parties, bondBps: 2000 }),
      );
    expect(priced(0, 1)).toEqual([]);
    expect(priced(0, 0)).toEqual(['/terms/steps']);
    expect(priced(1e12)).toEqual([]);
    expect(priced(1e12, 1)).toEqual(['/terms/steps']);
    expect(priced(1e12 + 1)).toEqual(['/terms/steps/0/price_stamps']);
    expect(priced(-1, 2)).toEqual(['/terms/steps/0/price_stamps']);
    expect(priced(1.5)).toEqual(['/terms/steps/0/price_stamps']);
  });

  test.each(['contract_window_seconds', 'checkpoint_window_seconds'])('%s is 1–2592000', (name) => {
    expect([0, 1, 2_592_000, 2_592_001].map((n) => errorsOf({ [name]: n }).length)).toEqual([1, 0, 0, 1]);
  });

  test('a title has 1–200 characters, and the threshold is 1–10000', () => {
    expect(errorsOf({ title: '' })).toEqual(['/terms/steps/0/title']);
    expect(errorsOf({ title: 'x'.repeat(201) })).toEqual(['/terms/steps/0/title']);
    const found = [0, 1, 10_000, 10_001].map((coverage_threshold_bps) =>
      pointers(() => parseTerms({ steps: [validStep], coverage_threshold_bps }, { parties, bondBps: 2000 })),
    );
    expect(found).toEqual([['/terms/coverage_threshold_bps'], [], [], ['/terms/coverage_threshold_bps']]);
  });

  // @spec PR20
  test('a counter cannot change bond_bps', () => {
    const terms = { steps: [validStep], coverage_threshold_bps: 8000 };
    expect(pointers(() => parseTerms({ ...terms, bond_bps: 2001 }, { parties, bondBps: 2000 }))).toEqual([
      '/terms/bond_bps',
    ]);
    expect(parseTerms({ ...terms, bond_bps: null }, { parties, bondBps: 1234 }).bond_bps).toBe(1234);
  });

  test('all errors are reported at once', () => {
    expect(errorsOf({ title: '', price_stamps: -1, contract_window_seconds: 0 })).toEqual([
      '/terms/steps/0/title',
      '/terms/steps/0/price_stamps',
      '/terms/steps/0/contract_window_seconds',
    ]);
  });

  test('every input is parsed or gets a validation error', () => {
    const principalText = fc.constantFrom(
      ANN,
      BEN,
      CAT,
      keyOf('prn', ANN),
      keyOf('prn', BEN),
      keyOf('agt', agentOf(BEN)),
      '',
      'prn_',
    );
    const number = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.double(), fc.constant(1e12));
    const step = fc.record({
      step_no: number,
      title: fc.string({ unit: 'binary' }),
      provider_principal_key: principalText,
      provider_agent_id: fc.oneof(principalText, fc.constant(agentOf(ANN))),
      consumer_principal_key: principalText,
      consumer_agent_id: fc.oneof(principalText, fc.constant(agentOf(BEN))),
      price_stamps: number,
      contract_window_seconds: number,
      checkpoint_window_seconds: number,
    });
    const anyInput = fc.record({ steps: fc.array(step, { maxLength: 40 }), coverage_threshold_bps: number });
    fc.assert(fc.property(anyInput, (input) => void pointers(() => parseTerms(input, { parties, bondBps: 2000 }))));
  });
});

describe('role and bond of a principal', () => {
  const terms = termsOf(stepOf(1, ANN, BEN, 100), stepOf(2, BEN, CAT, 51), stepOf(3, ANN, CAT, 3));

  test('the role is provider, consumer or both', () => {
    expect([ANN, BEN, CAT, DAN].map((principal) => roleOf(terms, principal))).toEqual([
      'provider',
      'both',
      'consumer',
      undefined,
    ]);
  });

  // @spec PR22
  test('bond = ceil(Σ price of the steps in which it is provider or consumer, each once · bond_bps / 10000)', () => {
    // 103, 151 and 54 stamps at 20 %.
    expect([ANN, BEN, CAT, DAN].map((principal) => bondOf(terms, principal))).toEqual([21n, 31n, 11n, 0n]);
  });

  test('participants are in the order of first appearance', () => {
    expect(participantsOf(terms)).toEqual([
      { principalId: ANN, agentId: agentOf(ANN), role: 'provider', bondStamps: 21n },
      { principalId: BEN, agentId: agentOf(BEN), role: 'both', bondStamps: 31n },
      { principalId: CAT, agentId: agentOf(CAT), role: 'consumer', bondStamps: 11n },
    ]);
  });

  test('a bond is at least its rate and less than one stamp more', () => {
    const prices = fc.array(fc.integer({ min: 0, max: 1e10 }), { minLength: 1, maxLength: 32 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 10_000 }), (list, bond_bps) => {
        const made = { ...termsOf(...list.map((p, i) => stepOf(i + 1, ANN, BEN, p))), bond_bps };
        const exact = list.reduce((total, price) => total + BigInt(price), 0n) * BigInt(bond_bps);
        const bond = bondOf(made, BEN) * 10_000n;
        expect(bond >= exact && bond < exact + 10_000n).toBe(true);
      }),
    );
  });
});
