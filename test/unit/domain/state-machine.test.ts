import { advance, mermaid, type Machine } from '../../../src/domain/state-machine';
import { machines } from '../../../src/domain/state-machines';
import { listingMachine, type ListingEvent } from '../../../src/domain/market/listing-states';
import { proposalMachine, type ProposalEvent } from '../../../src/domain/market/proposal-states';
import { stepMachine, type StepEvent } from '../../../src/domain/trades/step-states';
import { tradeMachine, type TradeEvent } from '../../../src/domain/trades/trade-states';
import type { ListingState, ProposalState, StepState, TradeState } from '../../../src/domain/types';

/** `state event case → next`, written independently of the machines. All other events must be impossible. */
type Expected = Readonly<Record<string, string>>;

function expectTransitions<S extends string, E extends string, F>(
  machine: Machine<S, E, F>,
  cases: Readonly<Record<string, F>>,
  expected: Expected,
): void {
  const actual: Record<string, string> = {};
  for (const state of [null, ...machine.states]) {
    for (const event of machine.events) {
      for (const [name, data] of Object.entries(cases)) {
        const to = advance(machine, state, event, data);
        if (to !== undefined) actual[`${state ?? 'none'} ${event} ${name}`] = to;
      }
    }
  }
  expect(actual).toEqual(expected);
}

/** Rows with the same next state in each case. */
function inEachCase(rows: readonly [string, string, string][], cases: string[]): Expected {
  return Object.fromEntries(rows.flatMap(([from, on, to]) => cases.map((name) => [`${from} ${on} ${name}`, to])));
}

// @spec PR1
test('a proposal allows exactly the events of its table in each state', () => {
  const cases = {
    pending: { allAccepted: false, hasTrade: false },
    all: { allAccepted: true, hasTrade: false },
    traded: { allAccepted: true, hasTrade: true },
  };
  const rows: [ProposalState | 'none', ProposalEvent, ProposalState][] = [
    ['none', 'make', 'proposed'],
    ['proposed', 'counter', 'countered'],
    ['countered', 'counter', 'countered'],
    ['proposed', 'reject', 'rejected'],
    ['countered', 'reject', 'rejected'],
    ['proposed', 'expire', 'rejected'],
    ['countered', 'expire', 'rejected'],
  ];
  expectTransitions(proposalMachine, cases, {
    ...inEachCase(rows, Object.keys(cases)),
    'proposed accept pending': 'proposed',
    'countered accept pending': 'countered',
    'proposed accept all': 'accepted',
    'countered accept all': 'accepted',
    'proposed accept traded': 'accepted',
    'countered accept traded': 'accepted',
    'accepted expire pending': 'rejected',
    'accepted expire all': 'rejected',
    'accepted create_trade pending': 'accepted',
    'accepted create_trade all': 'accepted',
  });
});

test('a listing allows exactly the events of its table in each state', () => {
  const cases = { live: { expired: false }, expired: { expired: true } };
  const rows: [ListingState | 'none', ListingEvent, ListingState][] = [
    ['none', 'publish', 'active'],
    ['active', 'close', 'closed'],
    ['paused', 'close', 'closed'],
    ['closed', 'close', 'closed'],
  ];
  const live: typeof rows = [
    ['active', 'update', 'active'],
    ['paused', 'update', 'paused'],
    ['active', 'pause', 'paused'],
    ['paused', 'pause', 'paused'],
    ['active', 'resume', 'active'],
    ['paused', 'resume', 'active'],
    ['active', 'run_match', 'active'],
  ];
  expectTransitions(listingMachine, cases, { ...inEachCase(rows, ['live', 'expired']), ...inEachCase(live, ['live']) });
});

