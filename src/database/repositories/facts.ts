import type { Effects } from '../../domain/effects';
import type { PrincipalFacts } from '../../domain/parties/principal';
import type {
  Proposal,
  ProposalParticipant,
  ProposalRevision,
  Trade,
  TradeParticipant,
  TradeStep,
} from '../../domain/types';
import { journalJson } from '../sql/journal-json';
import { mapConstraintErrors } from '../sql/constraints';
import { decode, decodeAll, encode } from '../sql/codec';
import { batchable } from '../batching/batchable';
import { isContention } from '../connection/transient';
import type { Statement, StatementBatching } from '../transactions/statement';
import type { Tx } from '../transactions/database';

/** What to load and lock; see sql/trades/load_facts.sql, where THE lock order stands. */
export interface FactsRequest {
  readonly proposal_id?: string;
  readonly trade_id?: string;
  /** `skip` answers undefined when someone else is at work on it. */
  readonly lock: 'update' | 'skip';
  /**
   * Of `skip`: something was done before it in the transaction. Whoever is in its way for long then ends all of it, and it is
   * tried again: to undo this alone would undo that as well.
   */
  readonly afterOtherStatements?: boolean;
  /** How long `skip` waits for the principals. */
  readonly waitMs?: number | undefined;
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
  /** Another has locked it; answered in a shared transaction alone. */
  busy?: true;
  proposal: { readonly proposal_id: string } | null;
  revision: object | null;
  first_participants: object[] | null;
  participants: object[] | null;
  trade: { readonly trade_id: string } | null;
  trade_participants: object[] | null;
  steps: object[] | null;
  principals: { readonly principal_id: string }[] | null;
}

const LOAD = 'SELECT load_facts($1, $2) AS facts';
// The proposal or trade is skipped when another has it. Its principals are busy with other things as well: they are
// waited for, but no longer than a call takes that finds nobody in its way.
const LOAD_SKIP_LOCKED = `${LOAD} FROM set_config('lock_timeout', $3, true)`;
const SHORT_LOCK_TIMEOUT_MS = 100;

interface Loaded {
  readonly facts: LoadedJson | null;
}

/** Ends what `skip` has set for the transaction: who goes on with it waits for others as ever. */
export async function resetLockTimeout(tx: Tx): Promise<void> {
  await tx.query({ text: 'SET LOCAL lock_timeout TO DEFAULT' });
}

async function loadSkipLocked(
  tx: Tx,
  { waitMs = SHORT_LOCK_TIMEOUT_MS, afterOtherStatements: within = false, ...request }: FactsRequest,
): Promise<Loaded[]> {
  try {
    return await tx.query({
      name: 'load_facts_briefly',
      text: LOAD_SKIP_LOCKED,
      values: [JSON.stringify(request), tx.now, `${String(waitMs)}ms`],
    });
  } catch (error) {
    if (within || !isContention(error)) throw error;
    await tx.rollbackToSavepoint();
    return [];
  }
}

const LOAD_BATCH: StatementBatching<FactsRequest> = {
  changes: false,
  join: (requests, now) => ({
    name: 'load_facts_together',
    text: 'SELECT load_facts(req, $2) AS facts FROM jsonb_array_elements($1) WITH ORDINALITY AS r (req, n) ORDER BY n',
    values: [JSON.stringify(requests.map((request) => ({ ...request, lock: 'try' }))), now],
  }),
  share: (rows) => rows.map((row) => [row]),
  locked: ([row]) => {
    const { facts } = row as Loaded;
    return facts?.busy ? 'busy' : idsOf(facts);
  },
};

/** What load_facts has locked to answer these. */
function idsOf(facts: LoadedJson | null): string[] {
  const { proposal, trade, principals } = facts ?? {};
  return [proposal?.proposal_id, trade?.trade_id, ...(principals ?? []).map((one) => one.principal_id)].filter(
    (id) => id !== undefined,
  );
}

async function loadAndLock(tx: Tx, request: FactsRequest): Promise<Loaded[]> {
  return tx.query({
    name: 'load_facts',
    text: LOAD,
    // Written when it is asked for: among others it is written with theirs.
    get values() {
      return [JSON.stringify(request), tx.now];
    },
    batching: batchable(LOAD_BATCH, request),
  });
}

/** Every fact a decision needs, locked and read in one statement; undefined when the proposal or trade is not there. */
export async function loadFacts(tx: Tx, request: FactsRequest): Promise<Facts | undefined> {
  const [row] = request.lock === 'skip' ? await loadSkipLocked(tx, request) : await loadAndLock(tx, request);
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

/** A decision as `apply_effects` takes it: the rows of each table. */
type Document = Readonly<Record<string, readonly object[]>>;

function documentOf(effects: Effects): Document {
  const document: Record<string, readonly object[]> = {};
  for (const [name, table] of Object.entries(TABLES)) {
    const rows = effects[name as keyof typeof TABLES];
    if (rows && rows.length > 0) document[table] = rows.map(encode);
  }
  if (effects.journals && effects.journals.length > 0) document['journals'] = effects.journals.map(journalJson);
  return document;
}

function applying(document: Document, now: Date): Statement {
  return {
    name: 'apply_effects',
    text: 'SELECT apply_effects($1, $2)',
    // Written when it is asked for: among others it is written with theirs.
    get values() {
      return [JSON.stringify(document), now];
    },
    batching: batchable(APPLY_BATCH, document),
  };
}

/** A decision as the document `apply_effects` takes; undefined when there is nothing to do. */
export function effectsJson(effects: Effects): string | undefined {
  const document = documentOf(effects);
  return Object.keys(document).length === 0 ? undefined : JSON.stringify(document);
}

// Documents are rows by table: those of several decisions, none of which is about what another is about, are one document.
const APPLY_BATCH: StatementBatching<Document> = {
  changes: true,
  join: (documents, now) => {
    const all: Record<string, object[]> = {};
    for (const [table, rows] of documents.flatMap((one) => Object.entries(one))) (all[table] ??= []).push(...rows);
    return applying(all, now);
  },
  share: (_, documents) => documents.map(() => []),
};

/** Applies a decision in one statement, the ledger last; nothing to do is no round trip. */
export async function applyEffects(tx: Tx, effects: Effects): Promise<void> {
  const document = documentOf(effects);
  if (Object.keys(document).length === 0) return;
  await mapConstraintErrors(tx.query(applying(document, tx.now)));
}
