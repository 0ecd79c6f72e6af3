import { randomUUID } from 'node:crypto';
import type { SeededRandom } from '../fault-injection/chaos/seeded-random';
import type { Member } from './state';

/** Complete inputs of all operations: what an act offers, and what only the caller can know. */

export type Input = Record<string, unknown>;

export interface Item {
  readonly itemId: string;
}

/** The object of an act, as the walk reads it. */
export interface Subject {
  readonly key: Input;
  readonly stepNo?: number;
  readonly items?: readonly Item[];
  readonly terms?: { readonly coverageThresholdBps: number; readonly steps: readonly Input[] };
}

const PROFILES = ['walk.a', 'walk.b'];
const ITEMS = [
  { itemId: 'text', description: 'The text', weight: 4, must: false },
  { itemId: 'index', description: 'The index', weight: 1, must: false },
];
const CARD = { name: 'Walker', description: 'x', version: '1.0.0', capabilities: {} };

const newProfile = (): string => `walk.${randomUUID().slice(0, 8)}`;

function listing(member: Member, random: SeededRandom): Input {
  const side = random.pick(['PROVIDE', 'CONSUME']);
  const parts = PROFILES.map((tradeProfile) => ({ title: tradeProfile, shareBps: 5_000, tradeProfile }));
  const whole = [{ title: 'All', shareBps: 10_000, items: random.pick([[], ITEMS]) }];
  const steps = side === 'PROVIDE' ? whole : random.pick([[], parts]);
  const priceStamps = side === 'PROVIDE' ? random.between(1, 400) : random.between(400, 1_500);
  return {
    agentId: random.pick(member.agentKeys),
    tradeProfile: random.pick([...PROFILES, newProfile()]),
    side,
    title: 'Work',
    priceStamps,
    visibility: random.pick(['MATCH_ONLY', 'MARKET']),
    ...(steps.length > 0 && { steps }),
  };
}

function counter({ terms }: Subject, random: SeededRandom): Input | undefined {
  if (!terms) return undefined;
  const { steps, coverageThresholdBps } = terms;
  const changed = steps.map((step) => ({
    ...step,
    priceStamps: random.between(0, 600) + 1,
    activation: random.pick(['ANY', 'CONSUMER']),
    notBefore: random.next() < 0.1 ? new Date(Date.now() + 3_600_000).toISOString() : null,
  }));
  return { coverageThresholdBps, steps: changed };
}

function verdict(offered: Input, random: SeededRandom): Input {
  const coverageBps = offered['verdict'] === undefined ? random.between(0, 10_000) : undefined;
  return { reason: 'Seen.', ...(coverageBps !== undefined && { coverageBps }) };
}

/** The part of an input that only the caller can know, by operation. */
export function own(operation: string, offered: Input, subject: Subject, member: Member, random: SeededRandom): Input {
  switch (operation) {
    case 'publishDeliveryContract': {
      const items = [{ itemId: '1', description: 'All', weight: 1 }];
      return { summary: 'All of it.', ...(!subject.items?.length && { items }) };
    }
    case 'fileRebuttal':
      return { statement: 'It was delivered.' };
    case 'evaluateTrade':
      return verdict(offered, random);
    case 'respondToProposal':
      return offered['decision'] === 'COUNTER' ? { terms: counter(subject, random) } : {};
    case 'publishListing': {
      const { agentId, ...rest } = listing(member, random);
      return offered['agentId'] === undefined ? { agentId, ...rest } : rest;
    }
    case 'updateListing':
      return offered['lifecycleAction'] === undefined ? { title: 'Better work' } : {};
    case 'purchaseTickets':
      return { pack: 'STARTER' };
    case 'registerAgent':
      return { card: CARD };
    case 'renamePrincipal':
      return { displayName: 'A walker' };
    case 'putBinding':
      return { provider: 'test', subject: `guest-${randomUUID()}`, role: 'VIEWER' };
    default:
      return {};
  }
}

/** A complete input for an operation that is not offered. */
export function unoffered(operation: string, subject: Subject, member: Member, random: SeededRandom): Input {
  const { key, stepNo, items } = subject;
  const named = ((): Input => {
    switch (operation) {
      case 'publishDeliveryContract':
        return { stepNo, ...(items?.length && { items: items.map(({ itemId }) => ({ itemId })) }) };
      case 'submitCheckpoint':
        return { stepNo, status: 'CONFIRMED' };
      case 'fileRebuttal':
        return { stepNo };
      case 'evaluateTrade':
        return { verdict: 'PASS' };
      case 'respondToProposal':
        return { decision: 'ACCEPT' };
      case 'updateListing':
        return { lifecycleAction: 'PAUSE' };
      case 'decideApproval':
        return { decision: 'APPROVE' };
      case 'reserveBond':
      case 'releaseBond':
      case 'fundPrincipal':
      case 'returnFunds':
        return { amountStamps: 1 };
      default:
        return {};
    }
  })();
  const all = { ...key, ...named };
  const input = { ...all, ...own(operation, all, subject, member, random) };
  // An active listing of a profile is refused first, and no act can know the profile that a caller chooses.
  return operation === 'publishListing' ? { ...input, tradeProfile: newProfile() } : input;
}
