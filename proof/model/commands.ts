import fc from 'fast-check';
import { activeOf, type Model, nextOf, type PlannedStep, terminal, type Trade } from './model';
import type { Play } from './play';
import type { AgentHeader, Checked } from './rules';
import { combos, OUTSIDER } from './service';

/** Random calls. Half of them continue a trade, the other half is any call by any party. */

class Command<D> implements fc.AsyncCommand<Model, Play> {
  constructor(
    private readonly name: string,
    private readonly drawn: D,
    private readonly act: (play: Play, drawn: D) => Promise<void>,
  ) {}

  check(): boolean {
    return true;
  }

  async run(_: Model, play: Play): Promise<void> {
    await this.act(play, this.drawn);
  }

  toString(): string {
    return `${this.name}(${JSON.stringify(this.drawn)})`;
  }
}

type Drawn = fc.Arbitrary<fc.AsyncCommand<Model, Play>>;

function command<D>(name: string, drawn: fc.Arbitrary<D>, act: (play: Play, drawn: D) => Promise<void>): Drawn {
  return drawn.map((value) => new Command(name, value, act));
}

const THOUSAND = 1000;
const party = fc.nat({ max: OUTSIDER });
const pick = fc.nat({ max: 1000 });
const agent: fc.Arbitrary<AgentHeader> = fc.constantFrom('own', 'own', 'own', 'own', 'none', 'other');
const repeat = fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0);
const window = fc.integer({ min: 1, max: 4 }).map((count) => count * THOUSAND);
const price = fc.oneof(
  { weight: 1, arbitrary: fc.nat({ max: 3 }) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 300 }) },
  { weight: 1, arbitrary: fc.integer({ min: 300, max: 4000 }) },
);
const weights = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 });
const checked: fc.Arbitrary<Checked> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ status: 'confirmed', metItems: null } as const) },
  { weight: 1, arbitrary: fc.constant({ status: 'failed', metItems: null } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      status: fc.constantFrom('confirmed', 'failed'),
      metItems: fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 3 }),
    }),
  },
);
const item = fc.record({
  weight: fc.integer({ min: 1, max: 5 }),
  must: fc.integer({ min: 0, max: 4 }).map((roll) => roll === 0),
});
const items = fc.option(fc.array(item, { minLength: 1, maxLength: 3 }), { freq: 2 });
const step = fc.record({ between: fc.nat({ max: 5 }), price, contractWindow: window, checkpointWindow: window, items });
type DrawnStep = Omit<PlannedStep, 'provider' | 'consumer'> & { readonly between: number };
const ruling = fc.oneof(fc.constantFrom('pass', 'fail'), fc.integer({ min: 0, max: 10_000 }));

/** Steps among these parties. Each party has one, and each step has a price. */
function planned(members: readonly number[], drawn: readonly DrawnStep[]): PlannedStep[] {
  const pairs = members.flatMap((provider) =>
    members.filter((consumer) => consumer !== provider).map((consumer) => ({ provider, consumer })),
  );
  const steps = drawn.map(({ between, ...rest }) => ({ ...rest, ...(pairs[between % pairs.length] ?? pairs[0]) }));
  for (const provider of members) {
    if (steps.some((one) => one.provider === provider || one.consumer === provider)) continue;
    const between = pairs.find((pair) => pair.provider === provider);
    steps.push({ price: 7, contractWindow: THOUSAND, checkpointWindow: THOUSAND, items: null, ...between });
  }
  const free = steps.every((one) => one.price === 0);
  return steps.map((one) => ({ ...one, price: free ? 1 : one.price })) as PlannedStep[];
}

/** Selects a trade, more often an open one, sometimes none. */
function tradeOf(play: Play, at: number): Trade | undefined {
  if (at % 19 === 0) return undefined;
  const { trades } = play.model;
  return at % 3 === 0 ? trades[at % Math.max(1, trades.length)] : openTradeOf(play, at);
}

function openTradeOf({ model }: Play, at: number): Trade | undefined {
  const open = model.trades.filter((trade) => !terminal(trade));
  return open[at % Math.max(1, open.length)];
}

const stepOf = (trade: Trade | undefined, at: number): number => (at % ((trade?.steps.length ?? 1) + 1)) + 1;

const deal = command(
  'deal',
  fc.record({
    combo: fc.nat({ max: combos.length - 1 }),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    threshold: fc.constantFrom(8000, 10_000, 1, 5000),
    burn: fc.constantFrom(2500, 0, 4500, 5000),
    answers: fc.oneof(
      { weight: 7, arbitrary: fc.constant([true, true]) },
      { weight: 1, arbitrary: fc.array(fc.boolean(), { maxLength: 2 }) },
    ),
    by: fc.nat({ max: 9 }),
  }),
  async (play, { combo, steps, answers, by, ...terms }) => {
    const { members } = combos[combo] ?? combos[0];
    const agreed = play.model.isNew ? steps : steps.map((one) => ({ ...one, items: null }));
    await play.deal(combo, planned(members, agreed), terms, answers);
    const creator = members[by % members.length];
    const proposal = play.model.proposals.at(-1);
    if (creator === undefined || by === 0) return;
    await (by < 5 ? play.begin(proposal, creator) : play.create(proposal, creator));
  },
);

