import { idOf } from '../../src/domain/keys';
import { slashPolicyV11 } from '../../src/domain/trades/policy-v1-1';
import { recompute } from '../../src/domain/trades/settlement';
import type { CheckpointInput } from '../../src/domain/trades/step-input';
import { plannedStep, refusalOf, TradeScenario, uuid, type Party } from '../../test/unit/domain/setup';
import type { Act, CaseCheckpoint, LifeAnswer, LifeCase, OfferedItem } from './case';
import { agreedItems, settledAnswer } from './service-answers';

function partyOf(key: string): Party {
  return { id: idOf('prn', key) ?? '', agent: uuid() };
}

/** The trade of a case, activated at time 0. */
function begin(input: LifeCase): TradeScenario {
  const [provider, consumer] = [partyOf(input.step.provider), partyOf(input.step.consumer)];
  const scenario = new TradeScenario([plannedStep(provider, consumer, input.step.price)], {
    policyVersion: slashPolicyV11.version,
    thresholdBps: input.threshold,
    disputeBurnBps: input.burn,
    step: {
      items: agreedItems(input.step.items),
      contract_window_seconds: input.contract_window,
      checkpoint_window_seconds: input.checkpoint_window,
    },
  });
  const { trade, participants } = scenario.data;
  const record = input.parties[0]?.record ?? { faults: 0, clean: 0, owners: 0 };
  const bondOf = (id: string): bigint => BigInt(input.parties.find(({ key }) => idOf('prn', key) === id)?.bond ?? 0);
  scenario.data = {
    ...scenario.data,
    trade: {
      ...trade,
      rebuttalWindowSeconds: input.rebuttal_window,
      evaluationWindowSeconds: input.evaluation_window,
    },
    participants: participants.map((one) => ({ ...one, bondStamps: bondOf(one.principalId) })),
    record: { faults: record.faults, completed: record.clean, counterpartyOwners: record.owners, sameOwner: [] },
  };
  scenario.activate(consumer);
  return scenario;
}

function contractInput(items: readonly OfferedItem[]) {
  return {
    summary: 'x',
    items: items.map(({ id, describes, weighs }) => ({
      item_id: id,
      description: describes ? 'An item' : null,
      weight: weighs ? 7 : null,
    })),
  };
}

function checkpointInput({ status, results }: CaseCheckpoint): CheckpointInput {
  return { status, results: results?.map((result) => ({ item_id: result.id, met: result.met })) };
}

function perform(scenario: TradeScenario, act: Act): unknown {
  switch (act.act) {
    case 'contract':
      return scenario.publish(1, contractInput(act.items));
    case 'checkpoint':
      return scenario.submitCheckpoint(1, checkpointInput(act.checkpoint));
    case 'ruling':
      return scenario.submitVerdict(act.ruling);
    case 'rebuttal':
      return scenario.fileRebuttal(1, { statement: 'It was delivered', evidence: [] });
    case 'withdraw':
      return scenario.withdraw(scenario.party(scenario.step(1).providerPrincipalId));
    case 'sweep':
      return scenario.sweep();
  }
}

/** The service's answer for a life: its decision for each act. */
export function lifeAnswer(input: LifeCase): LifeAnswer {
  const scenario = begin(input);
  const startedAt = scenario.clock;
  const accepted = input.acts.map((act) => {
    scenario.clock = startedAt + act.at * 1000;
    return refusalOf(() => perform(scenario, act)) === undefined;
  });
  scenario.clock = startedAt + input.end * 1000;
  scenario.sweep();
  const { settlement } = scenario;
  const step = scenario.step(1);
  return {
    accepted,
    deadline: ((step.deadlineAt?.getTime() ?? 0) - startedAt) / 1000,
    claim: step.coverageBps,
    settlement:
      settlement && settledAnswer(recompute(settlement.evidence), { steps: [input.step], parties: input.parties }),
  };
}
