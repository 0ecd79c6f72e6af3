import { createHash } from 'node:crypto';
import { canonical } from '../../domain/canonical';
import { evidenceOf, type Evidence } from '../../domain/trades/evidence';
import { accountName } from '../../domain/ledger/accounts';
import { recompute, type Recomputed } from '../../domain/trades/settlement';
import type { Settlement, SettlementParty, Trade, TradeParticipant, TradeStep } from '../../domain/types';
import { decode, decodeAll } from '../../database/sql/codec';
import type { Db } from '../../database/transactions/statement';
import { MAX_FINDINGS, type Check, type Finding } from './check';

/** Check I6: recomputes every settlement from its evidence, and the evidence from the trade. */

interface StoredSettlement {
  readonly settlement: Settlement;
  readonly parties: readonly SettlementParty[];
  readonly trade: Trade | null;
  readonly participants: readonly TradeParticipant[];
  readonly steps: readonly TradeStep[];
  /** `debit credit amount` with account names, in the order of the journal. */
  readonly lines: readonly string[];
}

// A settlement may have 32 steps of 64 items each, so a page of the largest ones must fit in memory.
const PAGE = 50;

const READ_PAGE = `
  SELECT s.settlement_id, to_jsonb(s) AS settlement, to_jsonb(t) AS trade,
    (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM settlement_party p WHERE p.trade_id = s.trade_id) AS parties,
    (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM trade_participant p WHERE p.trade_id = s.trade_id) AS participants,
    (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.step_no) FROM trade_step p WHERE p.trade_id = s.trade_id) AS steps,
    ARRAY(SELECT concat_ws(' ', ledger_account_name(d.kind, d.principal_id, d.human_id, d.trade_id, d.step_no),
        ledger_account_name(c.kind, c.principal_id, c.human_id, c.trade_id, c.step_no), p.amount)
      FROM ledger_journal j JOIN ledger_posting p USING (journal_id)
      JOIN ledger_account d ON d.account_id = p.debit_account_id JOIN ledger_account c ON c.account_id = p.credit_account_id
      WHERE j.idem_key = 'trade:' || s.trade_id || ':settle' AND j.trade_id = s.trade_id AND j.kind = 'settlement'
      ORDER BY p.line_no) AS lines
  FROM settlement s LEFT JOIN trade t USING (trade_id)
  WHERE s.settlement_id > $1 AND s.settlement_id >= audit_since_id() ORDER BY s.settlement_id LIMIT ${String(PAGE)}`;

interface PageRow {
  readonly settlement_id: string;
  readonly settlement: object;
  readonly trade: object | null;
  readonly parties: object[] | null;
  readonly participants: object[] | null;
  readonly steps: object[] | null;
  readonly lines: string[];
}

async function* settlements(db: Db): AsyncGenerator<StoredSettlement> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page: PageRow[] = await db.query<PageRow>({ text: READ_PAGE, values: [after] });
    for (const row of page) {
      yield {
        settlement: decode(row.settlement),
        parties: decodeAll(row.parties),
        trade: row.trade && decode(row.trade),
        participants: decodeAll(row.participants),
        steps: decodeAll(row.steps),
        lines: row.lines,
      };
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.settlement_id;
  }
}

/** A value as text, for comparison. */
function canonicalText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return value === undefined ? 'nothing' : canonical(value);
}

function differences(prefix: string, stored: object, computed: object): string[] {
  const storedMembers = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(computed)
    .filter(([member, value]) => canonicalText(storedMembers.get(member)) !== canonicalText(value))
    .map(
      ([member, value]) =>
        `${prefix}${member} is ${canonicalText(storedMembers.get(member))}, its evidence gives ${canonicalText(value)}`,
    );
}