const onward = command(
  'onward',
  fc.record({ at: pick, weights, checked, repeat, judged: ruling, roll: fc.nat({ max: 5 }) }),
  async (play, { at, judged, roll, ...drawn }) => {
    const trade = openTradeOf(play, at);
    if (trade === undefined) return;
    play.repeat = drawn.repeat;
    const active = activeOf(trade);
    const starts = nextOf(trade);
    if (active === undefined) await play.activate(trade, starts?.consumer ?? 0);
    else if (active.weights === null)
      await play.publish(trade, { party: active.provider, agent: 'own' }, active.no, drawn.weights);
    else if (active.checkpoint === null)
      await play.checkpoint(trade, { party: active.consumer, agent: 'own' }, active.no, drawn.checked);
    else if (roll < 2) await play.activate(trade, active.provider);
    else if (roll === 2) await play.judge(trade, judged);
    else if (roll === 3) await play.rebut(trade, { party: active.provider, agent: 'none' }, active.no);
    else await play.sweep();
    play.repeat = false;
  },
);

const anything = fc.record({ at: pick, party, agent, no: pick, weights, checked, ruling, repeat });
type Anything = typeof anything extends fc.Arbitrary<infer D> ? D : never;

/** Any call by any party on any trade. */
function any(name: string, act: (play: Play, trade: Trade | undefined, drawn: Anything) => Promise<void>): Drawn {
  return command(name, anything, async (play, drawn) => {
    play.repeat = drawn.repeat;
    await act(play, tradeOf(play, drawn.at), drawn);
    play.repeat = false;
  });
}

const calls: Drawn[] = [
  any('create', (play, _, { at, party: by }) => play.create(play.model.proposals[at % 12], by)),
  any('begin', (play, _, { at, party: by }) => play.begin(play.model.proposals[at % 12], by)),
  any('respond', (play, _, { at, party: by, no }) => play.respond(play.model.proposals[at % 12], by, no % 3 > 0)),
  any('activate', (play, trade, { party: by }) => play.activate(trade, by)),
  any('publish', (play, trade, { no, ...by }) => play.publish(trade, by, stepOf(trade, no), by.weights)),
  any('checkpoint', (play, trade, { no, ...by }) => play.checkpoint(trade, by, stepOf(trade, no), by.checked)),
  any('rebut', (play, trade, { no, ...by }) => play.rebut(trade, by, stepOf(trade, no))),
  any('withdraw', (play, trade, by) => play.withdraw(trade, by)),
  any('leave', (play, _, { at }) => {
    const trade = openTradeOf(play, at);
    const provider = trade === undefined ? OUTSIDER : (activeOf(trade)?.provider ?? 0);
    return play.withdraw(trade, { party: provider, agent: 'own' });
  }),
  any('judge', (play, trade, drawn) => play.judge(trade, drawn.ruling)),
  any('settle', (play, trade) => play.settle(trade)),
];

const money: Drawn[] = [
  command(
    'bond',
    fc.record({ party, to: fc.constantFrom('bond', 'tickets'), amount: fc.integer({ min: 0, max: 900 }) }),
    (play, drawn) => play.moveBond(drawn.party, drawn.amount, drawn.to),
  ),
  command(
    'anchor',
    fc.record({
      party,
      maxOpenTrades: fc.constantFrom(20, 20, 2, 1),
      bondLimit: fc.constantFrom(1_000_000, 1_000_000, 300),
      dailyLimit: fc.constantFrom(1_000_000, 1_000_000, 700),
    }),
    (play, { party: of, ...limits }) => play.anchor(of, limits),
  ),
];

const advance = (count: fc.Arbitrary<number>) =>
  command('advance', count, (play, thousands) => play.advance(thousands * THOUSAND));
const sweep = command('sweep', fc.constant(null), (play) => play.sweep());
const soon = fc.constantFrom(1, 1, 1, 2, 3);
// Jumps past every deadline, past a proposal's time, to the next day and past the fault history.
const long = fc.constantFrom(6, 21, 87, 15_552);

const weighted = (weight: number, of: readonly Drawn[]) => ({ weight, arbitrary: fc.oneof(...of) });

const first = fc.array(deal, { minLength: 2, maxLength: 4 });
const rest = fc.array(
  fc.oneof(
    weighted(30, [deal]),
    weighted(160, [onward]),
    weighted(80, calls),
    weighted(25, money),
    weighted(20, [advance(soon), sweep]),
    weighted(3, [advance(long)]),
  ),
  { minLength: 40, maxLength: 90, size: 'max' },
);

/** One life: its calls in order. */
export const lives = fc.tuple(first, rest).map(([deals, others]) => [...deals, ...others]);
