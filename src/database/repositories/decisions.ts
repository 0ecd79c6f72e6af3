import type { Effects } from '../../domain/effects';
import type { MandateData } from '../../domain/parties/mandate';
import type { PrincipalData } from '../../domain/parties/principal';
import type { PolicyActivation } from '../../domain/trades/policy-activation';
import type {
  Listing,
  Proposal,
  ProposalParticipant,
  ProposalRevision,
  Trade,
  TradeParticipant,
  TradeStep,
} from '../../domain/types';
import { factBody, type StoredFact } from '../sql/fact-json';
import { journalJson } from '../sql/journal-json';
import { mapConstraintErrors } from '../sql/constraints';
import { decode, decodeAll, encode } from '../sql/codec';
import { batchable } from '../batching/batchable';
import { isContention } from '../connection/transient';
import type { Db, Statement, StatementBatching } from '../transactions/statement';
import type { Tx } from '../transactions/database';
import { decodeMandates } from './mandates';

/** Selects the data to load and lock. The SQL function `load_decision_data` defines the lock order. */
export interface DecisionDataRequest {
  readonly proposal_id?: string;
  readonly trade_id?: string;
  /**
   * `skip` returns undefined if another transaction has locked the proposal or trade. Only workers use it, because they try
   * again. For the locks of principals it waits briefly. With `atMostMs` a worker waits for each lock, but not longer.
   * A call that decides by the row must wait with `update`: a locked row can have any state.
   */
  readonly lock: 'update' | 'skip' | { readonly atMostMs: number };
  /**
   * The principal that acts. Unless it takes part in the proposal or trade, nothing is locked. `update` waits for its
   * turn at each row, so that many calls of one party cannot keep a row from the other.
   */
  readonly caller?: string;
  readonly principals?: 'all' | 'consumers';
  readonly principal_ids?: readonly string[];
  /** Whether to load the facts of the trade, for a settlement. */
  readonly facts?: true;
  /** A participant of the proposal, whose agent may have a mandate. */
  readonly mandate_of?: string;
  /** The agent that publishes a listing, and its trade profile. */
  readonly publisher?: { readonly agent_id: string; readonly trade_profile: string };
}

export interface DecisionData {
  readonly proposal: Proposal | null;
  readonly revision: ProposalRevision | null;
  /** Bytes that the terms of all revisions take in the database. */
  readonly revisionBytes: number;
  readonly participants: readonly ProposalParticipant[];
  readonly trade: Trade | null;
  readonly tradeParticipants: readonly TradeParticipant[];
  readonly steps: readonly TradeStep[];
  /** Empty unless they were requested. */
  readonly tradeFacts: readonly StoredFact[];
  readonly principals: readonly PrincipalData[];
  /** The mandates of the participants that were requested, for a proposal without a trade. */
  readonly mandates: readonly MandateData[];
  /** The participants' agents that have retired, for a proposal without a trade. */
  readonly retiredAgentIds: readonly string[];
  /** The policy of a trade that is created now. Null if no activation is recorded, or the proposal has a trade. */
  readonly policyVersion: string | null;
  /** All activations if one takes effect after the current revision, for a proposal without a trade. Usually empty. */
  readonly policyActivations: readonly PolicyActivation[];
  /** The publisher that was requested. Null if the agent does not belong to the principal. */
  readonly agent: { readonly agentId: string; readonly retiredAt: Date | null } | null;
  /** The publisher's listing of the trade profile with the stored state active, locked. It may have expired. */
  readonly activeListing: Listing | null;
}

interface LoadedJson {
  /** Another transaction has locked the rows. Only in a batch. */
  busy?: true;
  /** The caller has no part in the proposal or trade, so none of the rows is locked. */
  unlocked?: true;
  proposal: { readonly proposal_id: string } | null;
  revision: object | null;
  /** Absent for a first revision. */
  revision_bytes?: number;
  participants: object[] | null;
  trade: { readonly trade_id: string } | null;
  trade_participants: object[] | null;
  steps: object[] | null;
  facts?: StoredFact[] | null;
  principals: { readonly principal_id: string }[] | null;
  /** Absent if there is no proposal, or it has a trade. */
  mandates?: object[] | null;
  retired_agents?: string[] | null;
  policy_version: string | null;
  policy_activations?: object[] | null;
  /** Absent without a publisher, as `active_listing` is. */
  agent?: object | null;
  active_listing?: object | null;
}

