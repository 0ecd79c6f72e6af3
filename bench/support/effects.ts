import { createHash } from 'node:crypto';
import { newUuidV7 } from '../../src/adapters/ids';
import { decideActivateTrade } from '../../src/domain/trades/activate-trade';
import { decideCreateTrade } from '../../src/domain/trades/create-trade';
import type { Effects } from '../../src/domain/effects';
import { rulesOf } from '../../src/domain/trades/evaluation';
import type { PrincipalData } from '../../src/domain/parties/principal';
import { decideSweep } from '../../src/domain/trades/settle-trade';
import { decidePublishContract, decideSubmitCheckpoint } from '../../src/domain/trades/step';
import { effectsJson, type DecisionDataRequest } from '../../src/database/repositories/decisions';
import type { Deal, Party } from './market';

export const CALLS = ['createTrade', 'activateTrade', 'publishDeliveryContract', 'submitCheckpoint', 'settle'] as const;

/** One prepared transaction: what it loads and what it does. */
export interface Ready {
  readonly call: string;
  readonly by: Party;
  readonly load: string;
  readonly apply: string;
}

/** Delivery contract of every benched trade. */
export const CONTRACT = {
  summary: 'The translated text, proof-read.',
  items: [
    { item_id: 'text', description: 'The translated text.', weight: 600 },
    { item_id: 'proof', description: 'The proof-read text.', weight: 400 },
  ],
};

export const settings = {
  activationFeeBps: 100,
  idleWindowSeconds: 259_200,
  rebuttalWindowSeconds: 3_600,
  evaluationWindowSeconds: rulesOf('rules_v1.1').evaluationWindowSeconds,
  policyVersion: 'slash_policy_v1.1',
  ruleVersion: 'rules_v1.1',
};

/** Data of a principal that has more of everything than it needs. */
export function richDataOf({ principalId }: Pick<Party, 'principalId'>): PrincipalData {
  const much = 10n ** 12n;
  return {
    principalId,
    maxOpenTrades: 1_000_000,
    bondLimitStamps: much,
    dailySpendLimitStamps: much,
    ticketStamps: much,
    bondAvailableStamps: much,
    openTrades: 0,
    openBondStamps: 0n,
    spentTodayStamps: 0n,
    faults180Days: 0,
  };
}

/** Whole life of a deal's trade, decided beforehand by the decision functions of the service. */
export function lifeOf({ provider, consumer, proposal, revision, participants }: Deal): Ready[] {
  const moment = {
    now: new Date(),
    newId: () => newUuidV7(moment.now),
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  };
  const principals = [richDataOf(provider), richDataOf(consumer)];
  const as = ({ principalId, agentId }: Party) => ({ principalId, agentText: agentId });
  const data = { proposal, revision, participants, principals, trade: null, mandates: [] };
  const created = decideCreateTrade(data, { caller: as(consumer), settings }, moment);
  const common = { participants: created.participants, principals };
  const activated = decideActivateTrade({ ...common, ...created }, { caller: as(consumer) }, moment);
  const published = decidePublishContract(
    { ...common, ...activated },
    { caller: as(provider), stepNo: 1, contract: CONTRACT },
    moment,
  );
  const checked = decideSubmitCheckpoint(
    { ...common, ...published },
    { caller: as(consumer), stepNo: 1, checkpoint: { status: 'confirmed' } },
    moment,
  );
  const settled = decideSweep({ ...common, ...checked }, moment);
  if (settled.result !== 'settled') throw new Error('A confirmed checkpoint must settle the trade.');
  const { tradeId } = created.trade;
  const { proposalId } = proposal;
  return [
    ready('createTrade', consumer, { proposal_id: proposalId, lock: 'update', principals: 'all' }, created.effects),
    ready('activateTrade', consumer, { trade_id: tradeId, lock: 'update', principals: 'consumers' }, activated.effects),
    ready('publishDeliveryContract', provider, { trade_id: tradeId, lock: 'update' }, published.effects),
    ready('submitCheckpoint', consumer, { trade_id: tradeId, lock: 'update' }, checked.effects),
    ready('settle', consumer, { trade_id: tradeId, lock: 'skip', principals: 'all' }, settled.effects),
  ];
}

export function ready(call: string, by: Party, load: DecisionDataRequest, effects: Effects): Ready {
  return { call, by, load: JSON.stringify(load), apply: effectsJson(effects) ?? '{}' };
}