function sidesDiffer({ parties, steps }: StoredSettlement, computed: Recomputed): string[] {
  const faults = computed.parties.flatMap((side) => {
    const feesStamps = steps
      .filter((step) => step.consumerPrincipalId === side.principalId)
      .reduce((sum, step) => sum + step.feeStamps, 0n);
    const party = parties.find((one) => one.principalId === side.principalId) ?? {};
    // Evidence of `slash_policy_v1` has no fees.
    return differences(`principal ${side.principalId}: `, party, { feesStamps, ...side });
  });
  const extraParties = parties.filter((one) => computed.parties.every((side) => side.principalId !== one.principalId));
  return [...faults, ...extraParties.map((one) => `principal ${one.principalId} is not a party in its evidence`)];
}

function postingsDiffer({ lines }: StoredSettlement, computed: Recomputed): string[] {
  const due = computed.lines.map((line) => `${accountName(line.debit)} ${accountName(line.credit)} ${line.amount}`);
  const count = Math.max(due.length, lines.length);
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => lines[index] !== due[index])
    .map(
      (index) => `line ${index + 1} is ${canonicalText(lines[index])}, its evidence gives ${canonicalText(due[index])}`,
    );
}

function endDiffers({ trade, steps, settlement }: StoredSettlement, computed: Recomputed): string[] {
  const end = { state: computed.outcome, settledAt: settlement.settledAt, idleDeadlineAt: null, dueAt: null };
  const states = computed.stepStates.flatMap(({ stepNo, state }) =>
    differences(`step ${stepNo}: `, steps.find((step) => step.stepNo === stepNo) ?? {}, { state }),
  );
  return [...differences('trade: ', trade ?? {}, end), ...states];
}

/** Rebuilds the evidence from the trade. States that the settlement has changed are taken from the evidence. */
function evidenceDiffers({ settlement, trade, participants, steps }: StoredSettlement): string[] {
  const evidence = JSON.parse(settlement.evidence) as Evidence;
  if (trade === null) return ['its trade does not exist'];
  const idleDeadlineAt = evidence.idle_deadline_at === null ? null : new Date(evidence.idle_deadline_at);
  const before = { ...trade, state: evidence.state, idleDeadlineAt };
  const stepsBefore = steps.map((step) => {
    const state = evidence.steps.find((one) => one.step_no === step.stepNo)?.state;
    return { ...step, state: state ?? step.state };
  });
  const rebuilt = evidenceOf(before, stepsBefore, participants, evidence.fault_history, settlement.settledAt);
  if (canonical(rebuilt) === settlement.evidence) return [];
  const members = differences('evidence: ', evidence, rebuilt);
  return members.length > 0 ? members : ['its evidence is not in canonical form'];
}

function faultsOf(stored: StoredSettlement): string[] {
  const { settlement } = stored;
  const sha256 = createHash('sha256').update(settlement.evidence).digest('hex');
  const digest = sha256 === settlement.evidenceSha256 ? [] : [`its evidence hashes to ${sha256}`];
  try {
    const computed = recompute(settlement.evidence);
    const { parties: _parties, stepStates: _states, lines: _lines, ...record } = computed;
    return [
      ...digest,
      ...differences('', settlement, record),
      ...sidesDiffer(stored, computed),
      ...postingsDiffer(stored, computed),
      ...endDiffers(stored, computed),
      ...evidenceDiffers(stored),
    ];
  } catch (error) {
    // Invalid evidence is a finding, not an error of the check.
    return [...digest, `its evidence cannot be computed: ${error instanceof Error ? error.message : String(error)}`];
  }
}

export const settlementsRecomputed: Check = {
  id: 'I6',
  title:
    'each settlement, computed anew from its stored evidence, is its record, its sides, its postings and its trade’s end',
  async run(db) {
    const found: Finding[] = [];
    for await (const stored of settlements(db)) {
      const { settlementId, tradeId } = stored.settlement;
      const name = `settlement ${settlementId} of trade ${tradeId}`;
      found.push(...faultsOf(stored).map((fault) => ({ check: 'I6', detail: `${name}: ${fault}` })));
      if (found.length >= MAX_FINDINGS) return found.slice(0, MAX_FINDINGS);
    }
    return found;
  },
};
