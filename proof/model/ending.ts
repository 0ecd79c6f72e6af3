import { activeOf, DAY, type At, type Award, type End, type Model, nextOf, type Side, type Step, sum } from './model';
import { settings, terminal, type Trade } from './model';
import { activeFault, slashOf as slashInV11, splitOf, type Fault } from './ending-v1-1';

/** Ends of trades, computed a second time: the outcomes and the arithmetic of docs/concepts/settlement.md. */

type Due = { readonly step: Step; readonly fault: Fault | null } | 'passes' | null;

const provider = (step: Step, failureClass: string, cause: string): Due => ({
  step,
  fault: { failureClass, cause, party: step.provider },
});
const consumer = (step: Step, cause: string): Due => ({
  step,
  fault: { failureClass: 'F5', cause, party: step.consumer },
});

function lastOf(trade: Trade): Step {
  const last = trade.steps.at(-1);
  if (last === undefined) throw new Error('a trade has steps');
  return last;
}

export function covers(trade: Trade, step: Step): boolean {
  return step.checkpoint?.status === 'confirmed' && step.checkpoint.coverage >= trade.threshold;
}

/** Finds the first outcome that applies. */
export function dueNow(model: Model, trade: Trade): Due {
  const step = activeOf(trade);
  const next = nextOf(trade);
  if (terminal(trade)) return null;
  if (step === undefined && next === undefined) return { step: lastOf(trade), fault: null };
  if (step === undefined) return next !== undefined && model.due(trade.idle) ? consumer(next, 'not_activated') : null;
  if (model.isNew) {
    const fault = activeFault(model, trade, step);
    return fault && { step, fault };
  }
  const { verdict, checkpoint } = step;
  if (verdict?.verdict === 'fail') return provider(step, 'F2', 'delivery_failed');
  if (verdict !== null && checkpoint?.status === 'failed') return consumer(step, 'verdict_overturned');
  if (verdict !== null) return next === undefined ? { step, fault: null } : 'passes';
  if (!model.due(step.deadline)) return null;
  if (step.weights === null) return provider(step, 'F1', 'no_contract');
  if (checkpoint === null) return consumer(step, 'no_checkpoint');
  return checkpoint.status === 'failed'
    ? provider(step, 'F2', 'delivery_failed')
    : provider(step, 'F3', 'coverage_shortfall');
}

/** Instant from which the sweep processes the trade. */
function queuedAt(trade: Trade): At | null {
  const step = activeOf(trade);
  if (step === undefined) return nextOf(trade) === undefined ? (lastOf(trade).checkpoint?.at ?? null) : trade.idle;
  if (step.verdict !== null) return step.verdict.at;
  return step.deadline;
}

/** Trades that the next sweep processes. */
export function queue(model: Model): Trade[] {
  return model.trades.filter((trade) => !terminal(trade) && model.due(queuedAt(trade)));
}

/**
 * Runs one sweep of the settlement worker. Its order is free, and several trades may run at once. Only the first fault of a
 * principal gets the discount.
 */
export function sweep(model: Model, queued: readonly Trade[], settled: readonly string[]): void {
  const place = ({ key }: Trade): number => settled.indexOf(key);
  for (const trade of [...queued].sort((a, b) => place(a) - place(b))) settleDue(model, trade);
}

/** Settles one trade if it is due. Returns false otherwise. */
export function settleDue(model: Model, trade: Trade): boolean {
  const due = dueNow(model, trade);
  if (due === null) return false;
  if (due === 'passes') {
    const step = activeOf(trade);
    if (step !== undefined) step.state = 'passed';
    trade.idle = model.in(settings.idleWindow);
  } else end(model, trade, due.step, due.fault);
  return true;
}

export function withdraw(model: Model, trade: Trade, step: Step): void {
  end(model, trade, step, { failureClass: 'F4', cause: 'withdrew', party: step.provider });
}

/** ceil(bond · severity · discount) in one division. A bigint, because the product exceeds the safe integers. */
function slashOf(model: Model, trade: Trade, step: Step, fault: Fault): number {
  if (model.isNew) return slashInV11(model, trade, step, fault);
  const { failureClass, party } = fault;
  if (party === null) throw new Error('every fault of v1 has a principal');
  const bond = BigInt(trade.bonds.get(party) ?? 0);
  const since = model.time - 180 * DAY;
  const before = model.trades.filter(({ end: ended }) => ended?.fault === party && ended.at > since).length;
  const discount = before === 0 && failureClass !== 'F4' ? 5000n : 10_000n;
  let product = bond * (failureClass === 'F5' ? 5000n : 10_000n) * discount;
  let divisor = 100_000_000n;
  if (failureClass === 'F3') {
    product *= BigInt(trade.threshold - (step.checkpoint?.coverage ?? 0));
    divisor *= BigInt(trade.threshold);
  }
  return Number((product + divisor - 1n) / divisor);
}

type Exposure = Omit<Award, 'amount'>;

