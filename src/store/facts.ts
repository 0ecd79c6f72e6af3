import type { Effects } from '../domain/effects';
import type { PrincipalFacts } from '../domain/principal';
import type {
  Proposal,
  ProposalParticipant,
  ProposalRevision,
  Trade,
  TradeParticipant,
  TradeStep,
} from '../domain/types';
import { journalJson } from './books';
import { refusing } from './constraints';
import { decode, decodeAll, encode } from './codec';
import { isContention } from './transient';
import type { Tx } from './tx';

/** What to load and lock; see migrations/0008-load.sql, where THE lock order stands. */
export interface FactsRequest {
  readonly proposal_id?: string;
  readonly trade_id?: string;
  /** `skip` answers undefined when someone else is at work on it; it must be the first thing a transaction does. */
  readonly lock: 'update' | 'skip';
  readonly principals?: 'all' | 'consumers';
  readonly principal_ids?: readonly string[];
}

export interface Facts {
  readonly proposal: Proposal | null;
  readonly revision: ProposalRevision | null;
  readonly participants: readonly ProposalParticipant[];
  /** Of revision 1, whose agents a counter may not change. */
  readonly firstParticipants: readonly ProposalParticipant[];
  readonly trade: Trade | null;
  readonly tradeParticipants: readonly TradeParticipant[];
  readonly steps: readonly TradeStep[];
  readonly principals: readonly PrincipalFacts[];
}

interface LoadedJson {
  proposal: object | null;
  revision: object | null;
  first_participants: object[] | null;
  participants: object[] | null;
  trade: object | null;
  trade_participants: object[] | null;
  steps: object[] | null;
  principals: object[] | null;
}

const LOAD = 'SELECT load_facts($1, $2) AS facts';
// The proposal or trade is skipped when another has it. Its principals are busy with other things as well: they are
// waited for, but no longer than a call takes that finds nobody in its way.
const LOAD_BRIEFLY = `${LOAD} FROM set_config('lock_timeout', '100ms', true)`;

async function loadBriefly(tx: Tx, values: readonly unknown[]): Promise<{ facts: LoadedJson | null }[]> {
  try {
    return await tx.query({ name: 'load_facts_briefly', text: LOAD_BRIEFLY, values });
  } catch (error) {
    if (!isContention(error)) throw error;
    await tx.rollbackToSavepoint();
    return [];
  }
}

/** Every fact a decision needs, locked and read in one statement; undefined when the proposal or trade is not there. */
export async function load(tx: Tx, request: FactsRequest): Promise<Facts | undefined> {
  const values = [JSON.stringify(request), tx.now];
  const [row] =
    request.lock === 'skip'
      ? await loadBriefly(tx, values)
      : await tx.query<{ facts: LoadedJson | null }>({ name: 'load_facts', text: LOAD, values });
  const facts = row?.facts;
  if (!facts) return undefined;
  const participants = decodeAll<ProposalParticipant>(facts.participants);
  return {
    proposal: facts.proposal && decode<Proposal>(facts.proposal),
    revision: facts.revision && decode<ProposalRevision>(facts.revision),
    participants,
    firstParticipants: facts.first_participants ? decodeAll(facts.first_participants) : participants,
    trade: facts.trade && decode<Trade>(facts.trade),
    tradeParticipants: decodeAll(facts.trade_participants),
    steps: decodeAll(facts.steps),
    principals: decodeAll(facts.principals),
  };
}

const TABLES = {
  listings: 'listings',
  matchRuns: 'match_runs',
  proposals: 'proposals',
  revisions: 'revisions',
  proposalParticipants: 'proposal_participants',
  pairs: 'pairs',
  trades: 'trades',
  tradeParticipants: 'trade_participants',
  steps: 'steps',
  settlements: 'settlements',
  settlementParties: 'settlement_parties',
  spends: 'spends',
  events: 'events',
} as const satisfies Partial<Record<keyof Effects, string>>;

/** A decision as the document `apply_effects` takes; undefined when there is nothing to do. */
export function effectsJson(effects: Effects): string | undefined {
  const document: Record<string, unknown> = {};
  for (const [name, table] of Object.entries(TABLES)) {
    const rows = effects[name as keyof typeof TABLES];
    if (rows && rows.length > 0) document[table] = rows.map(encode);
  }
  if (effects.journals && effects.journals.length > 0) document['journals'] = effects.journals.map(journalJson);
  return Object.keys(document).length === 0 ? undefined : JSON.stringify(document);
}

/** Applies a decision in one statement, the ledger last; nothing to do is no round trip. */
export async function apply(tx: Tx, effects: Effects): Promise<void> {
  const json = effectsJson(effects);
  if (json === undefined) return;
  await refusing(tx.query({ name: 'apply_effects', text: 'SELECT apply_effects($1, $2)', values: [json, tx.now] }));
}