// @spec T12
test('a trade allows exactly the events of its table in each state', () => {
  const cases = {
    idle: { stepActive: false, outcome: null },
    active: { stepActive: true, outcome: null },
    clean: { stepActive: true, outcome: 'completed' },
    fault: { stepActive: true, outcome: 'failed' },
    comp: { stepActive: true, outcome: 'compensated' },
  } as const;
  const rows: [TradeState | 'none', TradeEvent, TradeState][] = [
    ['none', 'create', 'bond_reserved'],
    ['executing', 'publish_contract', 'executing'],
    ['executing', 'confirm_checkpoint', 'confirming'],
    ['executing', 'fail_checkpoint', 'executing'],
    ['bond_reserved', 'file_rebuttal', 'bond_reserved'],
    ['executing', 'file_rebuttal', 'executing'],
    ['confirming', 'file_rebuttal', 'confirming'],
    ['executing', 'submit_verdict', 'executing'],
    ['confirming', 'submit_verdict', 'confirming'],
    ['confirming', 'pass_step', 'confirming'],
  ];
  const withActive: typeof rows = [
    ['executing', 'activate', 'executing'],
    ['confirming', 'activate', 'confirming'],
  ];
  const withNone: typeof rows = [
    ['bond_reserved', 'activate', 'executing'],
    ['confirming', 'activate', 'executing'],
  ];
  expectTransitions(tradeMachine, cases, {
    ...inEachCase(rows, Object.keys(cases)),
    ...inEachCase(withActive, ['active', 'clean', 'fault', 'comp']),
    ...inEachCase(withNone, ['idle']),
    'executing withdraw fault': 'failed',
    'executing withdraw comp': 'compensated',
    'confirming withdraw fault': 'failed',
    'confirming withdraw comp': 'compensated',
    'confirming settle clean': 'completed',
    'bond_reserved settle fault': 'failed',
    'bond_reserved settle comp': 'compensated',
    'executing settle fault': 'failed',
    'executing settle comp': 'compensated',
    'confirming settle fault': 'failed',
    'confirming settle comp': 'compensated',
  });
});

// @spec ST29
test('a step allows exactly the events of its table in each state', () => {
  const base = { contractPublished: false, checkpointSubmitted: false, rebuttalFiled: false, verdictSubmitted: false };
  const cases = {
    bare: base,
    contract: { ...base, contractPublished: true },
    checked: { ...base, contractPublished: true, checkpointSubmitted: true },
    rebutted: { ...base, contractPublished: true, checkpointSubmitted: true, rebuttalFiled: true },
    judged: { ...base, contractPublished: true, checkpointSubmitted: true, verdictSubmitted: true },
  };
  const rows: [StepState | 'none', StepEvent, StepState][] = [
    ['none', 'define', 'pending'],
    ['pending', 'activate', 'active'],
    ['active', 'activate', 'active'],
    ['active', 'fail', 'failed'],
    ['pending', 'cancel', 'cancelled'],
  ];
  const rebuttals: typeof rows = [
    ['pending', 'file_rebuttal', 'pending'],
    ['active', 'file_rebuttal', 'active'],
  ];
  expectTransitions(stepMachine, cases, {
    ...inEachCase(rows, Object.keys(cases)),
    ...inEachCase(rebuttals, ['bare', 'contract', 'checked', 'judged']),
    ...inEachCase([['active', 'pass', 'passed']], ['checked', 'rebutted', 'judged']),
    'active publish_contract bare': 'active',
    'active submit_checkpoint contract': 'active',
    'active submit_verdict checked': 'active',
    'active submit_verdict rebutted': 'active',
  });
});

describe('every machine', () => {
  test.each(machines.map((machine) => [machine.name, machine] as const))(
    '%s uses only its own states and events, and no event leaves a terminal state',
    (_, machine) => {
      for (const { from, on, to } of machine.rows) {
        expect(machine.states).toContain(to);
        expect(machine.events).toContain(on);
        if (from !== null) expect(machine.states).toContain(from);
        if (from !== null && machine.terminal.includes(from)) expect(to).toBe(from);
      }
      const used = new Set(machine.rows.map((row) => row.on));
      expect(used).toEqual(new Set(machine.events));
    },
  );
  test('the Mermaid diagram has every row', () => {
    for (const machine of machines) {
      const diagram = mermaid(machine);
      expect(diagram.startsWith('stateDiagram-v2\n')).toBe(true);
      for (const { from, on, to } of machine.rows) {
        const arrow = diagram.split('\n').find((text) => text.startsWith(`  ${from ?? '[*]'} --> ${to}: `));
        expect(arrow).toContain(on);
      }
      for (const state of machine.terminal) expect(diagram).toContain(`  ${state} --> [*]`);
    }
  });
});