function exposuresOf(model: Model, trade: Trade, step: Step, fault: Fault): Exposure[] {
  return trade.members
    .filter((party) => party !== fault.party)
    .map((party) => {
      const involved = trade.steps.filter((one) => one.provider === party || one.consumer === party);
      const basis = sum(involved.filter((one) => one.no >= step.no).map((one) => one.price));
      return { party, basis, kind: involved.includes(step) ? 'step_counterparty' : 'downstream' } as const;
    })
    .filter(({ basis }) => basis > 0)
    .sort((a, b) => (model.party(a.party).key < model.party(b.party).key ? -1 : 1));
}

/** Divides an amount in proportion to the exposures, up to their total. */
function divided(amount: number, exposed: readonly Exposure[]): Award[] {
  const total = sum(exposed.map(({ basis }) => basis));
  const pool = Math.min(amount, total);
  const shares = exposed.map((one) => ({
    ...one,
    amount: Math.floor((pool * one.basis) / total),
    rest: (pool * one.basis) % total,
  }));
  const left = pool - sum(shares.map((share) => share.amount));
  const lucky = [...shares].sort((a, b) => b.rest - a.rest).slice(0, left);
  return shares.map(({ rest: _, ...share }, index) => {
    const extra = lucky.some(({ party }) => party === shares[index]?.party) ? 1 : 0;
    return { ...share, amount: share.amount + extra };
  });
}

/** Compensations: in v1 for all in proportion, later first for the other role of the step. The parties share no owner. */
function compensations(model: Model, trade: Trade, step: Step, fault: Fault, slash: number): Award[] {
  const exposed = exposuresOf(model, trade, step, fault);
  if (!model.isNew) return divided(slash, exposed).filter(({ amount }) => amount > 0);
  const isPaid = fault.cause === 'no_checkpoint';
  const first = exposed
    .filter(({ kind }) => kind === 'step_counterparty' && !isPaid)
    .map((one) => ({ ...one, amount: Math.min(slash, one.basis) }));
  const rest = slash - sum(first.map(({ amount }) => amount));
  const downstream = divided(
    rest,
    exposed.filter(({ kind }) => kind === 'downstream'),
  );
  const awards = [...first, ...downstream].filter(({ amount }) => amount > 0);
  return exposed.flatMap(({ party }) => awards.filter((award) => award.party === party));
}

interface Split {
  readonly provider: number;
  /** Stamps that each side loses to the slash pool. */
  readonly burnt: number;
}

/** Division of the escrow of one step. */
function earned(model: Model, trade: Trade, one: Step, step: Step, fault: Fault | null): Split {
  if (one !== step || fault === null) return { provider: one.price, burnt: 0 };
  if (model.isNew) return splitOf(trade, step, fault);
  if (fault.failureClass === 'F5') return { provider: one.price, burnt: 0 };
  if (fault.failureClass !== 'F3') return { provider: 0, burnt: 0 };
  return { provider: Math.floor((one.price * (step.checkpoint?.coverage ?? 0)) / trade.threshold), burnt: 0 };
}

function end(model: Model, trade: Trade, step: Step, fault: Fault | null): void {
  const slash = fault === null ? 0 : slashOf(model, trade, step, fault);
  const comp = fault === null ? [] : compensations(model, trade, step, fault, slash);
  const escrowed = trade.steps.filter((one) => one.state === 'passed' || one.state === 'active');
  const sides = new Map<number, Side>();
  for (const party of trade.members) {
    const splits = (of: 'provider' | 'consumer') =>
      escrowed.filter((one) => one[of] === party).map((one) => earned(model, trade, one, step, fault));
    // Amounts of a price are before the burn.
    const got = (of: 'provider' | 'consumer') => sum(splits(of).map((split) => split.provider + split.burnt));
    const slashed = fault?.party === party ? slash : 0;
    const side = {
      paid: got('consumer'),
      received: got('provider'),
      fees: sum(trade.steps.filter((one) => one.consumer === party).map((one) => one.fee)),
      released: (trade.bonds.get(party) ?? 0) - slashed,
      slashed,
      compensation: comp.find((award) => award.party === party)?.amount ?? 0,
      burnt: sum([...splits('provider'), ...splits('consumer')].map((split) => split.burnt)),
    };
    sides.set(party, side);
    const escrow = sum(escrowed.filter((one) => one.consumer === party).map((one) => one.price));
    model.party(party).tickets += side.received + escrow - side.paid + side.compensation - side.burnt;
    model.party(party).bondAvailable += side.released;
  }
  endSteps(trade, step, fault);
  const outcome = fault === null ? 'completed' : comp.length > 0 ? 'compensated' : 'failed';
  const { failureClass = null, cause = null, party = null } = fault ?? {};
  const stepNo = fault === null ? null : step.no;
  const ended: End = { outcome, failureClass, cause, stepNo, fault: party, slash, comp, sides, at: model.time };
  trade.end = ended;
  trade.state = outcome;
  trade.idle = null;
}

function endSteps(trade: Trade, step: Step, fault: Fault | null): void {
  for (const one of trade.steps) if (one.state === 'pending') one.state = 'cancelled';
  if (step.state !== 'active') return;
  const isWhole = (step.verdict?.coverage ?? 0) >= trade.threshold;
  step.state = fault === null || (fault.cause === 'verdict_overturned' && isWhole) ? 'passed' : 'failed';
}