const LOAD = 'SELECT load_decision_data($1, $2) AS data';
// A locked proposal or trade is skipped, unless the worker has a time to wait. Its principals may be locked for other
// trades, so the call waits for them, but only for the usual time of one request.
const LOAD_SKIP_LOCKED = `${LOAD} FROM set_config('lock_timeout', $3, true)`;
const SHORT_LOCK_TIMEOUT_MS = 100;

interface Loaded {
  readonly data: LoadedJson | null;
}

/** Loads for a worker. Without a row, or if a lock takes too long, nothing is loaded. */
async function loadWithinMs(
  tx: Tx,
  request: DecisionDataRequest,
  lock: Exclude<DecisionDataRequest['lock'], 'update'>,
): Promise<Loaded[]> {
  const [sqlLock, waitMs] = lock === 'skip' ? ['skip', SHORT_LOCK_TIMEOUT_MS] : ['update', lock.atMostMs];
  try {
    return await tx.query({
      name: 'load_decision_data_skip_locked',
      text: LOAD_SKIP_LOCKED,
      values: [JSON.stringify({ ...request, lock: sqlLock }), tx.now, `${String(waitMs)}ms`],
      batching: batchable(LOAD_BATCH, request),
    });
  } catch (error) {
    if (!isContention(error)) throw error;
    await tx.rollbackToSavepoint();
    return [];
  }
}

const LOAD_BATCH: StatementBatching<DecisionDataRequest> = {
  changes: false,
  join: (requests, now) => ({
    name: 'load_decision_data_batch',
    text: 'SELECT load_decision_data(req, $2) AS data FROM jsonb_array_elements($1) WITH ORDINALITY AS r (req, n) ORDER BY n',
    values: [JSON.stringify(requests.map((request) => ({ ...request, lock: 'try' }))), now],
  }),
  share: (rows) => rows.map((row) => [row]),
  locked: ([row]) => {
    const { data } = row as Loaded;
    return data?.busy ? 'busy' : idsOf(data);
  },
};

/** The ids of the rows that `load_decision_data` has locked. */
function idsOf(data: LoadedJson | null): string[] {
  // Its decision refuses it. As a holder, it would make the parties in its batch start again alone.
  if (data?.unlocked) return [];
  const { proposal, trade, principals } = data ?? {};
  return [proposal?.proposal_id, trade?.trade_id, ...(principals ?? []).map(({ principal_id }) => principal_id)].filter(
    (id) => id !== undefined,
  );
}

// A request with several mutations can hold a principal and wait for a trade, against the lock order. It then fails before
// PostgreSQL looks for a deadlock (after 1 s), which would end the other side: the counterparty or the worker.
// Only participants name a `caller`. Operators and workers wait as long as usual, also after other statements.
const LOAD_AFTER_OTHERS = `${LOAD} FROM set_config('lock_timeout', '500ms', true)`;

async function loadAndLock(tx: Tx, request: DecisionDataRequest): Promise<Loaded[]> {
  const waitsFully = request.caller === undefined || !tx.hasSent;
  return tx.query({
    name: waitsFully ? 'load_decision_data' : 'load_decision_data_after_others',
    text: waitsFully ? LOAD : LOAD_AFTER_OTHERS,
    // Serialized on use: in a batch, `join` serializes the parameters of all requests instead.
    get values() {
      return [JSON.stringify(request), tx.now];
    },
    batching: batchable(LOAD_BATCH, request),
  });
}

/** Locks and reads all data of a decision in one statement. Undefined: no such proposal or trade. */
export async function loadDecisionData(tx: Tx, request: DecisionDataRequest): Promise<DecisionData | undefined> {
  const { lock } = request;
  const [row] = lock === 'update' ? await loadAndLock(tx, request) : await loadWithinMs(tx, request, lock);
  return decodeData(row);
}

/**
 * Reads the data of proposals or trades for lists and acts, in one statement and their order.
 *
 * It locks nothing and reads no principals. The steps are without the texts of the parties: one counterparty could
 * otherwise make a list too large to read.
 */
