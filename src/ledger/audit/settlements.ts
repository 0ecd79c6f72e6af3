import { createHash } from 'node:crypto';
import { canonical } from '../../domain/canonical';
import { evidenceOf, type Evidence } from '../../domain/trades/evidence';
import { accountName } from '../../domain/ledger/accounts';
import { recompute, type Recomputed } from '../../domain/trades/settlement';
import type { TradeRows } from '../../domain/trades/fact-types';
import type { Settlement, SettlementParty } from '../../domain/types';
import { factBytes } from '../../database/repositories/trade-queue';
import { decode, decodeAll } from '../../database/sql/codec';
import { parseFact, projectionOf, type StoredFact } from '../../database/sql/fact-json';
import { factsOf, rowCheck } from './trade-pages';

/** Check I6: recomputes every settlement from its evidence, and the evidence from the facts of the trade. */

interface StoredSettlement {
  readonly settlement: Settlement;
  readonly parties: readonly SettlementParty[];
  /** The rows by the facts of the trade; null if there are none, which F1 or F2 finds. */
  readonly rows: TradeRows | null;
  /** The digest of the evidence in the fact of the settlement; null for a settlement of a release without facts. */
  readonly factSha256: string | null;
  /** `debit credit amount` with account names, in the order of the journal. */
  readonly lines: readonly string[];
}

const IDS = `SELECT s.settlement_id AS id, octet_length(s.evidence) + ${factBytes('s')} AS bytes
  FROM settlement s WHERE s.settlement_id >= audit_since_id()`;
const ROWS = `
  SELECT s.settlement_id, s.trade_id, to_jsonb(s) AS settlement, ${factsOf('s')} AS facts,
    (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM settlement_party p WHERE p.trade_id = s.trade_id) AS parties,
    ARRAY(SELECT concat_ws(' ', ledger_account_name(d.kind, d.principal_id, d.human_id, d.trade_id, d.step_no),
        ledger_account_name(c.kind, c.principal_id, c.human_id, c.trade_id, c.step_no), p.amount)
      FROM ledger_journal j JOIN ledger_posting p USING (journal_id)
      JOIN ledger_account d ON d.account_id = p.debit_account_id JOIN ledger_account c ON c.account_id = p.credit_account_id
      WHERE j.idem_key = 'trade:' || s.trade_id || ':settle' AND j.trade_id = s.trade_id AND j.kind = 'settlement'
      ORDER BY p.line_no) AS lines
  FROM settlement s
  WHERE s.settlement_id = ANY ($1)`;

interface PageRow {
  readonly settlement_id: string;
  readonly trade_id: string;
  readonly settlement: object;
  readonly facts: StoredFact[] | null;
  readonly parties: object[] | null;
  readonly lines: string[];
}

function settlementOf(row: PageRow): StoredSettlement {
  const projected = projectionOf(row.trade_id, row.facts);
  const last = row.facts?.at(-1);
  const fact = !(projected instanceof Error) && last ? parseFact(last[0]) : undefined;
  return {
    settlement: decode(row.settlement),
    parties: decodeAll(row.parties),
    rows: projected instanceof Error ? null : projected,
    factSha256: fact?.kind === 'settled' ? fact.evidenceSha256 : null,
    lines: row.lines,
  };
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

function sidesDiffer({ parties, rows }: StoredSettlement, computed: Recomputed): string[] {
  const findings = computed.parties.flatMap((side) => {
    const feesStamps = rows?.steps
      .filter((step) => step.consumerPrincipalId === side.principalId)
      .reduce((sum, step) => sum + step.feeStamps, 0n);
    const party = parties.find((one) => one.principalId === side.principalId) ?? {};
    // Evidence of `slash_policy_v1` has no fees.
    const expected = { ...(feesStamps !== undefined && { feesStamps }), ...side };
    return differences(`principal ${side.principalId}: `, party, expected);
  });
  const extraParties = parties.filter((one) => computed.parties.every((side) => side.principalId !== one.principalId));
  return [...findings, ...extraParties.map((one) => `principal ${one.principalId} is not a party in its evidence`)];
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

function endDiffers({ rows, settlement }: StoredSettlement, computed: Recomputed): string[] {
  if (rows === null) return [];
  const { trade, steps } = rows;
  const end = { state: computed.outcome, settledAt: settlement.settledAt, idleDeadlineAt: null, dueAt: null };
  const states = computed.stepStates.flatMap(({ stepNo, state }) =>
    differences(`step ${stepNo}: `, steps.find((step) => step.stepNo === stepNo) ?? {}, { state }),
  );
  return [...differences('trade: ', trade, end), ...states];
}

/** Rebuilds the evidence from the facts. States that the settlement has changed are taken from the evidence. */
function evidenceDiffers({ settlement, rows }: StoredSettlement): string[] {
  const evidence = JSON.parse(settlement.evidence) as Evidence;
  if (rows === null) return [];
  const { trade, steps, participants } = rows;
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

function findingsOf(stored: StoredSettlement): string[] {
  const { settlement, factSha256 } = stored;
  const sha256 = createHash('sha256').update(settlement.evidence).digest('hex');
  const isStored = sha256 === settlement.evidenceSha256 && sha256 === (factSha256 ?? sha256);
  const digest = isStored ? [] : [`its evidence hashes to ${sha256}`];
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

const TITLE = 'each settlement can be recomputed from its evidence and matches its record, sides, postings and trade';

export const settlementsRecomputed = rowCheck<PageRow>({ id: 'I6', title: TITLE }, { ids: IDS, rows: ROWS }, (row) => {
  const name = `settlement ${row.settlement_id} of trade ${row.trade_id}`;
  return findingsOf(settlementOf(row)).map((finding) => `${name}: ${finding}`);
});
