import { idOf, keyOf } from '../../src/domain/keys';
import { accountName, slashPool, tickets, tradeBond, tradeEscrow } from '../../src/domain/ledger/accounts';
import type { Account, Line } from '../../src/domain/effects';
import { coverageOf, evaluate, rulesOf } from '../../src/domain/trades/evaluation';
import { parseEvidence, type Evidence, type EvidenceStep, type FaultHistory } from '../../src/domain/trades/evidence';
import { slashPolicyV11 } from '../../src/domain/trades/policy-v1-1';
import { recompute, type Recomputed } from '../../src/domain/trades/settlement';
import { verdictOf } from '../../src/domain/trades/step-input';
import type { AcceptanceItem, DeliveryContract } from '../../src/domain/types';
import { uuid } from '../../test/unit/domain/setup';
import type { CaseItem, CaseParty, CaseStep, SettledAnswer, TradeAnswer, TradeCase } from './case';

const { version, ruleVersion } = slashPolicyV11;
const TRADE = { trade_key: keyOf('trd', uuid()), proposal_key: keyOf('prp', uuid()), agent_key: keyOf('agt', uuid()) };

export function timeOf(seconds: number): Date {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
}

export function agreedItems(items: readonly CaseItem[] | null): AcceptanceItem[] | null {
  return items?.map(({ id, weight, must }) => ({ item_id: id, description: 'An item', weight, must })) ?? null;
}

/** The contract of a step without agreed items gets different weights, which must not count. */
function contractOf({ contract }: CaseStep): DeliveryContract | null {
  if (contract === null) return null;
  return { summary: 'x', items: contract.map((item_id, index) => contractItem(item_id, index + 1)) };
}

export function contractItem(item_id: string, weight: number): DeliveryContract['items'][number] {
  return { item_id, description: 'An item', weight, artifact_uri: null, artifact_sha256: null };
}

function evidenceStep(step: CaseStep, threshold: number): EvidenceStep {
  const [items, contract, deadline] = [agreedItems(step.items), contractOf(step), timeOf(step.deadline).toISOString()];
  const status = step.checkpoint?.status ?? null;
  const results =
    step.checkpoint?.results?.map((result) => ({ item_id: result.id, met: result.met, note: null })) ?? null;
  const claimedBps =
    contract && status && coverageOf(ruleVersion, { items, contract, status, results, thresholdBps: threshold });
  const ruling = typeof step.ruling === 'number' ? { coverage_bps: step.ruling } : { verdict: step.ruling };
  const data = { ...rulesOf(ruleVersion), claimedBps: claimedBps ?? 0, coverageThresholdBps: threshold };
  const begun = step.state === 'pending' ? null : timeOf(0).toISOString();
  return {
    step_no: step.no,
    title: 'A step',
    provider_principal_key: step.provider,
    provider_agent_key: TRADE.agent_key,
    consumer_principal_key: step.consumer,
    consumer_agent_key: TRADE.agent_key,
    price_stamps: step.price,
    contract_window_seconds: 1,
    checkpoint_window_seconds: 1,
    items,
    state: step.state,
    activated_at: begun,
    deadline_at: step.state === 'active' ? deadline : null,
    contract,
    contract_published_at: contract && begun,
    checkpoint_status: status,
    checkpoint_results: results,
    coverage_bps: claimedBps ?? null,
    checkpoint_submitted_at: status && begun,
    rebuttal_filed_at: step.rebutted_at === null ? null : timeOf(step.rebutted_at).toISOString(),
    verdict: step.ruling === null ? null : verdictOf({ ...ruling, reason: 'Seen' }, data, timeOf(1)),
  };
}

function evidenceOf(input: TradeCase): Evidence {
  const isWithdrawn = input.steps.some((step) => step.withdrawn);
  return {
    policy_version: version,
    rule_version: ruleVersion,
    trade_key: TRADE.trade_key,
    proposal_key: TRADE.proposal_key,
    state: 'executing',
    created_at: timeOf(0).toISOString(),
    idle_deadline_at: timeOf(input.idle_deadline).toISOString(),
    withdrawn_at: isWithdrawn ? timeOf(input.now).toISOString() : null,
    settled_at: timeOf(input.now).toISOString(),
    terms: { coverage_threshold_bps: input.threshold, bond_bps: 2000, dispute_burn_bps: input.burn },
    activation_fee_bps: input.fee_bps,
    parties: input.parties.map(({ key, bond }) => ({
      principal_key: key,
      agent_key: TRADE.agent_key,
      bond_stamps: bond,
    })),
    steps: input.steps.map((step) => evidenceStep(step, input.threshold)),
    fault_history: null,
  };
}