export async function readDecisionData(
  db: Db,
  requests: readonly Pick<DecisionDataRequest, 'proposal_id' | 'trade_id'>[],
): Promise<(DecisionData | undefined)[]> {
  const rows = await db.query<Loaded>({
    name: 'read_decision_data',
    text: 'SELECT load_decision_data(req, NULL) AS data FROM jsonb_array_elements($1) WITH ORDINALITY AS r (req, n) ORDER BY n',
    values: [JSON.stringify(requests.map((request) => ({ ...request, without_texts: true })))],
  });
  return rows.map(decodeData);
}

/** Reads what decisions need about principals, without locks. */
export async function readPrincipalData(db: Db, ids: readonly string[], now: Date): Promise<PrincipalData[]> {
  const [row] = await db.query<{ data: object[] }>({
    name: 'read_principal_data',
    text: 'SELECT principal_data($1, $2) AS data',
    values: [[...ids], now],
  });
  return decodeAll(row?.data);
}

function decodeData(row: Loaded | undefined): DecisionData | undefined {
  const data = row?.data;
  if (!data) return undefined;
  return {
    proposal: data.proposal && decode<Proposal>(data.proposal),
    revision: data.revision && decode<ProposalRevision>(data.revision),
    revisionBytes: data.revision_bytes ?? 0,
    participants: decodeAll(data.participants),
    trade: data.trade && decode<Trade>(data.trade),
    tradeParticipants: decodeAll(data.trade_participants),
    steps: decodeAll(data.steps),
    tradeFacts: data.facts ?? [],
    principals: decodeAll(data.principals),
    mandates: decodeMandates(data.mandates),
    retiredAgentIds: data.retired_agents ?? [],
    policyVersion: data.policy_version,
    policyActivations: decodeAll(data.policy_activations),
    agent: data.agent ? decode(data.agent) : null,
    activeListing: data.active_listing ? decode(data.active_listing) : null,
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
  commitments: 'commitments',
  approvals: 'approvals',
  exhaustions: 'exhaustions',
  spends: 'spends',
  events: 'events',
} as const satisfies Record<Exclude<keyof Effects, 'facts' | 'journals'>, string>;

/** The argument of `apply_effects`: rows by table. */
type Document = Readonly<Record<string, readonly object[]>>;

function documentOf(effects: Effects): Document {
  const document: Record<string, readonly object[]> = {};
  for (const [name, table] of Object.entries(TABLES)) {
    const rows = effects[name as keyof typeof TABLES];
    if (rows && rows.length > 0) document[table] = rows.map(encode);
  }
  if (effects.facts && effects.facts.length > 0) {
    document['facts'] = effects.facts.map(({ tradeId, fact }) => ({ trade_id: tradeId, body: factBody(fact) }));
  }
  if (effects.journals && effects.journals.length > 0) document['journals'] = effects.journals.map(journalJson);
  return document;
}

function applyStatement(document: Document, now: Date): Statement {
  return {
    name: 'apply_effects',
    text: 'SELECT apply_effects($1, $2)',
    // Serialized on use: in a batch, `join` serializes the parameters of all requests instead.
    get values() {
      return [JSON.stringify(document), now];
    },
    batching: batchable(APPLY_BATCH, document),
  };
}

/** The effects as JSON for `apply_effects`. Undefined: no effects. */
export function effectsJson(effects: Effects): string | undefined {
  const document = documentOf(effects);
  return Object.keys(document).length === 0 ? undefined : JSON.stringify(document);
}

// Decisions of a batch concern different rows, so their documents can be merged table by table.
const APPLY_BATCH: StatementBatching<Document> = {
  changes: true,
  join: (documents, now) => {
    const all: Record<string, object[]> = {};
    for (const [table, rows] of documents.flatMap((document) => Object.entries(document)))
      (all[table] ??= []).push(...rows);
    return applyStatement(all, now);
  },
  share: (_, documents) => documents.map(() => []),
};

/** Applies a decision in one statement, the ledger last. Without effects it sends nothing. */
export async function applyEffects(tx: Tx, effects: Effects): Promise<void> {
  const document = documentOf(effects);
  if (Object.keys(document).length === 0) return;
  await mapConstraintErrors(tx.query(applyStatement(document, tx.now)));
}
