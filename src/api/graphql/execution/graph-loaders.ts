import type DataLoader from 'dataloader';
import type { ReputationRow } from '../../../domain/parties/reputation';
import type { ProposalPair, ProposalRevision } from '../../../domain/types';
import type { Db } from '../../../operations/context';
import {
  endpointsOf,
  type EndpointHealth,
  principalsOnMarket,
  revisionsByNumber,
  sharesDealings,
} from '../../../operations/queries/graph';
import { inOrderOf, type LoaderFactory } from './loader-factory';

/** Public fields of an agent, from its card. */
export interface PublicAgentRow {
  readonly agentId: string;
  readonly principalId: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly version: string | null;
  readonly provider: unknown;
  readonly retiredAt: Date | null;
}

/** The card of an agent takes up to 64 KiB, so only these members are read. */
const PUBLIC_AGENT = [
  'agent_id',
  'principal_id',
  `CASE jsonb_typeof(card->'name') WHEN 'string' THEN card->>'name' END AS name`,
  `CASE jsonb_typeof(card->'description') WHEN 'string' THEN card->>'description' END AS description`,
  `CASE jsonb_typeof(card->'version') WHEN 'string' THEN card->>'version' END AS version`,
  `card->'provider' AS provider`,
  'retired_at',
];

/** One revision of a proposal. */
export interface RevisionKey {
  readonly proposalId: string;
  readonly revisionNo: number;
}

/** Loaders of the objects beside keys. */
export function graphLoaders(create: LoaderFactory, db: Db) {
  let onMarketLoader: DataLoader<string, boolean> | undefined;
  return {
    reputation: create.row<ReputationRow>('principal_reputation', 'principal_id'),
    /** Whether principals have a listing in the market. */
    onMarket: (now: Date): DataLoader<string, boolean> =>
      (onMarketLoader ??= create.batch(async (ids) => {
        const found = new Set(await principalsOnMarket(db, ids, now));
        return ids.map((id) => found.has(id));
      })),
    publicAgent: create.row<PublicAgentRow>('agent', 'agent_id', PUBLIC_AGENT),
    pairsOfProposal: create.rows<ProposalPair>('proposal_pair', 'proposal_id', 'proposal_id, consumer_listing_id'),
    endpoint: create.batch<EndpointHealth>(async (agentIds) =>
      inOrderOf(agentIds, await endpointsOf(db, agentIds), ({ agentId }) => agentId),
    ),
    /** By `<proposal id>/<number>`. */
    revision: create.batch<ProposalRevision | undefined>(async (keys) => {
      const rows = await revisionsByNumber(db, keys.map(revisionKeyOf));
      const found = new Map(rows.map((row) => [`${row.proposalId}/${String(row.revisionNo)}`, row]));
      return keys.map((key) => found.get(key));
    }),
    /** By `<principal id>/<other principal id>`: whether they share a proposal or trade. */
    sharesDealings: create.batch<boolean>(async (pairs) => {
      const found = new Set(await sharesDealings(db, pairs));
      return pairs.map((pair) => found.has(pair));
    }),
  };
}

function revisionKeyOf(key: string): RevisionKey {
  const [proposalId = '', revisionNo] = key.split('/');
  return { proposalId, revisionNo: Number(revisionNo) };
}