function historyOf(parties: readonly CaseParty[], atFault: string): FaultHistory {
  const own = parties.find(({ key }) => key === atFault);
  if (own === undefined) throw new Error('the principal at fault is a party');
  const related = parties.filter((party) => party !== own && party.owners.some((owner) => own.owners.includes(owner)));
  return {
    principal_key: atFault,
    window_days: slashPolicyV11.recordWindowDays,
    faults: own.record.faults,
    completed_trades: own.record.clean,
    counterparty_owners: own.record.owners,
    same_owner_keys: related.map(({ key }) => key),
  };
}

/** The service's answer for a trade: `evaluate`, then `recompute` from the evidence. */
export function tradeAnswer(input: TradeCase): TradeAnswer {
  const evidence = evidenceOf(input);
  const { trade, steps, settledAt } = parseEvidence(evidence);
  const due = evaluate(trade, steps, settledAt);
  if (due.action !== 'settle') return { action: 'none' };
  const atFault = due.fault?.principalId ?? null;
  const fault_history = atFault === null ? null : historyOf(input.parties, keyOf('prn', atFault));
  return settledAnswer(recompute(JSON.stringify({ ...evidence, fault_history })), input);
}

interface Settled {
  readonly steps: readonly Pick<CaseStep, 'no' | 'provider' | 'consumer'>[];
  readonly parties: readonly CaseParty[];
}

const ids = new Map<string, string>();

/** The id of a principal key. Parsing is slow, and the cases use few keys. */
function idOfKey(key: string): string {
  const id = ids.get(key) ?? idOf('prn', key);
  if (id === undefined) throw new Error(`${key} is no key`);
  ids.set(key, id);
  return id;
}

/** The stamps from an escrow of a step, or from bonds, to an account. */
function movements(lines: readonly Line[]): (from: Account, to: Account) => number {
  const moved = new Map<string, number>();
  for (const { debit, credit, amount } of lines) {
    const name = `${accountName(debit)} ${accountName(credit)}`;
    moved.set(name, (moved.get(name) ?? 0) + Number(amount));
  }
  return (from, to) => moved.get(`${accountName(from)} ${accountName(to)}`) ?? 0;
}

/** The settlement as the second implementation shows it. */
export function settledAnswer(settled: Recomputed, { steps, parties }: Settled): SettledAnswer {
  const moved = movements(settled.lines);
  const ends = steps.map(({ no, provider, consumer }): SettledAnswer['steps'][number] => {
    const escrow = tradeEscrow(settled.tradeId, no, idOfKey(consumer));
    const state = settled.stepStates.find(({ stepNo }) => stepNo === no)?.state ?? '';
    const toTickets = (key: string): number => moved(escrow, tickets(idOfKey(key)));
    return [no, state, toTickets(provider), toTickets(consumer), moved(escrow, slashPool)];
  });
  const bonds = parties.map(({ key }) => moved(tradeBond(settled.tradeId, idOfKey(key)), slashPool));
  const fees = settled.parties.filter(({ feesStamps }) => feesStamps !== undefined && feesStamps > 0n);
  return {
    action: 'settle',
    outcome: settled.outcome,
    class: settled.failureClass,
    cause: settled.failureCause,
    fault: settled.faultPrincipalId && keyOf('prn', settled.faultPrincipalId),
    step: settled.faultedStepNo,
    slash: Number(settled.slashAmount),
    pool: [...bonds, ...ends.map(([, , , , burnt]) => burnt)].reduce((total, stamps) => total + stamps, 0),
    comp: settled.comp.map(({ principal_id, amount, exposure_basis, kind }) => {
      return [keyOf('prn', principal_id), amount, exposure_basis, kind];
    }),
    steps: ends,
    fees: Object.fromEntries(
      fees.map(({ principalId, feesStamps }) => [keyOf('prn', principalId), Number(feesStamps)]),
    ),
  };
}
